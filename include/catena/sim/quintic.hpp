// SPDX-License-Identifier: Apache-2.0
// Quintic: from rest to rest, velocities and accelerations zero at both ends, least integral of squared jerk.
//
// Source   Flash and Hogan 1985: q0 + (qT - q0) (10 s³ - 15 s⁴ + 6 s⁵), s = t/T.
#pragma once

#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class Quintic : public Trajectory {
 public:
  Quintic(Eigen::VectorXd from, Eigen::VectorXd to, double duration);

  int dof() const override { return static_cast<int>(from_.size()); }
  double duration() const override { return duration_; }
  void at(double t, Motion& motion) const override;

 private:
  Eigen::VectorXd from_, to_, way_;  // (n) way = to - from
  double duration_;                  // [s]
};

}  // namespace catena::sim
