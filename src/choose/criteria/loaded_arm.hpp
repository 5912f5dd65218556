// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catena/core/arm.hpp"

namespace catena::choose::detail {

// The arm with a point mass [kg] at its tool, in addition to the robot's own payload.
Arm loaded_arm(const Arm& arm, double mass);

}  // namespace catena::choose::detail
