// SPDX-License-Identifier: Apache-2.0
// Spline: through waypoints at given times by cubic polynomials with continuous accelerations.
//
// Ends     rest: the velocity is zero at both ends (clamped spline). natural: the acceleration is; the arm then
//          arrives with a velocity, which drops to zero after the end.
#pragma once

#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class Spline : public Trajectory {
 public:
  enum class Ends { rest, natural };

  // Times start at 0 and increase; points are n x times, column k at times[k].
  Spline(std::vector<double> times, Eigen::MatrixXd points, Ends ends = Ends::rest);

  int dof() const override { return static_cast<int>(points_.rows()); }
  double duration() const override { return times_.back(); }
  void at(double t, JointMotion& motion) const override;
  std::vector<double> kinks() const override { return times_; }  // where it begins, ends, and its jerk jumps

 private:
  std::vector<double> times_;  // (K) [s]
  Eigen::MatrixXd points_;     // (n x K)
  Eigen::MatrixXd bends_;      // (n x K) accelerations at the waypoints
};

}  // namespace catena::sim
