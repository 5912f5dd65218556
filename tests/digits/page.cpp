// SPDX-License-Identifier: Apache-2.0
#include "digits/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace catena::test {
namespace {

constexpr double kTooHigh = 1;       // digits by which an estimate may be too high without being listed
constexpr std::size_t kListed = 20;  // estimates

double median(std::vector<double> x) {
  std::sort(x.begin(), x.end());
  return 0.5 * (x[(x.size() - 1) / 2] + x[x.size() / 2]);
}

// "median / worst"
template <class Of>
std::string median_and_worst(const std::vector<Case>& cases, const Of& of) {
  std::vector<double> x;
  std::transform(cases.begin(), cases.end(), std::back_inserter(x), of);
  return fmt::format("{:.1f} / {:.1f}", median(x), *std::min_element(x.begin(), x.end()));
}

double lost(const Case& c) {
  double most = 0;
  for (const Digits& d : c.digits) most = std::max(most, d.lost);
  return most;
}

double excess(const Case& c) {
  double most = c.estimates[0].excess();
  for (const Estimate& e : c.estimates) most = std::max(most, e.excess());
  return most;
}

template <class Of>
double largest(const std::vector<Case>& cases, const Of& of) {
  double most = of(cases.front());
  for (const Case& c : cases) most = std::max(most, of(c));
  return most;
}

using Decades = std::array<std::vector<Case>, kDecades>;

std::string header(std::string_view first, std::string_view last) {
  std::string names = fmt::format("| {} |", first), rule = "| --- |";
  for (const Judged& j : kJudged) names += fmt::format(" {} |", j.symbol), rule += " --: |";
  return fmt::format("{} {} |\n{} --: |\n", names, last, rule);
}

template <class Of, class Last>
std::string rows(const Decades& decades, const Of& of, const Last& last) {
  std::string text;
  for (std::size_t k = 0; k < kDecades; ++k) {
    if (decades[k].empty()) continue;
    text += fmt::format("| 1e{} to 1e{} |", k, k + 1);
    for (std::size_t i = 0; i < kJudged.size(); ++i)
      text +=
          fmt::format(" {} |", median_and_worst(decades[k], [&](const Case& c) { return of(c.digits[i]); }));
    text += fmt::format(" {:.1f} |\n", std::round(10 * largest(decades[k], last)) / 10 + 0.0);  // no -0.0
  }
  return text;
}

// Most digits that any result of a call has lost beyond what the data allow, by the stable method or by another one.
std::string lost_by(const std::vector<Case>& cases, std::size_t call, bool stable) {
  double most = 0;
  int count = 0;
  for (const Case& c : cases) {
    if (c.estimates[call].stable != stable) continue;
    ++count;
    for (std::size_t i = 0; i < kJudged.size(); ++i)
      if (kJudged[i].call == call) most = std::max(most, c.digits[i].lost);
  }
  return count == 0 ? "" : fmt::format("{:.1f} of {}", most, count);
}

std::string methods(const std::vector<Case>& cases) {
  std::string text = "| | by stable methods | by others |\n| --- | --: | --: |\n";
  for (std::size_t k = 0; k < kCalls.size(); ++k)
    text += fmt::format("| `{}` | {} | {} |\n", info(kCalls[k].quantity).name, lost_by(cases, k, true),
                        lost_by(cases, k, false));
  return text;
}

std::string estimates(const std::vector<Case>& cases) {
  std::string text =
      "| | too high, most | too high by more than 1 digit | too low, median | too low, most |\n"
      "| --- | --: | --: | --: | --: |\n";
  for (std::size_t k = 0; k < kCalls.size(); ++k) {
    std::vector<double> excess;
    for (const Case& c : cases) excess.push_back(c.estimates[k].excess());
    const auto high = std::count_if(excess.begin(), excess.end(), [](double x) { return x > kTooHigh; });
    text += fmt::format("| `{}` | {:.1f} | {} of {} | {:.1f} | {:.1f} |\n", info(kCalls[k].quantity).name,
                        *std::max_element(excess.begin(), excess.end()), high, excess.size(), -median(excess),
                        -*std::min_element(excess.begin(), excess.end()));
  }
  return text;
}

std::string highest_estimates(const std::vector<Case>& cases) {
  struct High {
    const Case* where;
    std::size_t call;
    const Estimate& estimate() const { return where->estimates[call]; }
  };
  std::vector<High> high;
  for (const Case& c : cases)
    for (std::size_t k = 0; k < kCalls.size(); ++k)
      if (c.estimates[k].excess() > kTooHigh) high.push_back({&c, k});
  if (high.empty()) return "";
  std::stable_sort(high.begin(), high.end(), [](const High& a, const High& b) {
    return a.estimate().excess() > b.estimate().excess();
  });
  high.resize(std::min(high.size(), kListed));
  std::string text =
      "\nThe estimates that are too high by more than one digit, at most 20 of them (`hard_robot(seed)` at\n"
      "`random_state(state, joints)`):\n\n"
      "| | method | condition number | joints | seed | state | estimate | correct |\n"
      "| --- | --- | --: | --: | --: | --: | --: | --: |\n";
  for (const High& h : high)
    text +=
        fmt::format("| `{}` | `{}` | {:.0e} | {} | {} | {} | {:.1f} | {:.1f} |\n",
                    info(kCalls[h.call].quantity).name, h.estimate().method, h.where->condition,
                    h.where->joints, h.where->seed, h.where->state, h.estimate().told, h.estimate().correct);
  return text;
}

}  // namespace

std::string page_of(const std::vector<Case>& cases, int states) {
  Decades decades;
  std::set<std::uint64_t> arms;
  int most_joints = 0;
  for (const Case& c : cases) {
    decades[decade_of(c.condition)].push_back(c);
    arms.insert(c.seed);
    most_joints = std::max(most_joints, c.joints);
  }
  return fmt::format(
             R"(# Correct digits on hard arms

How many decimal digits of the results of `Arm` are correct, in double precision with the methods that it chooses; how many digits the data
of the problem allow; and how far [the estimate of `Arm::eval_with_digits`](accuracy.md#how-many-digits-are-left) is off. The results are
compared with 60-digit arithmetic for {} random arms, as many for each power of ten of the condition number of M. `make digits` repeats
this and writes the page; processors with other vector instructions may give slightly different digits.

The arms have 1 to {} joints, revolute and prismatic, with links whose masses and sizes differ by powers of ten, thin links close to the
axis of their joint and masses without extension (`tests/support/hard_arm.cpp`), {} states each. The digits of a matrix are those of its
worst row, relative to the largest number in the row; rows of zeros are left out. The digits of a vector are those of its worst element;
one that is smaller than 1e-4 of the largest is judged as if it were that large. A double has at most 15.95 digits.

## Correct digits

Median / worst. The last column is how much the estimate exceeds the correct digits in the worst case. It judges single elements of
matrices, and is compared with digits that are counted like that.

)",
             arms.size(), most_joints, states) +
         header("condition number of M", "estimate too high by") +
         rows(
             decades, [](const Digits& d) { return d.correct; }, excess) +
         R"(
## Digits that the data allow

Median / worst of -log₁₀ (eps × condition), where the [condition](accuracy.md#what-to-expect) of a result is relative to its size as
above: rounding the data may cost the other digits, whatever the method. Usually it costs less, since rounding errors rarely add up. The
last column is how many digits a result has lost beyond that in the worst case.

)" + header("condition number of M", "lost beyond that") +
         rows(
             decades, [](const Digits& d) { return d.allowed; }, lost) +
         R"(
By calls, most digits lost beyond what the data allow, and in how many results. *Stable* methods do not form M.

)" + methods(cases) +
         R"(
## The estimate

The digits that the estimate states, minus the correct ones. `fd_derivatives` has one estimate for its three matrices.

)" + estimates(cases) +
         highest_estimates(cases);
}

}  // namespace catena::test
