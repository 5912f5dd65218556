// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/computed_torque.hpp"

#include "sim/desired.hpp"

namespace catena::sim {
namespace {

constexpr const char* kWhere = "computed torque";

}  // namespace

ComputedTorque::ComputedTorque(const Arm& arm, std::shared_ptr<const Trajectory> desired, Eigen::VectorXd kp,
                               Eigen::VectorXd kd)
    : arm_(arm),
      desired_(detail::for_arm(kWhere, arm, std::move(desired))),
      kp_(detail::gains(kWhere, "kp", arm, std::move(kp))),
      kd_(detail::gains(kWhere, "kd", arm, std::move(kd))),
      work_(arm_),
      motion_(arm_.dof()) {}

void ComputedTorque::torque(double t, VecIn q, VecIn qd, VecOut tau) {
  desired_->at(t, motion_);
  motion_.qdd += kd_.cwiseProduct(motion_.qd - qd) + kp_.cwiseProduct(motion_.q - q);
  arm_.id(q, qd, motion_.qdd, work_, tau);
}

}  // namespace catena::sim
