// SPDX-License-Identifier: Apache-2.0
// The reach as manufacturers quote it, from the shoulder: the point of the first axis that is nearest to the second.
#include <cmath>

#include "choose/criteria/criteria.hpp"
#include "choose/criteria/reach.hpp"

namespace catena::choose::detail {

Score shoulder_reach(Subject& subject) {
  constexpr double kParallel = 1e-9;  // [rad]
  const Chain<double>& arm = subject.arm().chain();
  if (arm.dof() < 2 || !arm.link(0).revolute() || !arm.link(1).revolute() ||
      std::abs(arm.link(1).sa) <= kParallel)
    return unavailable("no shoulder: its first two axes are not revolute, or they are parallel");
  // In modified DH frames the origin of frame 1 is where the common normal of axes 1 and 2 meets axis 1.
  const Pose<double>& base = arm.base();
  const ChainLink<double>& first = arm.link(0);
  const Vec3<double> shoulder = {first.a, -first.sa * first.d, first.ca * first.d};
  const Extreme reach = reach_of(subject, base.p + base.R * shoulder);
  return {reach.value, reach.error};
}

}  // namespace catena::choose::detail
