// SPDX-License-Identifier: Apache-2.0
// The data behind the plots of a comparison. The code that draws them only does the layout.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "catena/choose/criteria/slice.hpp"
#include "catena/choose/criteria/task_path.hpp"
#include "catena/choose/ranking/comparison.hpp"

namespace catena::choose {

// The scores of all arms for one criterion, in one unit.
struct PlottedCriterion {
  int criterion = 0;                // of Question::criteria
  std::string unit = {};            // that of the first arm with a value
  std::vector<double> values = {};  // (arms) NaN: the value is missing or has another unit
  std::vector<double> errors = {};  // (arms) half widths of the 95 % intervals; empty: all are 0
};

// The criteria for which at least one arm has a value.
std::vector<PlottedCriterion> plotted_criteria(const Scores& scores, const Question& question);

// The two plotted criteria that rank the arms most differently; 0 and 1 if no two of them can be compared.
struct PlottedPair {
  std::size_t x = 0, y = 1;
};
PlottedPair most_different(const Comparison& comparison, std::span<const PlottedCriterion> plotted);

// Workspaces that can be drawn to one scale and with one colour scale.
struct SliceGroup {
  bool flat = false;                   // as ReachableSlice::flat
  std::string unit = {};               // of the manipulability
  std::vector<std::size_t> arms = {};  // whose slices these are
  std::vector<ReachableSlice> slices = {};
};

struct ComparisonPlots {
  std::vector<TaskPath> paths = {};  // (arms)
  std::vector<PlottedCriterion> criteria = {};
  PlottedPair pair = {};
  std::vector<SliceGroup> slices = {};
  std::vector<std::string> no_slice = {};  // (arms) why there is no slice; empty: there is one
};
ComparisonPlots comparison_plots(std::span<const Arm> arms, const Task& task, const Scores& scores,
                                 const Question& question, const Comparison& comparison);

}  // namespace catena::choose
