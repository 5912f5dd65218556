// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/joint_box.hpp"

#include <fmt/format.h>

#include <numbers>

namespace catena::choose::detail {

JointBox joint_box(const Robot& robot) {
  constexpr double kPi = std::numbers::pi;
  JointBox box;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const RobotLink& link = robot.links[i];
    if (link.joint == JointKind::fixed) continue;
    const bool slides = link.joint == JointKind::prismatic;
    const bool limited = link.limits && link.limits->position;
    if (limited) {
      const auto [lower, upper] = *link.limits->position;
      const bool turns = !slides && upper - lower >= 2 * kPi * (1 - 1e-12);
      box.joints.push_back(turns ? JointRange{-kPi, kPi, true} : JointRange{lower, upper, false});
    } else {
      box.joints.push_back({-kPi, kPi, !slides});
      if (slides && box.why.empty())
        box.why = fmt::format("joint {} is prismatic without limits; set limits.position = [lower, upper]",
                              box.joints.size());
    }
  }
  return box;
}

}  // namespace catena::choose::detail
