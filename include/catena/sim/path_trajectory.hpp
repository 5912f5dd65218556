// SPDX-License-Identifier: Apache-2.0
// PathTrajectory: a planned motion along a path (catena/core/path/timed_path.hpp) as a trajectory.
#pragma once

#include "catena/core/path/timed_path.hpp"
#include "catena/sim/trajectory.hpp"

namespace catena::sim {

class PathTrajectory : public Trajectory {
 public:
  explicit PathTrajectory(path::TimedPath motion) : motion_(std::move(motion)) {}

  int dof() const override { return motion_.dof(); }
  double duration() const override { return motion_.duration(); }
  void at(double t, JointMotion& motion) const override {
    motion_.sample(t, motion.q, motion.qd, motion.qdd);
  }
  std::vector<double> kinks() const override { return motion_.kinks(); }

 private:
  path::TimedPath motion_;
};

}  // namespace catena::sim
