// SPDX-License-Identifier: Apache-2.0
// Cycloid: from rest to rest, with accelerations that begin and end at zero.
//
// Paper    Saha 2001 (seed 002), eq 18, in its general form: q0 + (qT - q0) (t/T - sin(2π t/T) / 2π).
// Differs  the paper prints the case 0 to π, which is not what its Stanford arm does (90° to 60°, 0 to 0.1 m).
#pragma once

#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class Cycloid : public Trajectory {
 public:
  Cycloid(Eigen::VectorXd from, Eigen::VectorXd to, double duration);

  int dof() const override { return static_cast<int>(from_.size()); }
  double duration() const override { return duration_; }
  void at(double t, Motion& motion) const override;

 private:
  Eigen::VectorXd from_, to_, way_;  // (n) way = to - from
  double duration_;                  // [s]
};

}  // namespace catena::sim
