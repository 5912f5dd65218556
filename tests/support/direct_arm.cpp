// SPDX-License-Identifier: Apache-2.0
#include "support/direct_arm.hpp"

#include <algorithm>

namespace catena::test {

DirectArm::DirectArm(int n, const Vec3<double>& field)
    : M(Eigen::MatrixXd::Zero(n, n)), g(Eigen::VectorXd::Zero(n)), gravity(field.x, field.y, field.z) {}

void DirectArm::turn(const Eigen::Vector3d& axis, double angle) { X.rotate(Eigen::AngleAxisd(angle, axis)); }
void DirectArm::slide(const Eigen::Vector3d& by) { X.translate(by); }

void DirectArm::joint(JointKind kind, const Eigen::Vector3d& axis, double q) {
  joints_.push_back({kind, X.linear() * axis, X.translation()});
  if (kind == JointKind::revolute) turn(axis, q);
  if (kind == JointKind::prismatic) slide(q * axis);
}

void DirectArm::body(double mass, const Eigen::Vector3d& com, const Eigen::Matrix3d& inertia) {
  const Eigen::Vector3d c = X * com;
  const Eigen::Matrix3d I = X.linear() * inertia * X.linear().transpose();
  Eigen::MatrixXd Jv = Eigen::MatrixXd::Zero(3, M.cols()), Jw = Jv;
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const auto col = static_cast<Eigen::Index>(j);
    const bool turns = joints_[j].kind == JointKind::revolute;
    Jv.col(col) = turns ? joints_[j].axis.cross(c - joints_[j].at).eval() : joints_[j].axis;
    if (turns) Jw.col(col) = joints_[j].axis;
  }
  M += mass * (Jv.transpose() * Jv) + Jw.transpose() * (MatrixXd(I) * Jw);
  g -= Jv.transpose() * VectorXd(mass * gravity);
}

Eigen::Isometry3d eigen(const Pose<double>& X) {
  Eigen::Isometry3d out = Eigen::Isometry3d::Identity();
  out.linear() << X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz, X.R.zx, X.R.zy, X.R.zz;
  out.translation() = eigen(X.p);
  return out;
}

void walk_row(DirectArm& arm, bool standard, JointKind kind, const Dh& dh, double q) {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), z = Eigen::Vector3d::UnitZ();
  if (!standard) arm.turn(x, dh.alpha), arm.slide(dh.a * x);
  if (kind != JointKind::fixed) arm.joint(kind, z, q);
  arm.turn(z, dh.theta), arm.slide(dh.d * z);
  if (standard) arm.slide(dh.a * x), arm.turn(x, dh.alpha);
}

DirectArm direct(const Robot& robot, const std::vector<double>& q) {
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

DirectArm direct(const Canonical& chain, const Vec3<double>& gravity, const std::vector<double>& q) {
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

double difference(const DirectArm& a, const DirectArm& b) {
  if (a.M.rows() != b.M.rows()) return 1e300;
  const auto relative = [](const auto& u, const auto& v) {
    return u.size() == 0 ? 0.0 : (u - v).cwiseAbs().maxCoeff() / std::max(1.0, u.cwiseAbs().maxCoeff());
  };
  return std::max({relative(a.X.matrix(), b.X.matrix()), relative(a.M, b.M), relative(a.g, b.g)});
}

}  // namespace catena::test
