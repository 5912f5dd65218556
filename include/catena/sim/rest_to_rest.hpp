// SPDX-License-Identifier: Apache-2.0
// RestToRest: a straight line in joint space from one posture to another, with one time law for all joints.
#pragma once

#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class RestToRest : public Trajectory {
 public:
  int dof() const override { return static_cast<int>(from_.size()); }
  double duration() const override { return duration_; }
  void at(double t, JointMotion& motion) const override;

 protected:
  // The fraction of the way covered, and its first and second derivatives.
  struct Law {
    double done, rate, acceleration;
  };

  RestToRest(const char* name, Eigen::VectorXd from, Eigen::VectorXd to, double duration);

 private:
  virtual Law law(double t) const = 0;  // 0 < t < duration

  Eigen::VectorXd from_, to_, way_;  // (n) way = to - from
  double duration_;                  // [s]
};

}  // namespace catena::sim
