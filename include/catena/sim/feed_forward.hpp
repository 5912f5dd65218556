// SPDX-License-Identifier: Apache-2.0
// FeedForward: the torques of a desired motion by inverse dynamics, without feedback.
//
// Paper    Saha 2001 (paper 002), section 4: forced simulation. Open loop: an initial error, even a
//          rounding error, grows with the dynamics of the arm: docs/simulate.md states when runs leave the papers'
//          paths.
#pragma once

#include <memory>

#include "catena/sim/drive.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class FeedForward : public Drive {
 public:
  FeedForward(const Arm& arm, std::shared_ptr<const Trajectory> desired);

  int dof() const override { return arm_.dof(); }
  void torque(double t, VecIn q, VecIn qd, VecOut tau) override;  // τ = id(q_d, q̇_d, q̈_d)
  std::vector<double> kinks() const override { return desired_->kinks(); }

 private:
  Arm arm_;
  std::shared_ptr<const Trajectory> desired_;
  Workspace work_;
  JointMotion motion_;
};

}  // namespace catena::sim
