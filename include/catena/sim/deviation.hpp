// SPDX-License-Identifier: Apache-2.0
// The deviation of a run from the desired motion.
#pragma once

#include "catena/sim/quasi_velocity_control.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::sim {

// q_d - q of each sample, (n).
Samples deviations(const Run& run, const Trajectory& desired);

// The largest |q_d - q| of all samples and joints.
struct Deviation {
  double largest = 0, time = 0;
  int joint = 0;  // counted from 0
};
Deviation largest_deviation(const Run& run, const Trajectory& desired);

// s of each sample, (n): the deviation of each quasi-velocity, which decays independently of the others.
Samples quasi_velocity_deviations(const Run& run, QuasiVelocityControl& control);

}  // namespace catena::sim
