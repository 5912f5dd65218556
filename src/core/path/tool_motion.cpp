// SPDX-License-Identifier: Apache-2.0
#include "core/path/tool_motion.hpp"

#include <algorithm>
#include <cmath>

#include "core/path/pose_piece.hpp"

namespace catena::path::detail {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

ToolMotion::ToolMotion(const Arm& arm, const FollowOptions& options, double path_length)
    : arm_(arm),
      options_(options),
      frame_(options.frame ? *options.frame : Frame<double>{arm.dof() - 1, arm.chain().tool()}),
      path_length_(path_length),
      whole_(options.goal == IkGoal::pose),
      work_(arm) {
  frame_.axes = Axes::base_at_frame;
  const Index n = arm.dof();
  lower_ = VectorXd::Constant(n, -INFINITY), upper_ = VectorXd::Constant(n, INFINITY);
  Index i = 0;
  for (const RobotLink& link : arm.robot().links) {
    if (link.joint == JointKind::fixed) continue;
    if (link.limits && link.limits->position)
      lower_[i] = (*link.limits->position)[0], upper_[i] = (*link.limits->position)[1];
    ++i;
  }
  full_.resize(6, n), J_.resize(whole_ ? 6 : 3, n), error_.setZero(J_.rows()), start_.setZero(n);
  svd_ = Eigen::JacobiSVD<MatrixXd>(J_.rows(), n, Eigen::ComputeThinU | Eigen::ComputeThinV);
  set_rank();
}

// The largest rank at a few postures, none of which is special: that of an arm whose tool moves in a plane is 3.
void ToolMotion::set_rank() {
  const Index n = arm_.dof();
  rank_ = 0;
  double longest = 0;
  for (int k = 1; k <= 3; ++k) {
    const VectorXd q = VectorXd::NullaryExpr(n, [&](Index i) {
      return 0.7 * std::sin(1.3 * static_cast<double>(k) + 2.1 * static_cast<double>(i));
    });
    arm_.jacobian(q, frame_, work_, full_);
    longest = std::max(longest, full_.bottomRows<3>().colwise().norm().maxCoeff());
  }
  if (longest > 0) length_ = longest;
  for (int k = 1; k <= 3; ++k) {
    const VectorXd q = VectorXd::NullaryExpr(n, [&](Index i) {
      return 0.7 * std::sin(1.3 * static_cast<double>(k) + 2.1 * static_cast<double>(i));
    });
    arm_.jacobian(q, frame_, work_, full_);
    if (whole_) J_.topRows<3>() = full_.topRows<3>();
    J_.bottomRows<3>() = full_.bottomRows<3>() / length_;
    svd_.compute(J_);
    const VectorXd& s = svd_.singularValues();
    rank_ = std::max(rank_, static_cast<Index>((s.array() > 1e-9 * s[0]).count()));
  }
}

void ToolMotion::set(const VectorXd& q, const PosePoint& at) {
  Eigen::Matrix4d X;
  arm_.pose(q, frame_, work_, X);
  arm_.jacobian(q, frame_, work_, full_);
  if (whole_) J_.topRows<3>() = full_.topRows<3>();
  J_.bottomRows<3>() = full_.bottomRows<3>() / length_;
  const Vector3d turn = rotation_vector(at.R * X.topLeftCorner<3, 3>().transpose()),
                 way = at.p - X.topRightCorner<3, 1>();
  error_ = rows(turn, way);
  position_error_ = way.norm();
  orientation_error_ = whole_ ? turn.norm() : 0;
  svd_.compute(J_);
}

double ToolMotion::inverse_condition() const {
  const VectorXd& s = svd_.singularValues();
  return s[0] > 0 ? s[rank_ - 1] / s[0] : 0;
}

VectorXd ToolMotion::rows(const Vector3d& angular, const Vector3d& linear) const {
  VectorXd out(J_.rows());
  if (whole_) out.head<3>() = angular;
  out.tail<3>() = linear / length_;
  return out;
}

VectorXd ToolMotion::solve(const VectorXd& twist) const {
  const VectorXd parts =
      (svd_.matrixU().leftCols(rank_).transpose() * twist).cwiseQuotient(svd_.singularValues().head(rank_));
  return svd_.matrixV().leftCols(rank_) * parts;
}

VectorXd ToolMotion::solve_transposed(const VectorXd& motion) const {
  const VectorXd parts =
      (svd_.matrixV().leftCols(rank_).transpose() * motion).cwiseQuotient(svd_.singularValues().head(rank_));
  return svd_.matrixU().leftCols(rank_) * parts;
}

VectorXd ToolMotion::spare(const VectorXd& motion) const {
  return motion - svd_.matrixV().leftCols(rank_) * (svd_.matrixV().leftCols(rank_).transpose() * motion);
}

VectorXd ToolMotion::correction() const { return solve(error_); }

// Over the length of the path, the distance of a redundant joint from where it should be shrinks by a factor of e, faster near
// a limit, where the cost is
// x² / (1 - x²) with x from -1 to 1 between the limits.
void ToolMotion::wish(const VectorXd& q, VectorXd& z, VectorXd& slope) const {
  const Index n = q.size();
  z.setZero(n), slope.setZero(n);
  if (options_.redundancy == Redundancy::slowest) return;
  for (Index i = 0; i < n; ++i) {
    if (options_.redundancy == Redundancy::start) {
      z[i] = (start_[i] - q[i]) / path_length_, slope[i] = -1 / path_length_;
      continue;
    }
    const double half = (upper_[i] - lower_[i]) / 2;
    if (!std::isfinite(half) || !(half > 0)) continue;
    const double x = std::clamp((q[i] - (lower_[i] + upper_[i]) / 2) / half, -0.99, 0.99), room = 1 - x * x;
    z[i] = -half * x / (room * room) / path_length_;
    slope[i] = -(1 + 3 * x * x) / (room * room * room) / path_length_;
  }
}

void ToolMotion::derivatives(const VectorXd& q, const PosePoint& at, VectorXd& dq, VectorXd& ddq) {
  VectorXd z, slope;
  wish(q, z, slope);
  const VectorXd V = rows(at.w, at.v);
  dq = z + solve(V - J_ * z);
  arm_.jacobian_rate(q, dq, frame_, work_, full_);
  MatrixXd rate(J_.rows(), J_.cols());
  if (whole_) rate.topRows<3>() = full_.topRows<3>();
  rate.bottomRows<3>() = full_.bottomRows<3>() / length_;
  const VectorXd lambda = solve_transposed(dq - z), bend = rows(at.alpha, at.a);
  ddq = solve(bend - rate * dq) + spare(rate.transpose() * lambda + slope.cwiseProduct(dq));
}

}  // namespace catena::path::detail
