// SPDX-License-Identifier: Apache-2.0
#include "error_bars/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace catena::test {
namespace {

using choose::Better, choose::Criterion;

// Two-sided: pooled over arms between these, and for no arm below the last. One-sided: at least kOneSided for every arm.
constexpr double kLeast = 93, kMost = 97, kLeastOfAnArm = 92, kOneSided = 95;
constexpr double kReferenceShare = 0.1;  // of the bar
constexpr double kResolved = 1e-9;       // extremes, and what is exact: relative to the value

struct Rate {
  int held = 0, of = 0;
  double bar = 0;        // mean
  double reference = 0;  // its error relative to the mean bar
  double truth = 0;
  bool agree = true;  // both references, within their errors, to four standard deviations
  int exact = 0;      // trials whose error bar has no length
  double worst = 0;   // greatest deviation from the truth, relative to it
  double percent() const { return of == 0 ? 0 : 100.0 * held / of; }
  bool told() const { return of > 0; }
};

bool is_least(const Criterion& c) { return c.stem == "payload" || c.stem == "manipulability_min"; }

// What is compared with: of an extreme the best value that any search has found, which some posture has; of a workspace the
// reference. A mean over postures is unbiased for every seed (their median nearly so), so that the mean of all seeds is the best
// reference; the other one must agree with it.
Value truth_of(const Criterion& criterion, std::size_t c, const Trials& trials, const std::string& arm) {
  const Value reference = trials.references.at(arm)[c];
  if (criterion.stem == "workspace") return reference;
  double best = reference.value, sum = 0, squares = 0;
  for (const auto& [seed, values] : trials.of_samples.at(arm)) {
    const double x = values[c].value;
    best = is_least(criterion) ? std::min(best, x) : std::max(best, x);
    sum += x - reference.value, squares += (x - reference.value) * (x - reference.value);
  }
  if (is_extreme(criterion)) return {best, 0};
  const auto n = static_cast<double>(trials.of_samples.at(arm).size());
  const double variance = (squares - sum * sum / n) / (n - 1);
  return {reference.value + sum / n, 1.96 * std::sqrt(std::max(0.0, variance) / n)};
}

Rate rate_of(const Criterion& criterion, std::size_t c, const Trials& trials, const std::string& arm) {
  Rate rate;
  const Value truth = truth_of(criterion, c, trials, arm), reference = trials.references.at(arm)[c];
  rate.truth = truth.value;
  if (!std::isfinite(rate.truth)) return rate;
  const double slack = kResolved * std::abs(rate.truth);
  for (const auto& [seed, values] : trials.of_samples.at(arm)) {
    const double off = values[c].value - rate.truth;
    const double beyond = is_extreme(criterion) ? (is_least(criterion) ? off : -off) : std::abs(off);
    rate.held += beyond <= values[c].error + slack;
    rate.bar += values[c].error;
    rate.exact += values[c].error == 0;
    rate.worst = std::max(rate.worst, std::abs(off));
    ++rate.of;
  }
  rate.bar /= std::max(rate.of, 1);
  if (rate.bar > 0) rate.reference = truth.error / rate.bar;
  rate.agree = is_extreme(criterion) || std::abs(reference.value - truth.value) <=
                                            2 * std::hypot(reference.error, truth.error) + slack;
  if (rate.truth != 0) rate.worst /= std::abs(rate.truth);
  return rate;
}

}  // namespace

Page page_of(const Plan& plan, const Trials& trials) {
  const std::vector<const Criterion*> wanted = sampled_criteria();
  Page page;
  int fewest = plan.seeds;
  for (const std::string& arm : plan.arms)
    fewest = std::min(fewest, static_cast<int>(trials.of_samples.at(arm).size()));
  const auto require = [&](bool holds, const std::string& what) {
    if (!holds) page.broken.push_back(what);
  };
  std::string two, one, detail = "| arm |", rule = "|---|";
  for (const Criterion* c : wanted) detail += fmt::format(" {} |", c->stem), rule += "---:|";
  detail += '\n' + rule + '\n';
  std::vector<std::string> rows(plan.arms.size());
  for (std::size_t c = 0; c < wanted.size(); ++c) {
    const Criterion& criterion = *wanted[c];
    Rate all;
    double least = 101, reference = 0, relative = 0;
    std::string least_arm;
    int arms = 0, exact = 0;
    for (std::size_t a = 0; a < plan.arms.size(); ++a) {
      const std::string& arm = plan.arms[a];
      const Rate rate = rate_of(criterion, c, trials, arm);
      if (!rate.told()) {
        rows[a] += " |";
        continue;
      }
      // no bar in any trial: a closed form, or all samples are equal
      const bool known = rate.exact == rate.of && !is_extreme(criterion);
      rows[a] += known ? " exact |" : fmt::format(" {:.1f} |", rate.percent());
      if (known) {
        ++exact;
        require(rate.held == rate.of,
                fmt::format("{} of {} has no bar and is not exact", criterion.stem, arm));
        continue;
      }
      ++arms;
      require(rate.agree, fmt::format("{} of {}: the references differ", criterion.stem, arm));
      all.held += rate.held, all.of += rate.of, all.exact += rate.exact;
      reference = std::max(reference, rate.reference);
      if (rate.truth != 0) relative = std::max(relative, rate.bar / std::abs(rate.truth));
      all.worst = std::max(all.worst, rate.worst);
      if (rate.percent() < least) least = rate.percent(), least_arm = arm;
      if (is_extreme(criterion)) {
        require(rate.percent() >= kOneSided,
                fmt::format("{} of {}: {:.1f} %", criterion.stem, arm, rate.percent()));
      } else {
        require(rate.percent() >= kLeastOfAnArm,
                fmt::format("{} of {}: {:.1f} %", criterion.stem, arm, rate.percent()));
        require(rate.reference <= kReferenceShare,
                fmt::format("the reference of {} of {} has {:.2f} of the bar", criterion.stem, arm,
                            rate.reference));
      }
    }
    if (arms == 0) continue;
    if (is_extreme(criterion)) {
      one += fmt::format("| `{}` | {} | {:.2f} % | {:.1f} % | {:.1f} % | {:.1g} |\n", criterion.stem, arms,
                         all.percent(), least, 100.0 * all.exact / all.of, all.worst);
    } else {
      require(all.percent() >= kLeast && all.percent() <= kMost,
              fmt::format("{} of all arms: {:.1f} %", criterion.stem, all.percent()));
      two += fmt::format("| `{}` | {} | {:.1f} % | {:.1f} % ({}) | {:.2g} % | {:.2f} |\n", criterion.stem,
                         exact == 0 ? fmt::format("{}", arms) : fmt::format("{}, {} exact", arms, exact),
                         all.percent(), least, least_arm, 100 * relative, reference);
    }
  }
  for (std::size_t a = 0; a < plan.arms.size(); ++a)
    detail += fmt::format("| {} |{}\n", plan.arms[a], rows[a]);

  page.text = fmt::format(
      R"(# Error bars, measured

This page shows the coverage of the error bars of [criteria](criteria.md), that is, how often the true value is within the error bar. Each
arm of the catalogue is evaluated with {} seeds and {} samples per seed. `make error-bars` measures the coverage and writes this page.

## Two-sided bars

The true value should be within `value ± error` for 95 % of the seeds. The measurement requires a coverage of {:.0f} to {:.0f} % over the trials of
all arms, and of at least {:.0f} % for each arm. With 1000 seeds, a coverage of 95 % is measured with a standard deviation of 0.7 %.

| criterion | arms | coverage | lowest coverage of an arm | largest mean error bar | error of the reference |
|---|---:|---:|---:|---:|---:|
{}
The mean error bar is relative to the value. The reference is the value that is taken as true. Its error is relative to the mean error
bar, for the arm for which it is largest; it must be at most {}. The reference for a mean or a median over postures is the mean over
all seeds; a second reference, from {} other samples, agrees with it for every arm within their errors. The reference for `workspace`
is computed from {} other positions, each of which is tried from at least {} starting postures unless it is reached earlier.

## One-sided bars

The true extreme over all postures is never worse than `value`, and in 95 % of the cases it is better by at most `error`: the arm carries
`payload - error` in every posture, and its tool does not get farther than `reach + error`. The measurement requires
at least {:.0f} % for each arm.

| criterion | arms | coverage | lowest coverage of an arm | trials with a zero error bar | largest deviation |
|---|---:|---:|---:|---:|---:|
{}
The best value that any of the {} evaluations of an arm has found, one of them with {} samples, is taken as the true extreme. The
deviation is relative to it.

## Each arm

Coverage in per cent. An entry "exact" means that the value has a closed form, or that all samples are equal; where an entry is empty, the
robot file lacks the data.

{})",
      fewest, plan.samples, kLeast, kMost, kLeastOfAnArm, two, kReferenceShare, 131072, 262144, 32, kOneSided,
      one, fewest + 1, 131072, detail);
  return page;
}

}  // namespace catena::test
