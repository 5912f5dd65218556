// SPDX-License-Identifier: Apache-2.0
// The best arms of a store: their ranking, and the Pareto front.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "catena/choose/ranking/rank.hpp"
#include "catena/choose/store/store.hpp"

namespace catena::choose {

struct SweepBest {
  std::vector<std::int64_t> points;  // the feasible arms, the best first; each arm once, as its first point
  std::vector<double> scores;        // (points) by the ranking
  std::vector<double> errors;        // (points) of the scores: half the width of the 95 % confidence interval
  std::vector<int> places;           // (points) 1 is first; ties within the errors share a place: 1, 1, 3
  std::vector<std::int64_t> front;   // those on the Pareto front, in the order of `points`
  std::vector<int> criteria;         // by which they are ranked, as in the head of the store
  std::vector<std::string> remarks;  // what was left out, and why
};

// `weights`: one for each criterion of the store, with any sum; 0 leaves it out. A criterion that is unavailable for
// every arm, or has different units for different arms, is left out; so is every arm that lacks one of the remaining
// criteria. The front is that of the values without their errors. Throws Error(usage) for invalid weights.
SweepBest best_of(const Store& store, RankBy by, const std::vector<double>& weights);

// Rows of `values` that no other row dominates (better somewhere and worse nowhere), in ascending order.
std::vector<int> pareto_front(const Eigen::MatrixXd& values, const std::vector<Better>& better);

}  // namespace catena::choose
