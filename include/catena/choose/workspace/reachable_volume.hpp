// SPDX-License-Identifier: Apache-2.0
// The size of the workspace: the volume that the tool reaches, or the area if it moves in a plane.
//
// Joint limits are respected; a revolute joint without limits makes full turns. A prismatic joint without limits has no
// workspace: Error(model).
#pragma once

#include <cstdint>
#include <optional>

#include "catena/core/arm.hpp"

namespace catena::choose {

struct ReachableVolume {
  double value;        // [m^2] or [m^3]
  double error = 0;    // half width of its 95 % interval; 0: exact
  bool flat = false;   // an area
  bool exact = false;  // by a closed form
};

// The closed forms: RP, PR, RR and PP in a plane, PRR with parallel axes (RTX), RRP with axes at right angles that meet
// (Stanford), PPP; all revolute joints make full turns. Nothing for other arms.
std::optional<ReachableVolume> reachable_volume_closed_form(const Arm& arm);

// Draws two positions in each cell of a grid over everything the tool might reach and tests them by inverse kinematics; a
// workspace that is rotationally symmetric about the first axis is measured in its section. What the inverse kinematics may
// have missed is part of the error (docs/criteria.md).
ReachableVolume sampled_reachable_volume(const Arm& arm, int samples, std::uint64_t seed);

// By a closed form if there is one, else sampled.
ReachableVolume reachable_volume(const Arm& arm, int samples = 4096, std::uint64_t seed = 1);

}  // namespace catena::choose
