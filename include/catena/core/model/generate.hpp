// SPDX-License-Identifier: Apache-2.0
// Robots made by rule: `chain:30`, `mixed:12:7`, `snake:100`, `planar:2`. The same numbers on every machine.
#pragma once

#include <span>
#include <string_view>

#include "catena/core/model/robot.hpp"

namespace catena {

// chain:N[:SEED]  N random revolute links, general in every parameter, every body possible
// mixed:N[:SEED]  the same with revolute and prismatic joints
// snake:N         identical cylinders, axes turned by +90° and -90° in turn
// planar:N        identical slender rods with parallel axes, gravity in their plane
// N is 1 to 10000. A longer random chain of the same seed begins with the shorter one.
// Throws Error(usage) if the specification is none of these.
Robot generate_robot(std::string_view spec);

// "chain", "mixed", "snake", "planar"
std::span<const std::string_view> generator_names();

}  // namespace catena
