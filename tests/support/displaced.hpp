// SPDX-License-Identifier: Apache-2.0
// Arms whose base frame is not the first frame of their chain, and whose frames are not those of the chain either, as
// those of a URDF.
#pragma once

#include <string>
#include <vector>

#include "support/arms.hpp"

namespace catena::test {

// Every arm of cases() behind a fixed row, in a field of gravity that is parallel to no axis, with a fixed row beyond the
// last joint and a named frame on each row.
inline std::vector<Robot> displaced_robots() {
  std::vector<Robot> all;
  for (const Case& c : cases()) {
    Robot robot = c.robot;
    RobotLink pedestal, flange;
    pedestal.name = "pedestal", pedestal.joint = JointKind::fixed, pedestal.dh = {0.3, 0.7, -0.2, 1.1};
    flange.name = "flange", flange.joint = JointKind::fixed, flange.dh = {-0.1, 0.4, 0.15, 0.3};
    robot.links.insert(robot.links.begin(), pedestal);
    robot.links.push_back(flange);
    robot.gravity = {1.5, -3, -9};
    for (std::size_t k = 0; k < robot.links.size(); ++k) {
      const double t = 0.3 + 0.2 * static_cast<double>(k);
      const Mat3<double> R = {std::cos(t), -std::sin(t), 0, std::sin(t), std::cos(t), 0, 0, 0, 1};
      robot.frames.push_back({"camera" + std::to_string(k), static_cast<int>(k), {R, {0.05, -0.1, 0.02}}});
    }
    all.push_back(robot);
  }
  return all;
}

}  // namespace catena::test
