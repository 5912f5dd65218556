// SPDX-License-Identifier: Apache-2.0
// Sampled: a trajectory through given samples of position, velocity and, optionally, acceleration.
//
// Between  samples of q and q̇: cubic polynomials, so that accelerations jump at the samples.
//          samples of q, q̇ and q̈: polynomials of degree five, accelerations are continuous.
//          Samples of q alone are for `Spline`.
#pragma once

#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class Sampled : public Trajectory {
 public:
  // Times start at 0 and increase; q, qd and qdd are n x times, qdd may be empty.
  Sampled(std::vector<double> times, Eigen::MatrixXd q, Eigen::MatrixXd qd, Eigen::MatrixXd qdd = {});

  int dof() const override { return static_cast<int>(q_.rows()); }
  double duration() const override { return times_.back(); }
  void at(double t, JointMotion& motion) const override;
  std::vector<double> kinks() const override;

 private:
  bool accelerated() const { return qdd_.size() > 0; }

  std::vector<double> times_;     // (K) [s]
  Eigen::MatrixXd q_, qd_, qdd_;  // (n x K)
};

}  // namespace catena::sim
