// SPDX-License-Identifier: Apache-2.0
// TimedPath: a joint path with a time law: the positions, velocities and accelerations of all joints at any time.
#pragma once

#include <vector>

#include "catena/core/path/joint_limits.hpp"
#include "catena/core/path/joint_path.hpp"
#include "catena/core/path/time_law.hpp"

namespace catena::path {

class TimedPath {
 public:
  // The law must run from 0 to the length of the path. Throws Error(usage).
  TimedPath(JointPath path, TimeLaw law);

  int dof() const { return path_.dof(); }
  double duration() const { return law_.duration(); }
  const JointPath& path() const { return path_; }
  const TimeLaw& law() const { return law_; }

  // (n) each; before the beginning and after the end the arm rests there. Nothing allocates.
  void sample(double t, VectorOut q, VectorOut qd, VectorOut qdd) const;

  // Times at which an acceleration may jump, ascending.
  std::vector<double> kinks() const;

 private:
  JointPath path_;
  TimeLaw law_;
};

// From rest to rest on a straight line in joint space, as quickly as the limits allow: all joints start and stop together,
// and one of them is at a limit at any time. With jerk limits the velocity profile is a double S, otherwise a trapezoid. Velocity
// and acceleration limits are required; torque limits are not considered (time_optimal.hpp considers them).
TimedPath point_to_point(VectorIn from, VectorIn to, const JointLimits& limits);

}  // namespace catena::path
