// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/criteria/default_motion.hpp"

#include <algorithm>
#include <numbers>

namespace catena::choose {

DefaultMotion default_motion(const Robot& robot) {
  constexpr double kTravel = std::numbers::pi;
  const int n = robot.dof();
  DefaultMotion motion{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Constant(n, kTravel)};
  int i = 0;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    const Limits limits = link.limits.value_or(Limits{});
    double travel = kTravel;
    if (limits.position) {
      const auto [lower, upper] = *limits.position;
      travel = std::min(travel, upper - lower);
      motion.from[i] = std::clamp(0.0, lower, std::max(lower, upper - travel));
      motion.to[i] = travel == kTravel ? motion.from[i] + travel : upper;
    }
    // the cycloid's greatest velocity is 2 travel / duration
    if (limits.velocity && *limits.velocity > 0)
      motion.duration = std::max(motion.duration, 2 * travel / *limits.velocity);
    ++i;
  }
  return motion;
}

}  // namespace catena::choose
