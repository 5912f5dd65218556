// SPDX-License-Identifier: Apache-2.0
// An arm evaluated the long way, for tests: poses by plain products, M = sum of m Jvᵀ Jv + Jwᵀ I Jw, gravity
// from the same Jacobians. Shares no code with the library.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "catena/core/model/canonical.hpp"
#include "catena/core/model/robot.hpp"
#include "support/eigen.hpp"

namespace catena::test {

struct DirectArm {
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();  // where the walk has come, in the base frame
  Eigen::MatrixXd M;
  Eigen::VectorXd g;  // torque that holds the arm still
  Eigen::Vector3d gravity;

  DirectArm(int n, const Vec3<double>& field);

  void turn(const Eigen::Vector3d& axis, double angle);
  void slide(const Eigen::Vector3d& by);

  // A joint about `axis` of the present frame; moves it by q.
  void joint(JointKind kind, const Eigen::Vector3d& axis, double q);

  // A body in the present frame, carried by all joints so far.
  void body(double mass, const Eigen::Vector3d& com, const Eigen::Matrix3d& inertia);

 private:
  struct Joint {
    JointKind kind;
    Eigen::Vector3d axis, at;
  };
  std::vector<Joint> joints_;
};

Eigen::Isometry3d eigen(const Pose<double>& X);

void walk_row(DirectArm& arm, bool standard, JointKind kind, const Dh& dh, double q);

// The table as it stands, row by row.
DirectArm direct(const Robot& robot, const std::vector<double>& q);

DirectArm direct(const Canonical& chain, const Vec3<double>& gravity, const std::vector<double>& q);

// The largest difference of tool pose, M and gravity, relative to the larger of 1 and the quantity itself.
double difference(const DirectArm& a, const DirectArm& b);

}  // namespace catena::test
