// SPDX-License-Identifier: Apache-2.0
// A trajectory at sampled times, in the layout of the batch functions.
#pragma once

#include <memory>
#include <vector>

#include "catena/choose/criteria/default_motion.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::choose::detail {

struct Path {
  int dof = 0;
  std::vector<double> time;        // [s] ascending; the first is 0, the last the duration
  std::vector<double> weight;      // of each state in the mean over time, by the trapezoidal rule
  std::vector<double> q, qd, qdd;  // (states x dof) state after state

  std::size_t states() const { return time.size(); }
  double duration() const { return time.back(); }
};

// At equal steps within each piece between two kinks of the trajectory (Trajectory::kinks): 1000 altogether, as 004 has 1000 of 0.01 s,
// but 8 at least in each piece, so that none is passed over; 2 at least if there are thousands of pieces. Where an acceleration jumps,
// both of its values are sampled.
std::shared_ptr<const Path> sampled(const sim::Trajectory& trajectory);

// Where the limits allow it, all joints go from 0 to π: π t/T - sin(2π t/T)/2, T = 10 s.   004 (23)
std::shared_ptr<const sim::Trajectory> trajectory_of(const DefaultMotion& motion);

}  // namespace catena::choose::detail
