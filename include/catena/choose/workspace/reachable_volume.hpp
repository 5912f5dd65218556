// SPDX-License-Identifier: Apache-2.0
// How much room an arm reaches: the area of the places of its tool if they lie in a plane, else their volume.
//
// Limits of the joints are respected; a revolute joint without limits turns all the way round. A slide without limits
// has no workspace: Error(model).
#pragma once

#include <cstdint>
#include <optional>

#include "catena/core/arm.hpp"

namespace catena::choose {

struct ReachableVolume {
  double value;        // [m^2] or [m^3]
  double error = 0;    // half the width of its 95 % interval; 0: exact
  bool flat = false;   // an area
  bool exact = false;  // by a closed form
};

// The closed forms: RP, PR, RR and PP in a plane, PRR with parallel axes (RTX), RRP with axes at right angles that meet
// (Stanford), PPP; all joints that turn go all the way round. Nothing for other arms.
std::optional<ReachableVolume> reachable_volume_closed_form(const Arm& arm);

// Places are drawn, two in each cell of a grid over all that the tool might reach, and tried by inverse kinematics; what
// is round about the first axis is measured in its section. Unbiased as far as the inverse kinematics finds its way.
ReachableVolume sampled_reachable_volume(const Arm& arm, int samples, std::uint64_t seed);

// By a closed form if there is one, else sampled.
ReachableVolume reachable_volume(const Arm& arm, int samples = 4096, std::uint64_t seed = 1);

}  // namespace catena::choose
