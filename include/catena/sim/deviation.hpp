// SPDX-License-Identifier: Apache-2.0
// The desired motion of a run, and the deviation of the run from it.
#pragma once

#include "catena/sim/quasi_velocity_control.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::sim {

// The desired motion at the times of the samples.
struct DesiredSamples {
  Samples q, qd;  // n each
  Samples tool;   // origin of the tool in the base frame [m]
};
DesiredSamples desired_samples(const Arm& arm, const Run& run, const Trajectory& desired);

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
