// SPDX-License-Identifier: Apache-2.0
// Poses within reach for tests and measurements of inverse kinematics, and how far a posture is from a pose.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "catena/core/ik.hpp"
#include "support/arms.hpp"

namespace catena::test {

// The position limits of the moving joints; without limits half a turn or a metre to either side.
inline std::vector<std::array<double, 2>> joint_ranges(const Robot& robot) {
  std::vector<std::array<double, 2>> out;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    const double most = link.joint == JointKind::revolute ? std::numbers::pi : 1;
    out.push_back(link.limits && link.limits->position ? *link.limits->position : std::array{-most, most});
  }
  return out;
}

inline Eigen::VectorXd posture_within(const std::vector<std::array<double, 2>>& ranges, Random& random) {
  Eigen::VectorXd q(static_cast<Eigen::Index>(ranges.size()));
  for (std::size_t i = 0; i < ranges.size(); ++i)
    q[static_cast<Eigen::Index>(i)] = random(ranges[i][0], ranges[i][1]);
  return q;
}

struct Distance {
  double position, orientation;  // [m], [rad]
};
// For small angles: the norm of Aᵀ B - 1 is √2 times the angle.
inline Distance distance(const Eigen::Matrix4d& A, const Eigen::Matrix4d& B) {
  double turned = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) turned += (A(i, j) - B(i, j)) * (A(i, j) - B(i, j));
  return {std::hypot(A(0, 3) - B(0, 3), A(1, 3) - B(1, 3), A(2, 3) - B(2, 3)), std::sqrt(turned / 2)};
}

}  // namespace catena::test
