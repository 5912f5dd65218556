// SPDX-License-Identifier: Apache-2.0
#include "check/table_kinematics.hpp"

#include <Eigen/Geometry>

namespace catena::check::detail {
namespace {

using Eigen::Isometry3d;
using Eigen::Vector3d;

Vector3d eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

Isometry3d screw(const Vector3d& axis, double angle, double shift) {
  return Eigen::Translation3d(shift * axis) * Eigen::AngleAxisd(angle, axis);
}

// Frame of each row in the base.
std::vector<Isometry3d> frames(const Robot& robot, std::span<const double> q) {
  std::vector<Isometry3d> out;
  Isometry3d X = Isometry3d::Identity();
  std::size_t moved = 0;
  for (const RobotLink& link : robot.links) {
    Dh dh = link.dh;
    if (link.joint == JointKind::revolute) dh.theta += q[moved++];
    if (link.joint == JointKind::prismatic) dh.d += q[moved++];
    const Isometry3d x = screw(Vector3d::UnitX(), dh.alpha, dh.a),
                     z = screw(Vector3d::UnitZ(), dh.theta, dh.d);
    X = X * (robot.convention == Convention::standard ? z * x : x * z);
    out.push_back(X);
  }
  return out;
}

}  // namespace

std::vector<double> table_pose(const Robot& robot, std::span<const double> q) {
  const Eigen::Matrix4d tool = frames(robot, q).back().matrix();
  return {tool.data(), tool.data() + 16};
}

double table_potential(const Robot& robot, std::span<const double> q) {
  const std::vector<Isometry3d> X = frames(robot, q);
  const Vector3d g = eigen(robot.gravity);
  double sum = 0;
  bool moves = false;
  for (std::size_t k = 0; k < X.size(); ++k) {
    const RobotLink& link = robot.links[k];
    moves = moves || link.joint != JointKind::fixed;
    if (moves) sum -= link.mass * g.dot(X[k] * eigen(link.com));  // bodies fixed to the base do not count
  }
  if (robot.payload) sum -= robot.payload->mass * g.dot(X.back() * eigen(robot.payload->com));
  return sum;
}

}  // namespace catena::check::detail
