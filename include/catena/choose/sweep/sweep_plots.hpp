// SPDX-License-Identifier: Apache-2.0
// The data behind the plots of a sweep. The code that draws them only does the layout.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "catena/choose/sweep/sweep_best.hpp"
#include "catena/core/arm.hpp"

namespace catena::choose {

struct SweepPlotLimits {
  std::size_t shown =
      4000;  // arms drawn one by one: with more, single arms cannot be seen; a larger front is drawn all the same
  std::size_t best = 20;  // how many of these are the best ones; less than `shown`
};

// Columns are parameters, then criteria, as in the head of the store.
struct SweepPlots {
  std::vector<std::int64_t> points = {};         // drawn one by one, rising
  std::vector<std::size_t> front = {};           // indices of those of `points` that are on the front, rising
  std::vector<std::vector<double>> values = {};  // (columns) x (points)
  std::vector<std::vector<double>> errors = {};  // (columns) x (points); a column is empty if all are 0
  std::vector<std::vector<double>> sampled =
      {};  // (columns) x every feasible arm of the sample; searches are
           // left out, since they crowd around their optima
};
SweepPlots sweep_plots(const Store& store, const SweepBest& best, const SweepPlotLimits& limits = {});

// All feasible arms, or if these are more than `limits.shown`: the whole front, the best ones, and every k-th of the others
// where there is room, at least a quarter of `limits.shown`. Rising.
std::vector<std::int64_t> points_to_plot(const SweepBest& best, const SweepPlotLimits& limits = {});

// One of the best arms, to be drawn.
struct BestArm {
  std::int64_t point = 0;
  Arm arm;
  Eigen::VectorXd q;  // the middle of the range of each joint; 0 without limits
};
std::vector<BestArm> best_arms(const Store& store, const SweepBest& best, std::size_t count);

}  // namespace catena::choose
