// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/pd_control.hpp"

#include "sim/desired.hpp"

namespace catena::sim {
namespace {

constexpr const char* kWhere = "pd control";

}  // namespace

PdControl::PdControl(const Arm& arm, std::shared_ptr<const Trajectory> desired, Eigen::VectorXd kp,
                     Eigen::VectorXd kd, Gravity gravity)
    : arm_(arm),
      desired_(detail::for_arm(kWhere, arm, std::move(desired))),
      kp_(detail::gains(kWhere, "kp", arm, std::move(kp))),
      kd_(detail::gains(kWhere, "kd", arm, std::move(kd))),
      gravity_(gravity),
      work_(arm_),
      motion_(arm_.dof()) {}

void PdControl::torque(double t, VecIn q, VecIn qd, VecOut tau) {
  desired_->at(t, motion_);
  if (gravity_ == Gravity::compensated)
    arm_.gravity(q, work_, tau);
  else
    tau.setZero();
  tau += kp_.cwiseProduct(motion_.q - q) + kd_.cwiseProduct(motion_.qd - qd);
}

}  // namespace catena::sim
