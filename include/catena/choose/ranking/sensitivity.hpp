// SPDX-License-Identifier: Apache-2.0
// How a ranking depends on the weights and on the errors of the values.
//
// One weight varies from 0 to 1 while the others keep their proportions, so that the sum stays 1.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "catena/choose/ranking/rank.hpp"

namespace catena::choose {

// The same arms are first between low and high; beyond, others are. Empty lists: the range ends at 0 or 1, or the arms cannot
// be ranked beyond.
struct WeightRange {
  double weight = 0;
  double low = 0, high = 1;
  std::vector<int> first_below = {}, first_above = {};

  bool holds() const { return low <= 0 && high >= 1; }  // for any weight
};

// The range for each criterion, by the ranking method `by`, or by the mean place in all of them if it is not given. The
// ranges are exact for weighted_sum and weighted_product, which (the latter by its logarithm) are linear in the weights. For
// the other methods they are found by steps of 1/256 and bisection; a change that is reversed within a step may be missed.
// Throws Error(usage) if the arms cannot be ranked.
std::vector<WeightRange> weight_ranges(const Decision& decision, std::optional<RankBy> by = {});

// For each arm the share of draws in which it is first, alone or with others, when all values are redrawn from normal
// distributions, with the error as 1.96 standard deviations. The same seed reproduces the shares. Draws that cannot be
// ranked do not count; NaN for all arms if none can.
std::vector<double> first_within_errors(const Decision& decision, RankBy by, int draws = 1000,
                                        std::uint64_t seed = 1);

}  // namespace catena::choose
