// SPDX-License-Identifier: Apache-2.0
// How well a run follows a desired motion, and how well any run could follow it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "catena/sim/simulation.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::reproduce::detail {

// When a run is farther than `far` [rad or m] from the desired motion at some joint for the first time; nothing: never.
std::optional<double> departure(const sim::Run& run, const sim::Trajectory& desired, double far);

// The same for two runs with the same sample times.
std::optional<double> separation(const sim::Run& a, const sim::Run& b, double far);

// When joint `i` passes zero for the first time, between the samples by their velocities; nothing: never.
std::optional<double> first_zero(const sim::Run& run, int i);

// How much a deviation from the desired motion grows from time 0 to each of `times` (increasing) when its torques drive
// the arm: the 2-norm of Φ, Φ̇ = [0 1; ∂q̈/∂q ∂q̈/∂q̇] Φ.
std::vector<double> growth(const Arm& arm, const sim::Trajectory& desired, std::span<const double> times);

// The times at which det M changes its sign along the desired motion.
std::vector<double> singular_times(const Arm& arm, const sim::Trajectory& desired);

}  // namespace catena::reproduce::detail
