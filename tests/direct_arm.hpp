// SPDX-License-Identifier: Apache-2.0
// An arm evaluated the long way, for tests: poses by plain products, M = sum of m Jvᵀ Jv + Jwᵀ I Jw, gravity
// from the same Jacobians. Shares no code with the library.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "catena/model/canonical.hpp"
#include "catena/model/robot.hpp"

namespace catena::test {

struct DirectArm {
  Eigen::Isometry3d X = Eigen::Isometry3d::Identity();  // where the walk has come, in the base frame
  Eigen::MatrixXd M;
  Eigen::VectorXd g;  // torque that holds the arm still
  Eigen::Vector3d gravity;

  DirectArm(int n, const Vec3<double>& field)
      : M(Eigen::MatrixXd::Zero(n, n)), g(Eigen::VectorXd::Zero(n)), gravity(field.x, field.y, field.z) {}

  void turn(const Eigen::Vector3d& axis, double angle) { X.rotate(Eigen::AngleAxisd(angle, axis)); }
  void slide(const Eigen::Vector3d& by) { X.translate(by); }

  // A joint about `axis` of the present frame; moves it by q.
  void joint(JointKind kind, const Eigen::Vector3d& axis, double q) {
    joints_.push_back({kind, X.linear() * axis, X.translation()});
    if (kind == JointKind::revolute) turn(axis, q);
    if (kind == JointKind::prismatic) slide(q * axis);
  }

  // A body in the present frame, carried by all joints so far.
  void body(double mass, const Eigen::Vector3d& com, const Eigen::Matrix3d& inertia) {
    const Eigen::Vector3d c = X * com;
    const Eigen::Matrix3d I = X.linear() * inertia * X.linear().transpose();
    Eigen::MatrixXd Jv = Eigen::MatrixXd::Zero(3, M.cols()), Jw = Jv;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const auto col = static_cast<Eigen::Index>(j);
      const bool turns = joints_[j].kind == JointKind::revolute;
      Jv.col(col) = turns ? joints_[j].axis.cross(c - joints_[j].at).eval() : joints_[j].axis;
      if (turns) Jw.col(col) = joints_[j].axis;
    }
    M += mass * Jv.transpose() * Jv + Jw.transpose() * I * Jw;
    g -= mass * Jv.transpose() * gravity;
  }

 private:
  struct Joint {
    JointKind kind;
    Eigen::Vector3d axis, at;
  };
  std::vector<Joint> joints_;
};

inline Eigen::Vector3d eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d eigen(const Sym3<double>& s) {
  return (Eigen::Matrix3d() << s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz).finished();
}
inline Eigen::Isometry3d eigen(const Pose<double>& X) {
  Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
  out.linear() << X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz, X.R.zx, X.R.zy, X.R.zz;
  out.translation() = eigen(X.p);
  return out;
}

inline void walk_row(DirectArm& arm, bool standard, JointKind kind, const Dh& dh, double q) {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), z = Eigen::Vector3d::UnitZ();
  if (!standard) arm.turn(x, dh.alpha), arm.slide(dh.a * x);
  if (kind != JointKind::fixed) arm.joint(kind, z, q);
  arm.turn(z, dh.theta), arm.slide(dh.d * z);
  if (standard) arm.slide(dh.a * x), arm.turn(x, dh.alpha);
}

// The table as it stands, row by row.
inline DirectArm direct(const Robot& robot, const std::vector<double>& q) {
  DirectArm arm(robot.dof(), robot.gravity);
  std::size_t k = 0;
  for (const RobotLink& link : robot.links) {
    walk_row(arm, robot.convention == Convention::standard, link.joint, link.dh,
             link.joint == JointKind::fixed ? 0 : q[k++]);
    if (k > 0) arm.body(link.mass, eigen(link.com), eigen(link.inertia));
  }
  if (robot.payload) arm.body(robot.payload->mass, eigen(robot.payload->com), Eigen::Matrix3d::Zero());
  return arm;
}

inline DirectArm direct(const Canonical& chain, const Vec3<double>& gravity, const std::vector<double>& q) {
  DirectArm arm(static_cast<int>(chain.links.size()), gravity);
  arm.X = eigen(chain.base);
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const CanonicalLink& link = chain.links[i];
    walk_row(arm, false, link.joint, link.dh, q[i]);
    arm.body(link.mass, eigen(link.com), eigen(link.inertia));
  }
  arm.X = arm.X * eigen(chain.tool);
  return arm;
}

// The largest difference of tool pose, M and gravity, relative to the larger of 1 and the quantity itself.
inline double difference(const DirectArm& a, const DirectArm& b) {
  if (a.M.rows() != b.M.rows()) return 1e300;
  const auto relative = [](const auto& u, const auto& v) {
    return u.size() == 0 ? 0.0 : (u - v).cwiseAbs().maxCoeff() / std::max(1.0, u.cwiseAbs().maxCoeff());
  };
  return std::max({relative(a.X.matrix(), b.X.matrix()), relative(a.M, b.M), relative(a.g, b.g)});
}

}  // namespace catena::test
