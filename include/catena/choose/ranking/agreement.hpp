// SPDX-License-Identifier: Apache-2.0
// How well rankings agree, and the overall ranking that combines them.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "catena/choose/ranking/rank.hpp"

namespace catena::choose {

// Kendall's tau-b: pairs in the same order less pairs in opposite orders, divided by the geometric mean of the pairs that
// each order distinguishes. 1: same order, -1: reversed; NaN if one of them distinguishes no pair.
double kendall_tau(std::span<const int> a, std::span<const int> b);

// The two criteria that order the arms most differently: the pair with the smallest tau-b. None if every pair has a
// criterion that distinguishes no two arms.
std::optional<std::pair<int, int>> most_different(const Decision& decision);

// rankings x rankings, 1 in the diagonal; NaN for one that could not rank.
Eigen::MatrixXd agreement(std::span<const Ranking> rankings);

// All rankings that could rank, with equal weight.
struct Overall {
  std::vector<double> mean_place;  // (arms)
  std::vector<int> place;          // (arms) by mean_place; ties share a place
  bool unanimous = true;           // the same arms are first in all of them

  std::vector<int> first() const;  // the arms at place 1
};
Overall overall(std::span<const Ranking> rankings);

}  // namespace catena::choose
