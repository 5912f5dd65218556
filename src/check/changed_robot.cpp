// SPDX-License-Identifier: Apache-2.0
#include "check/changed_robot.hpp"

#include <cmath>
#include <numbers>

namespace catena::check::detail {
namespace {

bool structural(double angle) { return std::abs(std::remainder(angle, std::numbers::pi / 2)) < 1e-9; }

}  // namespace

Robot changed_robot(Robot robot, catena::detail::SmallChange& change) {
  const auto angle = [&](double x) { return structural(x) ? x : change(x); };
  for (RobotLink& link : robot.links) {
    link.dh = {change(link.dh.a), angle(link.dh.alpha), change(link.dh.d), angle(link.dh.theta)};
    link.mass = change(link.mass);
    link.com = change(link.com);
    link.inertia = change(link.inertia);
  }
  if (const auto& p = robot.payload)
    robot.payload = Payload{change(p->mass), change(p->com), change(p->inertia)};
  return robot;
}

}  // namespace catena::check::detail
