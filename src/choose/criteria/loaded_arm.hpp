// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catena/choose/criteria/criterion.hpp"
#include "catena/core/arm.hpp"

namespace catena::choose::detail {

// The arm with the payload of the task, a point mass, in addition to the robot's own.
Arm loaded_arm(const Arm& arm, const Task& task);

}  // namespace catena::choose::detail
