// SPDX-License-Identifier: Apache-2.0
// Generated robots: `chain:30`, `mixed:12:7`, `snake:100`, `planar:2`. The same numbers on every machine.
#pragma once

#include <span>
#include <string_view>

#include "catena/core/model/robot.hpp"

namespace catena {

// chain:N[:SEED]  N random revolute links with general parameters and physically possible bodies
// mixed:N[:SEED]  the same with revolute and prismatic joints
// snake:N         identical cylinders, twist angles alternating between +90° and -90°
// planar:N        identical slender rods with parallel axes, gravity in their plane
// N is 1 to 10000. Random chains of the same seed agree in their common links.
// Throws Error(usage) if the specification is none of these.
Robot generate_robot(std::string_view spec);

// "chain", "mixed", "snake", "planar"
std::span<const std::string_view> generator_names();

}  // namespace catena
