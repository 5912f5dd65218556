// SPDX-License-Identifier: Apache-2.0
// Degrees and radians, limits, gravity.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "catena/core/mistakes.hpp"
#include "check/lint_context.hpp"

namespace catena::check::detail {
namespace {

using std::numbers::pi;

double degrees(double angle) { return angle * 180 / pi; }

bool is_quarter_turns(double x) {
  const double quarters = x / (pi / 2);
  return std::round(quarters) != 0 && std::abs(quarters - std::round(quarters)) < 0.01;
}

// "alpha = 90" of the first link, and how many more there are.
struct Suspects {
  int first = -1, links = 0;
  std::string given;

  void add(int row, const std::string& text) {
    if (links++ == 0) {
      first = row;
      given = text;
    }
  }
  std::string all() const {
    return links == 1 ? given
                      : fmt::format("{}, and {} more link{}", given, links - 1, links == 2 ? "" : "s");
  }
};

void warn(LintContext& c, const Suspects& s, const char* rule, const char* what, const char* need,
          const char* hint) {
  if (s.links > 0)
    c.findings.push_back({Severity::warning, rule, c.link(s.first), what, s.all(), need, hint});
}

void angles(LintContext& c) {
  Suspects suspects;
  if (c.robot.angle_unit == AngleUnit::rad) {
    for (const SuspectAngle& angle : suspect_angles(c.robot))
      suspects.add(angle.link, fmt::format("{} = {:.6g} rad", angle.key, angle.value));
    warn(c, suspects, "angle-unit", "an angle is more than a full turn", "radians, at most 6.28",
         "set angle_unit = \"deg\" if these are degrees");
    return;
  }
  for (std::size_t k = 0; k < c.robot.links.size(); ++k) {
    const double alpha = degrees(c.robot.links[k].dh.alpha);
    if (alpha == 0) continue;
    if (!is_quarter_turns(alpha)) return;
    suspects.add(static_cast<int>(k), fmt::format("alpha = {:.6g} deg", alpha));
  }
  warn(c, suspects, "angle-unit", "the angles look like radians in a file that uses degrees",
       "degrees: a right angle is 90", "set angle_unit = \"rad\" if these are radians");
}

// Values of the limits of revolute joints, in the unit of the file.
struct TurnLimit {
  int row;
  double position = 0, velocity = 0;  // the larger magnitude; 0 if there is none
};

std::vector<TurnLimit> turn_limits(const Robot& robot) {
  std::vector<TurnLimit> out;
  const auto shown = [&](double x) { return robot.angle_unit == AngleUnit::deg ? degrees(x) : x; };
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const RobotLink& l = robot.links[k];
    if (l.joint != JointKind::revolute || !l.limits) continue;
    TurnLimit t{static_cast<int>(k)};
    if (const auto& p = l.limits->position)
      t.position = shown(std::max(std::abs((*p)[0]), std::abs((*p)[1])));
    t.velocity = shown(l.limits->velocity.value_or(0));
    out.push_back(t);
  }
  return out;
}

void limits(LintContext& c) {
  const std::vector<TurnLimit> all = turn_limits(c.robot);
  Suspects position, velocity;
  if (c.robot.angle_unit == AngleUnit::rad) {
    for (const SuspectLimit& limit : suspect_limits(c.robot))
      if (limit.velocity)
        velocity.add(limit.link, fmt::format("{:.6g} rad/s", limit.value));
      else
        position.add(limit.link, fmt::format("up to {:.6g} rad", limit.value));
    warn(c, position, "limits-unit", "position limits span many turns", "radians: a half turn is 3.14",
         "convert them if these are degrees");
    warn(c, velocity, "limits-unit", "velocity limit is very high", "rad/s: a fast joint reaches 10",
         "convert it if this is deg/s");
  } else {
    const auto small = [&](double TurnLimit::*x, double bound) {
      const auto given = std::count_if(all.begin(), all.end(), [&](const TurnLimit& t) { return t.*x > 0; });
      const auto above =
          std::count_if(all.begin(), all.end(), [&](const TurnLimit& t) { return t.*x > bound; });
      return given >= 2 && above == 0;
    };
    for (const TurnLimit& t : all) {
      if (t.position > 0 && small(&TurnLimit::position, 2 * pi + 0.01))
        position.add(t.row, fmt::format("up to {:.6g} deg", t.position));
      if (t.velocity > 0 && small(&TurnLimit::velocity, 10))
        velocity.add(t.row, fmt::format("{:.6g} deg/s", t.velocity));
    }
    warn(c, position, "limits-unit", "position limits look like radians in a file that uses degrees",
         "degrees: a half turn is 180", "convert them if these are radians");
    warn(c, velocity, "limits-unit", "velocity limits look like rad/s in a file that uses degrees",
         "deg/s: 100 is typical", "convert them if these are rad/s");
  }
}

void travel(LintContext& c) {
  for (std::size_t k = 0; k < c.robot.links.size(); ++k) {
    const RobotLink& l = c.robot.links[k];
    if (!l.limits || !l.limits->position) continue;
    const auto [low, high] = *l.limits->position;
    const int row = static_cast<int>(k);
    if (low == high)
      c.findings.push_back({Severity::hint, "limits-closed", c.link(row), "the joint cannot move",
                            fmt::format("position limits [{:.6g}, {:.6g}]", low, high),
                            "a lower limit below the upper one",
                            "make the joint fixed, or widen its limits"});
    if (l.joint == JointKind::prismatic && std::max(std::abs(low), std::abs(high)) > 10)
      c.findings.push_back({Severity::warning, "limits-unit", c.link(row), "the joint travels more than 10 m",
                            fmt::format("position limits [{:.6g}, {:.6g}] m", low, high), "metres",
                            "divide by 1000 if these are millimetres"});
  }
}

}  // namespace

void lint_units(LintContext& c) {
  angles(c);
  limits(c);
  travel(c);
  if (const double g = norm(c.robot.gravity); g > 30)
    c.findings.push_back({Severity::warning, "gravity", "robot", "gravity is very strong",
                          fmt::format("{:.6g} m/s²", g), "m/s²: 9.81 on Earth",
                          "divide by 1000 if these are mm/s²"});
}

}  // namespace catena::check::detail
