// SPDX-License-Identifier: Apache-2.0
// How much of a ranking is the weights, and how much of it the errors.
//
// One weight moves from 0 to 1 while the others keep their proportions, so that the sum stays 1.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "catena/choose/ranking/rank.hpp"

namespace catena::choose {

// Between low and high the same arms are first; beyond, others are. None: the range ends at 0 or 1, or what is beyond cannot
// be ranked.
struct WeightRange {
  double weight = 0;
  double low = 0, high = 1;
  std::vector<int> first_below = {}, first_above = {};

  bool holds() const { return low <= 0 && high >= 1; }  // whatever the weight
};

// For each criterion, by one ranking or, without one, by the mean of the places in all. Exact for weighted_sum and weighted_product, which are linear in the weights, the latter by its
// logarithm; for the others by steps of 1/256 and bisection, so that a change and its undoing within a step may go
// unseen. Throws Error(usage) if the ranking cannot be told.
std::vector<WeightRange> weight_ranges(const Decision& decision, std::optional<RankBy> by = {});

// For each arm the share of draws in which it is first, alone or with others, when each value is drawn anew: normal, with the
// error as 1.96 standard deviations. The same seed gives the same shares. Draws that cannot be ranked do not count; NaN
// for all if none can.
std::vector<double> first_within_errors(const Decision& decision, RankBy by, int draws = 1000,
                                        std::uint64_t seed = 1);

}  // namespace catena::choose
