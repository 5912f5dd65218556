// SPDX-License-Identifier: Apache-2.0
// Forward dynamics, its derivatives, M⁻¹, ν and ξ on arms whose inertia matrices have condition numbers up to 1e14, against
// 60-digit arithmetic: the results are right to the condition of the problem.
//
// The condition of a result is how much it changes, to first order, if every number of the arm and of the state has a
// relative error of eps: Σ |∂f/∂p| |p| eps over all numbers p. It is computed in 60 digits, by changing one number after the
// other. No algorithm in double can promise more, since its inputs are rounded. A recursion along the chain adds its own
// rounding errors, half an eps each: their number on the longest way from a datum to a result is counted by running the
// algorithm on a scalar that counts (rounding_depth.hpp), and half of it times this condition is allowed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/core/arm.hpp"
#include "catena/core/digits.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/pivot.hpp"
#include "core/hard/exact_results.hpp"
#include "core/hard/first_principles.hpp"
#include "core/hard/rounding_depth.hpp"
#include "support/hard_arm.hpp"

namespace catena::test {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

// The roundings on the longest way to a result of an arm with these joints, by either method.
int rounding_depth(const Robot& robot) {
  ProblemOn<RoundingDepth> p;
  for (const RobotLink& row : robot.links) {
    ChainLink<RoundingDepth> l{};
    l.kind = row.joint;
    l.twist = Twist::general;
    p.links.push_back(l);
  }
  p.q.resize(p.links.size()), p.qd = p.tau = p.q;
  int most = 0;
  for (const bool stable : {false, true})
    for (const RoundingDepth& x : results(p, stable)) most = std::max(most, x.roundings);
  return most;
}

// --- results in double ------------------------------------------------------------------------------------------

struct Found {
  std::vector<double> values;
  std::vector<bool> stable;  // of each value: whether it was computed without M
};

void append(Found& to, const std::vector<Eigen::MatrixXd>& arrays, bool stable) {
  for (const Eigen::MatrixXd& A : arrays) {
    to.values.insert(to.values.end(), A.data(), A.data() + A.size());
    to.stable.resize(to.values.size(), stable);
  }
}

// As `solved`: by the methods that the arm chooses, or by the stable ones.
Found computed(const Arm& arm, const JointState& s, bool stable_only) {
  const At at{.q = s.q, .qd = s.qd, .tau = s.tau};
  Found found;
  for (const Quantity quantity : {Quantity::fd, Quantity::nu, Quantity::xi, Quantity::fd_derivatives}) {
    const std::string_view stable = stable_method(quantity)->name;
    const Evaluated x = arm.eval_with_digits(quantity, at, stable_only ? stable : std::string_view());
    append(found, x.arrays, x.method == stable);
  }
  return found;
}

// The values that are judged together: a row of a matrix.
std::size_t row_of(std::size_t i, std::size_t n) {
  const std::size_t first = kVectors * n;  // number of the matrices
  return i < first ? i : first + (i - first) / (n * n) * n + (i - first) % n;
}

// The largest error of each row, relative to eps times the largest condition in it; the error of values that were computed
// with M is divided by `loss` first.
double worst_ratio(const Found& found, const Values& exact, const std::vector<double>& condition,
                   std::size_t n, double loss) {
  std::vector<double> error(row_of(exact.size() - 1, n) + 1, 0.0), size(error);
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double e = static_cast<double>(abs(Digits60(Digits60(found.values[i]) - exact[i])));
    const std::size_t row = row_of(i, n);
    error[row] = std::max(error[row], std::isfinite(e) ? e / (found.stable[i] ? 1 : loss) : INFINITY);
    size[row] = std::max(size[row], condition[i] + std::abs(static_cast<double>(exact[i])));
  }
  double worst = 0;
  for (std::size_t row = 0; row < error.size(); ++row)
    if (error[row] > 0) worst = std::max(worst, error[row] / (kEps * size[row]));
  return worst;
}

struct Hard {
  std::uint64_t seed;
  Robot robot;
  JointState state;
  Values exact;
  double condition;
};

bool has_both_kinds(const Robot& robot) {
  const auto slides = std::count_if(robot.links.begin(), robot.links.end(),
                                    [](const RobotLink& l) { return l.joint == JointKind::prismatic; });
  return slides > 0 && slides < robot.dof();
}

// Arms with at least `least` and at most `most` joints, revolute and prismatic if they have several, whose condition numbers
// are below 1e14: `each` for every power of ten from 100 on.
std::vector<Hard> hard_arms(int least, int most, int each) {
  std::vector<Hard> arms;
  std::vector<int> decades(14, 0);
  for (std::uint64_t seed = 1; seed < 100'000 && static_cast<int>(arms.size()) < 12 * each; ++seed) {
    Hard hard{seed, hard_robot(seed, most), {}, {}, 0};
    const int n = hard.robot.dof();
    if (n < least || (n > 1 && !has_both_kinds(hard.robot))) continue;
    hard.state = random_state(seed, n);
    const Arm arm(hard.robot);
    hard.condition = condition_number(arm, hard.state);
    if (!(hard.condition >= 100 && hard.condition < 1e14)) continue;
    int& decade = decades[static_cast<std::size_t>(std::log10(hard.condition))];
    if (decade == each) continue;
    ++decade;
    hard.exact = solved(problem_of(hard.robot, hard.state));
    arms.push_back(std::move(hard));
  }
  return arms;
}

// By how much the methods that form M may be less accurate: the pivots tell (model/pivot.hpp).
double loss_of(const Arm& arm, const JointState& s) {
  const int n = arm.dof();
  const std::vector<double> least = least_trusted(arm.chain(), true);
  const Eigen::VectorXd d = arm.eval(Quantity::udut, {.q = s.q}, "udut")[1];
  double loss = 1;
  for (int i = 0; i < n; ++i) loss = std::max(loss, least[i] / kTrustedPivot * n * n * n / std::abs(d[i]));
  return loss;
}

// --- the tests ----------------------------------------------------------------------------------------------------

void expect_solved(const std::vector<Hard>& arms) {
  for (const Hard& hard : arms) {
    const Arm arm(hard.robot);
    const auto n = static_cast<std::size_t>(arm.dof());
    const std::vector<double> condition = conditions(problem_of(hard.robot, hard.state), hard.exact);
    const double loss = loss_of(arm, hard.state), allowed = 0.5 * rounding_depth(hard.robot);
    const Found stable = computed(arm, hard.state, true), chosen = computed(arm, hard.state, false);
    EXPECT_LE(worst_ratio(stable, hard.exact, condition, n, 1), allowed) << "seed " << hard.seed;
    EXPECT_LE(worst_ratio(chosen, hard.exact, condition, n, loss), allowed) << "seed " << hard.seed;
    if (std::count(chosen.stable.begin(), chosen.stable.end(), false) > 0) {
      EXPECT_LE(loss, 100.0 * static_cast<double>(n * n * n)) << "seed " << hard.seed;
    }
  }
}

TEST(HardArms, AreSolvedToTheConditionOfTheProblem) { expect_solved(hard_arms(1, 6, 2)); }

TEST(HardArms, OfTwelveJointsAreSolvedToTheConditionOfTheProblem) { expect_solved(hard_arms(12, 12, 1)); }

TEST(HardArms, HaveAllConditionNumbersUpTo1e14) {
  for (const auto& [arms, each] : {std::pair(hard_arms(1, 6, 2), 2), std::pair(hard_arms(12, 12, 1), 1)}) {
    std::vector<int> decades(14, 0);
    for (const Hard& hard : arms) ++decades[static_cast<std::size_t>(std::log10(hard.condition))];
    for (std::size_t k = 2; k < decades.size(); ++k) EXPECT_EQ(decades[k], each) << "1e" << k;
  }
}

// The reference in 60 digits runs the templates that it is to judge: so it is judged itself, by code that shares nothing.
TEST(HardArms, AgreeWithFirstPrinciplesIn100Digits) {
  for (const Hard& hard : hard_arms(1, 4, 1)) {
    const JointState& s = hard.state;
    const ExactMotion exact = from_first_principles(hard.robot, s.q, s.qd, s.tau);
    std::vector<double> all = exact.qdd;
    for (const auto* part : {&exact.nu, &exact.xi, &exact.by_q, &exact.by_qd, &exact.by_tau})
      all.insert(all.end(), part->begin(), part->end());
    ASSERT_EQ(all.size(), hard.exact.size());
    const auto n = static_cast<std::size_t>(hard.robot.dof());
    std::vector<double> size(row_of(all.size() - 1, n) + 1, 1e-30);  // zeros up to rounding, in 60 digits
    for (std::size_t i = 0; i < all.size(); ++i)
      size[row_of(i, n)] = std::max(size[row_of(i, n)], std::abs(all[i]));
    for (std::size_t i = 0; i < all.size(); ++i)  // rounded to double once
      EXPECT_NEAR(all[i], static_cast<double>(hard.exact[i]), 2 * kEps * size[row_of(i, n)])
          << "seed " << hard.seed << " value " << i;
  }
}

TEST(HardArms, APointMassCloseToItsAxisKeepsItsDigits) {
  const Robot robot = point_near_axis();
  const JointState s = state_of_point_near_axis();
  const ExactMotion exact = from_first_principles(robot, s.q, s.qd, s.tau);
  EXPECT_NEAR(exact.by_q[3], 1.4580e13, 1e9);
  const Arm arm(robot);
  const Eigen::VectorXd q = Eigen::Map<const Eigen::VectorXd>(s.q.data(), 2),
                        qd = Eigen::Map<const Eigen::VectorXd>(s.qd.data(), 2),
                        tau = Eigen::Map<const Eigen::VectorXd>(s.tau.data(), 2);
  const FdDerivatives d = arm.fd_derivatives(q, qd, tau);
  EXPECT_NEAR(d.by_q(1, 1) / exact.by_q[3], 1, 1e-14);
  const double largest = std::abs(exact.by_qd[1]);  // of the second row
  EXPECT_NEAR(d.by_qd(1, 0), exact.by_qd[1], 1e-14 * largest);
  EXPECT_NEAR(d.by_qd(1, 1), exact.by_qd[3], 1e-14 * largest);
  EXPECT_NEAR(d.by_tau(1, 1) / exact.by_tau[3], 1, 1e-14);
  EXPECT_NEAR(arm.eval(Quantity::dfd_dq, {.q = q, .qd = qd, .tau = tau})[0](1, 1) / exact.by_q[3], 1, 1e-14);
}

// The estimate of digits against the digits that there are.
TEST(HardArms, TellTheDigitsThatAreLeft) {
  for (const Hard& hard : hard_arms(1, 6, 2)) {
    const Arm arm(hard.robot);
    const auto n = static_cast<std::size_t>(arm.dof());
    const At at{.q = hard.state.q, .qd = hard.state.qd, .tau = hard.state.tau};
    for (const char* method : {"aba", "crba_udu"}) {
      const Evaluated x = arm.eval_with_digits(Quantity::fd, at, method);
      const double largest = x.arrays[0].cwiseAbs().maxCoeff();
      double error = 0;
      for (std::size_t i = 0; i < n; ++i) {
        const double e = static_cast<double>(
            abs(Digits60(Digits60(x.arrays[0](static_cast<Eigen::Index>(i))) - hard.exact[i])));
        error = std::max(error, e / std::max(std::abs(static_cast<double>(hard.exact[i])), 1e-4 * largest));
      }
      const double true_digits = error > 0 ? std::clamp(-std::log10(error), 0.0, kMostDigits) : kMostDigits;
      EXPECT_GE(true_digits, x.digits - 1) << method << ", seed " << hard.seed;
    }
  }
}

}  // namespace
}  // namespace catena::test
