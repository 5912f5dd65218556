// SPDX-License-Identifier: Apache-2.0
// A trajectory sampled at equal steps, in the layout of the batch functions.
#pragma once

#include <memory>
#include <vector>

#include "catena/choose/criteria/default_motion.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::choose::detail {

struct Path {
  static constexpr std::size_t kStates = 1001;  // 004: steps of 0.01 s over 10 s
  // The weight of state k in the mean over time, by the trapezoidal rule.
  static constexpr double weight(std::size_t k) {
    return (k == 0 || k + 1 == kStates ? 0.5 : 1.0) / static_cast<double>(kStates - 1);
  }
  double duration() const { return step * static_cast<double>(kStates - 1); }  // [s]

  int dof;
  double step;                     // [s]
  std::vector<double> q, qd, qdd;  // (kStates x dof) state after state
};

std::shared_ptr<const Path> sampled(const sim::Trajectory& trajectory);

// Where the limits allow it, all joints go from 0 to π: π t/T - sin(2π t/T)/2, T = 10 s.   004 (23)
std::shared_ptr<const sim::Trajectory> trajectory_of(const DefaultMotion& motion);

}  // namespace catena::choose::detail
