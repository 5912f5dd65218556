// SPDX-License-Identifier: Apache-2.0
// The position limits of an arm's joints as inverse kinematics needs them, and the choice of turns within them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "core/ik/bounded_step.hpp"

namespace catena::detail {

// The ranges of the moving joints; infinite for joints without limits.
inline std::vector<IkRange> limits_of(const Robot& robot) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<IkRange> out;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    const bool turns = link.joint == JointKind::revolute;
    if (link.limits && link.limits->position) {
      const auto [lower, upper] = *link.limits->position;
      out.push_back({lower, upper, turns && upper - lower >= 2 * std::numbers::pi * (1 - 1e-12)});
    } else {
      out.push_back({-kInfinity, kInfinity, turns});
    }
  }
  return out;
}

inline std::vector<IkRange> without_bounds(std::vector<IkRange> ranges, const Chain<double>& arm) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < ranges.size(); ++i)
    ranges[i] = {-kInfinity, kInfinity, arm.link(static_cast<int>(i)).revolute()};
  return ranges;
}

// The middle of a range, 0 if it has none.
inline double middle_of(const IkRange& range) {
  const double middle = 0.5 * (range.lower + range.upper);
  return std::isfinite(middle) ? middle : 0;
}

// An angle with the number of turns that brings it near a reference, but within the limits if that is possible.
inline double near_turn(double angle, double reference, double lower, double upper) {
  constexpr double kTurn = 2 * std::numbers::pi;
  double x = reference + std::remainder(angle - reference, kTurn);
  if (x > upper) x -= kTurn * std::ceil((x - upper) / kTurn);
  if (x < lower) x += kTurn * std::ceil((lower - x) / kTurn);
  return x;
}

}  // namespace catena::detail
