// SPDX-License-Identifier: Apache-2.0
// Trapezoid: from rest to rest as quickly as limits of velocity and acceleration allow, on a straight line in
// joint space. All joints speed up, cruise and brake together, so that one of them is at a limit at any time;
// over a short distance there is no cruise. Accelerations jump at the ends and at both ends of the cruise; at a jump
// `at` gives the value just after it, and at the very end the one before.
#pragma once

#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class Trapezoid : public Trajectory {
 public:
  // Limits are (n), above zero; joints that do not move need them too.
  Trapezoid(Eigen::VectorXd from, Eigen::VectorXd to, const Eigen::VectorXd& velocity,
            const Eigen::VectorXd& acceleration);

  int dof() const override { return static_cast<int>(from_.size()); }
  double duration() const override { return 2 * ramp_ + cruise_; }
  void at(double t, JointMotion& motion) const override;
  std::vector<double> kinks() const override;

  double ramp() const { return ramp_; }      // [s] to speed up, and again to brake
  double cruise() const { return cruise_; }  // [s] at constant velocity, or 0

 private:
  Eigen::VectorXd from_, to_, way_;  // (n) way = to - from
  double rate_ = 0;                  // [1/s²] share of the way, accelerated
  double ramp_ = 0, cruise_ = 0;     // [s]
};

}  // namespace catena::sim
