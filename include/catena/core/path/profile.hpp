// SPDX-License-Identifier: Apache-2.0
// A motion along any joint path with a trapezoidal or a double-S velocity profile, from rest to rest.
//
//   const auto motion = catena::path::with_profile(path, limits, catena::path::Profile::trapezoid);
//
// Between two stops ṡ rises to one value, stays there and falls. Stops are the ends of the path, its corners, and with a limited jerk
// also its bends, where the acceleration would jump. On the path q(s) the joints have q̇ = q' ṡ, q̈ = q' s̈ + q'' ṡ², and the
// jerk q' s⃛ + 3 q'' ṡ s̈ + q''' ṡ³. Between two stops the largest ṡ, s̈ and s⃛ are constants for which these stay within the
// limits everywhere, chosen for the shortest motion that such a profile allows, up to the grid of the search. On a straight
// line in joint space it is `point_to_point`. Torque limits are not considered; `time_optimal` is faster, and considers
// them.
#pragma once

#include <functional>

#include "catena/core/path/joint_limits.hpp"
#include "catena/core/path/timed_path.hpp"

namespace catena::path {

enum class Profile {
  trapezoid,  // of velocity: the acceleration jumps
  double_s,   // the jerk is limited too
};

// Joints that move must have velocity and acceleration limits, and jerk limits for Profile::double_s. `speed`, if given, is the
// largest ṡ at s. Throws Error(usage).
TimedPath with_profile(const JointPath& path, const JointLimits& limits, Profile profile,
                       const std::function<double(double)>& speed = {});

}  // namespace catena::path
