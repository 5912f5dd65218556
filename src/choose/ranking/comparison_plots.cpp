// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/comparison_plots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena::choose {
namespace {

constexpr int kPathSamples = 101;
constexpr int kSliceSamples = 32768;

}  // namespace

std::vector<PlottedCriterion> plotted_criteria(const Scores& scores, const Question& question) {
  std::vector<PlottedCriterion> out;
  for (int j = 0; j < scores.criteria(); ++j) {
    const Criterion& criterion = *question.criteria[static_cast<std::size_t>(j)];
    PlottedCriterion plotted{.criterion = j};
    bool any = false;
    for (int i = 0; i < scores.arms(); ++i) {
      const Score& score = scores.at(i, j);
      const bool known = std::isfinite(score.value);
      if (known && !any) plotted.unit = unit_of(criterion, score);
      any = any || known;
      const bool shown = known && unit_of(criterion, score) == plotted.unit;
      plotted.values.push_back(shown ? score.value : std::numeric_limits<double>::quiet_NaN());
      plotted.errors.push_back(shown ? score.error : 0);
    }
    if (!any) continue;
    if (std::all_of(plotted.errors.begin(), plotted.errors.end(), [](double e) { return e == 0; }))
      plotted.errors.clear();
    out.push_back(std::move(plotted));
  }
  return out;
}

PlottedPair most_different(const Comparison& comparison, std::span<const PlottedCriterion> plotted) {
  if (!comparison.decision) return {};
  const std::optional<std::pair<int, int>> pair = most_different(*comparison.decision);
  if (!pair) return {};
  const auto index = [&](int ranked) {
    const int criterion = comparison.criteria[static_cast<std::size_t>(ranked)];
    const auto found = std::find_if(plotted.begin(), plotted.end(), [&](const PlottedCriterion& each) {
      return each.criterion == criterion;
    });
    return static_cast<std::size_t>(found - plotted.begin());
  };
  return {index(pair->first), index(pair->second)};
}

ComparisonPlots comparison_plots(std::span<const Arm> arms, const Task& task, const Scores& scores,
                                 const Question& question, const Comparison& comparison) {
  ComparisonPlots out;
  out.criteria = plotted_criteria(scores, question);
  out.pair = most_different(comparison, out.criteria);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    out.paths.push_back(task_path(task, arms[i].robot(), kPathSamples));
    ReachableSlice slice = reachable_slice(arms[i], kSliceSamples, task.seed);
    out.no_slice.push_back(slice.why);
    if (!slice.why.empty()) continue;
    auto group = std::find_if(out.slices.begin(), out.slices.end(), [&](const SliceGroup& each) {
      return each.flat == slice.flat && each.unit == slice.unit;
    });
    if (group == out.slices.end()) group = out.slices.insert(group, {.flat = slice.flat, .unit = slice.unit});
    group->arms.push_back(i);
    group->slices.push_back(std::move(slice));
  }
  // arms in space before arms in a plane
  std::sort(out.slices.begin(), out.slices.end(), [](const SliceGroup& a, const SliceGroup& b) {
    return std::pair(a.flat, a.unit) < std::pair(b.flat, b.unit);
  });
  return out;
}

}  // namespace catena::choose
