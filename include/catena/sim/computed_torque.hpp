// SPDX-License-Identifier: Apache-2.0
// ComputedTorque: the torques for the acceleration that brings the arm back to the desired motion,
// τ = id(q, q̇, q̈_d + K_d ė + K_p e) with e = q_d - q. If the model is exact, each joint's error then obeys
// ë + K_d ė + K_p e = 0 on its own; K_p = ω², K_d = 2ω bring it back without overshoot.
#pragma once

#include <memory>

#include "catena/sim/drive.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class ComputedTorque : public Drive {
 public:
  // Gains are (n), 0 or more: [1/s²] and [1/s].
  ComputedTorque(const Arm& arm, std::shared_ptr<const Trajectory> desired, Eigen::VectorXd kp,
                 Eigen::VectorXd kd);

  int dof() const override { return arm_.dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;
  std::vector<double> kinks() const override { return desired_->kinks(); }

 private:
  Arm arm_;
  std::shared_ptr<const Trajectory> desired_;
  Eigen::VectorXd kp_, kd_;  // (n)
  Workspace work_;
  JointMotion motion_;
};

}  // namespace catena::sim
