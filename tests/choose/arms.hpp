// SPDX-License-Identifier: Apache-2.0
// Arms with known results.
#pragma once

#include <string>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"
#include "catena/core/arm.hpp"
#include "support/arms.hpp"

namespace catena::test {

inline void set_range(Robot& robot, int link, double lower, double upper) {
  Limits limits = robot.links[link].limits.value_or(Limits{});
  limits.position = {lower, upper};
  robot.links[link].limits = limits;
}

// A random arm (revolute, or mixed with prismatic joints of half a metre) whose tool is off its last axis.
inline Robot ranged(const std::string& spec) {
  Robot robot = Arm::load(spec).robot();
  for (std::size_t i = 0; i < robot.links.size(); ++i)
    if (robot.links[i].joint == JointKind::prismatic) set_range(robot, static_cast<int>(i), 0.1, 0.6);
  RobotLink tool;
  tool.joint = JointKind::fixed;
  tool.dh.a = 0.2, tool.dh.d = 0.1, tool.dh.alpha = 0.4;
  robot.links.push_back(tool);
  return robot;
}

// A prismatic joint of stroke b along a line through the axis, starting at distance `a`.
inline Arm rp_arm(double a, double b) {
  Robot robot = Arm::load("rp").robot();
  robot.links[1].dh.d = a;
  set_range(robot, 1, 0, b);
  return Arm(robot);
}
// A prismatic joint of stroke b across the common normal a.
inline Arm rp_arm_across(double a, double b) {
  Robot robot = Arm::load("rp").robot();
  robot.links[0].dh.a = a;
  set_range(robot, 1, 0, b);
  return Arm(robot);
}
inline Arm pr_arm(double a, double b) {
  Robot robot = Arm::load("pr").robot();
  robot.links[1].dh.a = a;
  set_range(robot, 0, 0, b);
  return Arm(robot);
}
inline Arm rtx_arm(double b1, double a2, double a3) {
  Robot robot = Arm::load("rtx").robot();
  robot.links[1].dh.a = a2, robot.links[2].dh.a = a3;
  set_range(robot, 0, 0, b1);
  return Arm(robot);
}
inline Arm stanford_arm(double b2, double b3) {
  Robot robot = Arm::load("stanford_004").robot();
  robot.links[1].dh.d = b2;
  set_range(robot, 2, 0, b3);
  return Arm(robot);
}

inline choose::Score score(const Arm& arm, const char* stem, const choose::Task& task = {}) {
  const choose::Criterion* wanted[] = {&choose::criterion(stem)};
  return choose::evaluate(std::vector{arm}, wanted, task).at(0, 0);
}

}  // namespace catena::test
