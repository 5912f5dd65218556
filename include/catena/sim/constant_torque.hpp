// SPDX-License-Identifier: Apache-2.0
// ConstantTorque: constant joint torques. FreeFall: zero torques.
#pragma once

#include "catena/sim/drive.hpp"

namespace catena::sim {

class ConstantTorque : public Drive {
 public:
  explicit ConstantTorque(Eigen::VectorXd tau);

  int dof() const override { return static_cast<int>(tau_.size()); }
  void torque(double, VecIn, VecIn, VecOut tau) override { tau = tau_; }

 private:
  Eigen::VectorXd tau_;  // (n)
};

class FreeFall : public ConstantTorque {
 public:
  explicit FreeFall(int dof) : ConstantTorque(Eigen::VectorXd::Zero(dof)) {}
};

}  // namespace catena::sim
