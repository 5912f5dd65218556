// SPDX-License-Identifier: Apache-2.0
// [[push]] of a scenario file: wrenches on links during a part of the run.
#pragma once

#include <vector>

#include "catena/sim/scenario.hpp"
#include "io/toml_fields.hpp"

namespace catena::sim::detail {

// Reads the tables of [[push]]. Throws Error(model).
void read_pushes(const io::detail::TomlTable& file, Scenario& scenario);

// The pushes of the scenario with their frames found in the arm. Throws Error(usage).
std::vector<Push> pushes_of(const Scenario& scenario, const Arm& arm);

}  // namespace catena::sim::detail
