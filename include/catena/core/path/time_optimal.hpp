// SPDX-License-Identifier: Apache-2.0
// The fastest motion along a joint path, from rest to rest, within velocity, acceleration and torque limits.
//
//   const auto best = catena::path::time_optimal(arm, path, catena::path::limits_of(arm));
//   best.motion.sample(t, q, qd, qdd);                                  // 0 <= t <= best.motion.duration()
//
// Method   Along a path q(s), τ = a(s) s̈ + b(s) ṡ² + c(s) with a = M q', b = M q'' + C(q, q') q', c = g: with x = ṡ² and u = s̈, all
//          limits are linear in (u, x) at a given s. Reachability analysis, Pham and Pham, "A new approach to time-optimal
//          path parameterization based on reachability analysis" (IEEE Trans. Robotics, 2018): backwards, the interval of all x
//          from which the end can be reached; forwards, the largest u that stays in these intervals. u is constant between
//          grid points, and the limits are imposed at both ends of each interval, which keeps the method stable where an element
//          of a vanishes (zero-inertia points).
// Between  grid points, limits are checked by inverse dynamics, and intervals where one is exceeded are halved.
// Cost     three inverse dynamics and two linear programs in two variables for each grid point.
#pragma once

#include <functional>
#include <vector>

#include "catena/core/arm.hpp"
#include "catena/core/path/joint_limits.hpp"
#include "catena/core/path/timed_path.hpp"

namespace catena::path {

enum class LimitKind { velocity, acceleration, torque, speed };

struct TimeOptimalOptions {
  // The motion is planned with limits reduced by this fraction, so that it respects the given ones between grid points too.
  double tolerance = 1e-3;
  int grid = 200;            // intervals at first
  int largest_grid = 20000;  // at the end: if more are needed, this is an error
  bool motors = false;       // with the robot's rotor inertias and friction, as seen at the joints
  std::function<double(double)> speed =
      {};  // the largest ṡ at s, for example from a limit on the speed of the tool; or none
};

// From s = begin to s = end, this limit is the closest; `share` of it is used, at most.
struct ActiveLimit {
  double begin, end;
  LimitKind kind;
  int joint;  // from 0; -1 for `speed`
  double share;
};

struct TimeOptimal {
  TimedPath motion;
  std::vector<ActiveLimit> active;  // in the order of s
  double largest_share;             // of any limit, at all points that were checked; at most 1
  int grid;                         // intervals
};

// At corners of the path the arm stops. Throws Error: usage for limits that are not above zero or do not bound the motion,
// numerical where no motion exists, with s and the joint.
TimeOptimal time_optimal(const Arm& arm, const JointPath& path, const JointLimits& limits,
                         const TimeOptimalOptions& options = {});

// "torque" and the like; "the torque of joint 3".
const char* name(LimitKind kind);
std::string name(LimitKind kind, int joint);

}  // namespace catena::path
