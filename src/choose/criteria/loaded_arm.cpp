// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/loaded_arm.hpp"

namespace catena::choose::detail {

Arm loaded_arm(const Arm& arm, const Task& task) {
  Robot robot = arm.robot();
  robot.links.push_back({.name = "payload of the task",
                         .joint = JointKind::fixed,
                         .dh = {},
                         .mass = task.payload,
                         .com = task.payload_com,
                         .limits = {},
                         .motor = {}});
  return Arm(std::move(robot));
}

}  // namespace catena::choose::detail
