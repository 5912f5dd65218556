// SPDX-License-Identifier: Apache-2.0
#include "core/path/path_dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/core/text.hpp"
#include "core/path/require.hpp"

namespace catena::path::detail {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kLargest =
    1e100;  // a limit above it is none: its square, and torques at such speeds, would overflow
constexpr double kLeast = 1e-100;  // the square of a smaller one underflows

void require_limits(const char* name, const VectorXd& limits, int dof) {
  if (limits.size() == 0) return;
  require_size("time-optimal motion", name, limits.size(), dof);
  for (Index i = 0; i < limits.size(); ++i)
    if (!(limits[i] > 0))
      throw Error(ErrorKind::usage, "time-optimal motion",
                  fmt::format("the limit '{}' must be above 0", name))
          .given(fmt::format("{} for joint {} (counted from 1)", limits[i], i + 1))
          .need("a number above 0, or infinity");
  for (Index i = 0; i < limits.size(); ++i)
    if (limits[i] < kLeast)
      throw Error(ErrorKind::usage, "time-optimal motion",
                  fmt::format("the limit '{}' is too small to compute with", name))
          .given(fmt::format("{} for joint {} (counted from 1)", limits[i], i + 1))
          .need(fmt::format("{:g} or more", kLeast));
}

}  // namespace

PathDynamics::PathDynamics(const Arm& arm, const JointPath& path, const JointLimits& limits,
                           const TimeOptimalOptions& options)
    : arm_(arm), path_(path), limits_(limits), options_(options), work_(arm) {
  const int n = arm.dof();
  if (path.dof() != n)
    throw Error(ErrorKind::usage, "time-optimal motion", "the path is not one of this arm")
        .given(fmt::format("a path of {}", text::counted(path.dof(), "joint")))
        .need(fmt::format("{}, the joints of '{}'", n, arm.name()));
  require_limits("velocity", limits.velocity, n);
  require_limits("acceleration", limits.acceleration, n);
  require_limits("torque", limits.torque, n);
  for (VectorXd* x : {&q_, &dq_, &ddq_, &qd_, &qdd_, &tau_, &a_, &b_, &c_, &friction_, &twice_, &coulomb_,
                      &rotors_, &zero_})
    x->setZero(n);
  if (!options.motors) return;
  arm.rotor_inertia(rotors_);
  for (const RobotLink& link : arm.robot().links) viscous_ |= link.motor && link.motor->viscous != 0;
}

double PathDynamics::limit(const VectorXd& limits, Index i) const {
  return limits.size() == 0 || limits[i] > kLargest ? std::numeric_limits<double>::infinity() : limits[i];
}

Rows PathDynamics::rows(std::size_t piece, double s, double share, double near, double directions_at) {
  const double length = path_.length();
  path_.at_piece(piece, s, q_, dq_, ddq_);
  dq_ *= length, ddq_ *= length * length;
  Rows out = {{}, std::numeric_limits<double>::infinity()};
  const Index n = q_.size();
  for (Index i = 0; i < n; ++i) {
    const double fastest = share * limit(limits_.velocity, i) / std::abs(dq_[i]);
    if (dq_[i] != 0) out.most = std::min(out.most, fastest * fastest);
    if (const double most = share * limit(limits_.acceleration, i); std::isfinite(most))
      out.rows.push_back({dq_[i], ddq_[i], -most, most});
  }
  if (options_.speed) {
    const double fastest = share * options_.speed(s) / length;
    out.most = std::min(out.most, fastest * fastest);
  }
  arm_.id(q_, zero_, zero_, work_, c_);
  arm_.id(q_, zero_, dq_, work_, a_);
  arm_.id(q_, dq_, ddq_, work_, b_);
  a_ -= c_, b_ -= c_;
  if (options_.motors) {
    a_ += rotors_.cwiseProduct(dq_), b_ += rotors_.cwiseProduct(ddq_);
    // friction = coulomb + viscous √x, and √x = (√near + x / √near) / 2 at x = near.
    split_friction();
    const double root = std::sqrt(near);
    b_ += friction_ / (2 * root), c_ += friction_ * (root / 2);
    path_.at_piece(piece, directions_at, q_, dq_, ddq_);
    split_friction();
    c_ += coulomb_;
  }
  for (Index i = 0; i < n; ++i)
    if (const double most = share * limit(limits_.torque, i); std::isfinite(most))
      out.rows.push_back({a_[i], b_[i], -most - c_[i], most - c_[i]});
  return out;
}

void PathDynamics::split_friction() {
  twice_ = 2 * dq_;
  arm_.friction(dq_, coulomb_);
  arm_.friction(twice_, friction_);
  friction_ -= coulomb_;
  coulomb_ -= friction_;
}

void PathDynamics::torques(double speed, double acceleration) {
  qd_ = speed * dq_;
  qdd_ = acceleration * dq_ + (speed * speed) * ddq_;
  arm_.id(q_, qd_, qdd_, work_, tau_);
  if (!options_.motors) return;
  if (speed > 0) {
    arm_.friction(qd_, friction_);
  } else {
    split_friction();
    friction_ = coulomb_;
  }
  tau_ += rotors_.cwiseProduct(qdd_) + friction_;
}

Closest PathDynamics::closest(std::size_t piece, double s, double speed, double acceleration) {
  path_.at_piece(piece, s, q_, dq_, ddq_);
  torques(speed, acceleration);
  Closest out;
  for (Index i = 0; i < q_.size(); ++i) {
    const int joint = static_cast<int>(i);
    out.consider(std::abs(qd_[i]) / limit(limits_.velocity, i), LimitKind::velocity, joint);
    out.consider(std::abs(qdd_[i]) / limit(limits_.acceleration, i), LimitKind::acceleration, joint);
    out.consider(std::abs(tau_[i]) / limit(limits_.torque, i), LimitKind::torque, joint);
  }
  if (options_.speed) out.consider(speed / options_.speed(s), LimitKind::speed, -1);
  return out;
}

Closest PathDynamics::static_load(std::size_t piece, double s) {
  path_.at_piece(piece, s, q_, dq_, ddq_);
  dq_.setZero();  // at rest: without friction
  torques(0, 0);
  Closest out;
  for (Index i = 0; i < q_.size(); ++i)
    out.consider(std::abs(tau_[i]) / limit(limits_.torque, i), LimitKind::torque, static_cast<int>(i));
  return out;
}

}  // namespace catena::path::detail
