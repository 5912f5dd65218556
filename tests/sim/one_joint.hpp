// SPDX-License-Identifier: Apache-2.0
// One body on one joint: a pendulum in a vertical plane, or a slide along the base's z axis.
#pragma once

#include "catena/sim/simulation.hpp"

namespace catena::test {

inline Robot one_joint(JointKind kind) {
  Robot robot;
  robot.name = "one";
  RobotLink link;
  link.joint = kind;
  link.dh = {1, 0, 0, 0};
  link.mass = 2;
  link.com = {-0.5, 0, 0};  // half way along the rod
  link.inertia = {0.1, 0.2, 0.3, 0, 0, 0};
  robot.links = {link};
  robot.gravity = kind == JointKind::revolute ? Vec3<double>{0, -9.81, 0} : Vec3<double>{0, 0, -9.81};
  return robot;
}

inline sim::JointState start(double q, double qd = 0) {
  return {Eigen::VectorXd::Constant(1, q), Eigen::VectorXd::Constant(1, qd)};
}

}  // namespace catena::test
