// SPDX-License-Identifier: Apache-2.0
// PdControl: proportional-derivative control, τ = K_p e + K_d ė with e = q_d - q; with gravity compensation + g(q), so
// that the arm comes to rest at the desired position (Takegaki and Arimoto 1981).
#pragma once

#include <memory>

#include "catena/sim/drive.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class PdControl : public Drive {
 public:
  enum class Gravity { ignored, compensated };

  // Gains are (n), 0 or more: [N m/rad] and [N m s/rad], or [N/m] and [N s/m].
  PdControl(const Arm& arm, std::shared_ptr<const Trajectory> desired, Eigen::VectorXd kp, Eigen::VectorXd kd,
            Gravity gravity = Gravity::ignored);

  int dof() const override { return arm_.dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;
  std::vector<double> kinks() const override { return desired_->kinks(); }

 private:
  Arm arm_;
  std::shared_ptr<const Trajectory> desired_;
  Eigen::VectorXd kp_, kd_;  // (n)
  Gravity gravity_;
  Workspace work_;
  JointMotion motion_;
};

}  // namespace catena::sim
