// SPDX-License-Identifier: Apache-2.0
// Checks of the arguments of a simulation; they throw Error(usage).
#pragma once

#include <vector>

#include "catena/sim/simulation.hpp"

namespace catena::sim::detail {

void check_options(const Options& options);
void check_state(const Arm& arm, const JointState& start);
void check_pushes(const Arm& arm, const Options& options);
void check_drive(const Arm& arm, const Drive& drive);

// The drive's discontinuities within the run, ascending.
std::vector<double> inner_kinks(const Drive* drive, const Options& options);

}  // namespace catena::sim::detail
