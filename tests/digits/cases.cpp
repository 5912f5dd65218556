// SPDX-License-Identifier: Apache-2.0
#include "digits/cases.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

#include "catena/core/arm.hpp"
#include "catena/core/digits.hpp"
#include "catena/core/library_methods.hpp"
#include "core/hard/exact_results.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr double kMostCondition = 1e14;
constexpr double kNegligible = 1e-4;          // as in digits.cpp
constexpr double kZero = 1e-30;               // relative to the condition: a zero, in 60 digits
constexpr std::uint64_t kStates = 1'000'000;  // between the seeds of the states of an arm

double digits_of(double relative_error) {
  return relative_error > 0 ? std::clamp(-std::log10(relative_error), 0.0, kMostDigits) + 0.0 : kMostDigits;
}

// The digits of an array, and those that the estimate counts.
struct Counted {
  Digits digits;
  double by_element;
};

struct Row {
  double size = 0, error = 0, condition = 0;
};

// The array begins at `begin` of all results. Elements smaller than kNegligible of the largest in their row (of a matrix) or in the
// result (of a vector) are judged as if they were that large. The estimate judges the elements of a matrix like that too.
Counted counted(const Eigen::MatrixXd& found, const Values& exact, const std::vector<double>& condition,
                std::size_t begin) {
  const auto rows = static_cast<std::size_t>(found.rows()), count = static_cast<std::size_t>(found.size());
  const bool vector = found.cols() == 1;
  std::vector<double> size(count), error(count), largest(rows, 0.0);
  const auto row_of = [&](std::size_t i) { return vector ? 0 : i % rows; };
  for (std::size_t i = 0; i < count; ++i) {
    const Digits60& x = exact[begin + i];
    size[i] = std::abs(static_cast<double>(x));
    if (size[i] < kZero * condition[begin + i]) size[i] = 0;
    error[i] = size[i] == 0 && found.data()[i] == 0
                   ? 0
                   : static_cast<double>(abs(Digits60(Digits60(found.data()[i]) - x)));
    if (!std::isfinite(error[i])) error[i] = std::numeric_limits<double>::infinity();
    largest[row_of(i)] = std::max(largest[row_of(i)], size[i]);
  }
  double by_element = kMostDigits;
  std::vector<Row> judged(rows);
  for (std::size_t i = 0; i < count; ++i) {
    const double own = std::max(size[i], kNegligible * largest[row_of(i)]);
    Row& row = judged[i % rows];
    row.size = std::max(row.size, own);
    row.error = std::max(row.error, error[i]);
    row.condition = std::max(row.condition, condition[begin + i] + size[i]);
    if (own > 0) by_element = std::min(by_element, digits_of(error[i] / own));
  }
  Digits worst = {kMostDigits, kMostDigits, 0};
  for (const Row& row : judged) {
    if (row.size == 0) continue;  // a row of zeros has no digits
    worst.correct = std::min(worst.correct, digits_of(row.error / row.size));
    worst.allowed = std::min(worst.allowed, digits_of(kEps * row.condition / row.size));
    if (row.error > 0) worst.lost = std::max(worst.lost, std::log10(row.error / (kEps * row.condition)));
  }
  return {worst, by_element};
}

Case case_of(const Arm& arm, const JointState& s) {
  const auto n = static_cast<std::size_t>(arm.dof());
  const Problem problem = problem_of(arm.robot(), s);
  const Values exact = solved(problem);
  const std::vector<double> condition = conditions(problem, exact);
  const auto begin = [n](std::size_t result) {
    return result <= kVectors ? result * n : kVectors * n + (result - kVectors) * n * n;
  };
  Case c = {};
  for (std::size_t k = 0; k < kCalls.size(); ++k) {
    const Quantity quantity = kCalls[k].quantity;
    const Evaluated x = arm.eval_with_digits(quantity, {.q = s.q, .qd = s.qd, .tau = s.tau});
    Estimate& estimate = c.estimates[k];
    estimate = {x.digits, kMostDigits, x.method, x.method == stable_method(quantity)->name};
    for (std::size_t i = 0; i < kJudged.size(); ++i) {
      if (kJudged[i].call != k) continue;
      const std::size_t array = kJudged[i].array;
      const Counted result = counted(x.arrays[array], exact, condition, begin(kCalls[k].first + array));
      c.digits[i] = result.digits;
      estimate.correct = std::min(estimate.correct, result.by_element);
    }
  }
  return c;
}

}  // namespace

std::size_t decade_of(double condition) {
  return static_cast<std::size_t>(
      std::clamp(static_cast<int>(std::log10(condition)), 0, static_cast<int>(kDecades) - 1));
}

std::vector<Case> cases(int arms, int states) {
  std::vector<Case> all;
  std::array<int, kDecades> found = {};
  std::array<std::map<int, int>, kDecades> of_joints;
  for (std::uint64_t seed = 1; *std::min_element(found.begin(), found.end()) < arms; ++seed) {
    const Arm arm(hard_robot(seed));
    const int n = arm.dof();
    const double first = condition_number(arm, random_state(seed, n));
    if (!(first < kMostCondition)) continue;
    const std::size_t decade = decade_of(first);
    if (found[decade] == arms || 3 * of_joints[decade][n] >= arms) continue;
    std::vector<Case> of_arm;
    for (std::uint64_t k = 0; k < 10 * static_cast<std::uint64_t>(states); ++k) {
      const std::uint64_t state = seed + k * kStates;
      const JointState s = random_state(state, n);
      const double condition = condition_number(arm, s);
      if (!(condition < kMostCondition) || decade_of(condition) != decade) continue;
      Case& c = of_arm.emplace_back(case_of(arm, s));
      c.seed = seed, c.state = state, c.joints = n, c.condition = condition;
      if (static_cast<int>(of_arm.size()) == states) break;
    }
    if (static_cast<int>(of_arm.size()) < states) continue;
    all.insert(all.end(), of_arm.begin(), of_arm.end());
    ++found[decade], ++of_joints[decade][n];
    if (all.size() % (50 * static_cast<std::size_t>(states)) == 0)
      std::fprintf(stderr, "%zu states\n", all.size());
  }
  return all;
}

}  // namespace catena::test
