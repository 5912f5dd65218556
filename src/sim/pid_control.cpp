// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/pid_control.hpp"

#include "sim/desired.hpp"

namespace catena::sim {
namespace {

constexpr const char* kWhere = "pid control";

PidGains checked(const Arm& arm, PidGains gains) {
  return {detail::gains(kWhere, "kp", arm, std::move(gains.kp)),
          detail::gains(kWhere, "ki", arm, std::move(gains.ki)),
          detail::gains(kWhere, "kd", arm, std::move(gains.kd))};
}

}  // namespace

PidControl::PidControl(const Arm& arm, std::shared_ptr<const Trajectory> desired, PidGains gains)
    : desired_(detail::for_arm(kWhere, arm, std::move(desired))),
      gains_(checked(arm, std::move(gains))),
      integral_(Eigen::VectorXd::Zero(arm.dof())),
      motion_(arm.dof()) {}

void PidControl::torque(double t, VecIn q, VecIn qd, VecOut tau) {
  desired_->at(t, motion_);
  tau = gains_.kp.cwiseProduct(motion_.q - q) + gains_.ki.cwiseProduct(integral_) +
        gains_.kd.cwiseProduct(motion_.qd - qd);
}

void PidControl::rates(double t, VecIn q, VecIn, VecOut zd) {
  desired_->at(t, motion_);
  zd = motion_.q - q;
}

DigitalPid::DigitalPid(const Arm& arm, std::shared_ptr<const Trajectory> desired, PidGains gains,
                       double period)
    : desired_(detail::for_arm(kWhere, arm, std::move(desired))),
      gains_(checked(arm, std::move(gains))),
      period_(period),
      sum_(Eigen::VectorXd::Zero(arm.dof())),
      last_(sum_),
      motion_(arm.dof()) {
  detail::require_above_zero(kWhere, "period", period);
}

void DigitalPid::begin() {
  sum_.setZero();
  first_ = true;
}

void DigitalPid::control(double t, VecIn q, VecIn, VecOut tau) {
  desired_->at(t, motion_);
  motion_.q -= q;  // e
  if (first_) last_ = motion_.q;
  first_ = false;
  sum_ += period_ * motion_.q;
  tau = gains_.kp.cwiseProduct(motion_.q) + gains_.ki.cwiseProduct(sum_) +
        gains_.kd.cwiseProduct(motion_.q - last_) / period_;
  last_ = motion_.q;
}

}  // namespace catena::sim
