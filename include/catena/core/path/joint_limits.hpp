// SPDX-License-Identifier: Apache-2.0
// JointLimits: velocity, acceleration, jerk and torque limits of the joints.
#pragma once

#include <Eigen/Core>
#include <limits>

#include "catena/core/arm.hpp"

namespace catena::path {

// Symmetric limits, (n) each, above zero; infinity, more than 1e100 or an empty vector: none.
struct JointLimits {
  Eigen::VectorXd velocity = {};      // [rad/s, m/s]
  Eigen::VectorXd acceleration = {};  // [rad/s², m/s²]
  Eigen::VectorXd jerk = {};          // [rad/s³, m/s³]
  Eigen::VectorXd torque = {};        // [N m, N]
};

// The velocity and torque limits of the robot; infinity where it has none. Compiled into the caller's program, like the
// by-value calls of Arm.
inline JointLimits limits_of(const Arm& arm) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  JointLimits out;
  out.velocity = Eigen::VectorXd::Constant(arm.dof(), kNone);
  out.torque = out.velocity;
  Eigen::Index i = 0;
  for (const RobotLink& link : arm.robot().links) {
    if (link.joint == JointKind::fixed) continue;
    if (link.limits && link.limits->velocity) out.velocity[i] = *link.limits->velocity;
    if (link.limits && link.limits->effort) out.torque[i] = *link.limits->effort;
    ++i;
  }
  return out;
}

}  // namespace catena::path
