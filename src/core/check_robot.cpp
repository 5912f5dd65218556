// SPDX-License-Identifier: Apache-2.0
#include "catena/core/check_robot.hpp"

#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <utility>

#include "catena/core/model/physical.hpp"
#include "catena/core/text.hpp"

namespace catena {
namespace {

using Broken = std::optional<BrokenRule>;
using Named = std::pair<const char*, double>;

// An angle, and the sum of theta and the joint position, must not lose digits: at this size its spacing is 1.5e-11 rad.
constexpr double kLargestAngle = 1e5;

// The first of these numbers that is not finite.
Broken not_finite(std::initializer_list<Named> numbers) {
  for (const auto& [key, value] : numbers)
    if (!std::isfinite(value))
      return BrokenRule{key, fmt::format("'{}' is not finite", key), fmt::format("{}", value),
                        "a finite number"};
  return {};
}

Broken not_finite(const Vec3<double>& com, const Sym3<double>& I) {
  return not_finite({{"com", com.x + com.y + com.z},
                     {"inertia.xx", I.xx},
                     {"inertia.yy", I.yy},
                     {"inertia.zz", I.zz},
                     {"inertia.xy", I.xy},
                     {"inertia.xz", I.xz},
                     {"inertia.yz", I.yz}});
}

// Reports what breaks a rule at one part of a robot.
class Judge {
 public:
  Judge(const Robot& robot, Notes& notes) : robot_(robot), notes_(notes) {}

  void at(const std::string& part, const Broken& broken) const {
    if (!broken) return;
    const std::string name = text::printable(robot_.name);
    const std::string where = name.empty() ? part : fmt::format("{}: {}", name, part);
    const bool permits = broken->kind != NoteKind::remark;
    if (permits && robot_.allow_nonphysical) return notes_.push_back(broken->as_note(where));
    throw Error(ErrorKind::model, where, broken->problem)
        .given(broken->given)
        .need(broken->need)
        .hint(permits ? "set allow_nonphysical = true to accept it with a note" : broken->hint);
  }

 private:
  const Robot& robot_;
  Notes& notes_;
};

}  // namespace

std::optional<BrokenRule> broken_rule(double mass, const Vec3<double>& com, const Sym3<double>& inertia) {
  if (const Broken broken = not_finite({{"mass", mass}})) return broken;
  if (const Broken broken = not_finite(com, inertia)) return broken;
  const Physical body = check_physical(mass, com, inertia);
  if (body.ok()) return {};
  const bool by_mass = body.broken == PhysicalRule::negative_mass;
  return BrokenRule{by_mass ? "mass" : "inertia",
                    by_mass ? "mass is negative" : "inertia is not physically possible",
                    body.given,
                    body.need,
                    {},
                    by_mass ? NoteKind::negative_mass : NoteKind::impossible_inertia};
}

std::optional<BrokenRule> broken_rule(const Dh& dh) {
  if (const Broken broken =
          not_finite({{"dh.a", dh.a}, {"dh.alpha", dh.alpha}, {"dh.d", dh.d}, {"dh.theta", dh.theta}}))
    return broken;
  if (const Broken broken = broken_by_angle("dh.alpha", dh.alpha)) return broken;
  return broken_by_angle("dh.theta", dh.theta);
}

std::optional<BrokenRule> broken_rule(const Limits& limits) {
  if (limits.position) {
    const auto [lower, upper] = *limits.position;
    if (const Broken broken = not_finite({{"limits.position", lower}, {"limits.position", upper}}))
      return broken;
    if (lower > upper)
      return BrokenRule{"limits.position", "the limits in 'limits.position' are reversed",
                        fmt::format("[{}, {}]", lower, upper), "the lower limit first"};
  }
  const auto positive = [](const char* key, const std::optional<double>& value) -> Broken {
    if (!value) return {};
    if (const Broken broken = not_finite({{key, *value}})) return broken;
    if (*value > 0) return {};
    return BrokenRule{key, fmt::format("'{}' must be positive", key), fmt::format("{}", *value),
                      "more than 0"};
  };
  if (const Broken broken = positive("limits.velocity", limits.velocity)) return broken;
  return positive("limits.effort", limits.effort);
}

std::optional<BrokenRule> broken_rule(const Motor& m) {
  if (const Broken broken = not_finite({{"motor.inertia", m.inertia},
                                        {"motor.viscous", m.viscous},
                                        {"motor.gear", m.gear},
                                        {"motor.coulomb", m.coulomb[0]},
                                        {"motor.coulomb", m.coulomb[1]}}))
    return broken;
  for (const auto& [key, value] : {Named{"motor.inertia", m.inertia}, Named{"motor.viscous", m.viscous}})
    if (value < 0)
      return BrokenRule{key, fmt::format("'{}' is negative", key), fmt::format("{}", value), "0 or more"};
  if (m.gear == 0)
    return BrokenRule{"motor.gear", "'motor.gear' is zero", "0", "motor turns per joint turn",
                      "gear = 1 means no gear"};
  if (m.coulomb[0] < 0 || m.coulomb[1] > 0)
    return BrokenRule{"motor.coulomb", "'motor.coulomb' has the wrong signs",
                      fmt::format("[{}, {}]", m.coulomb[0], m.coulomb[1]),
                      "first 0 or more (positive velocity), then 0 or less (negative velocity)",
                      "the same friction both ways is coulomb = [0.4, -0.4]"};
  return {};
}

std::optional<BrokenRule> broken_by_angle(const std::string& key, double radians) {
  if (std::abs(radians) <= kLargestAngle) return {};
  return BrokenRule{key, "'" + key.substr(key.rfind('.') + 1) + "' is too large",
                    fmt::format("{:.6g} rad", radians), "at most 1e+05 rad in magnitude",
                    "subtract whole turns"};
}

Error explained(Error error, const BrokenRule& broken) {
  return std::move(error.given(broken.given).need(broken.need).hint(broken.hint));
}

BrokenRule broken_by_fixed_joint(const std::string& key) {
  return {key, fmt::format("a fixed joint has no '{}'", key), "joint = \"fixed\"", "a joint that moves",
          fmt::format("remove '{}'", key)};
}

void check_robot(const Robot& robot, Notes& notes) {
  const Judge judge(robot, notes);
  const Vec3<double>& g = robot.gravity;
  judge.at("robot", not_finite({{"gravity", g.x}, {"gravity", g.y}, {"gravity", g.z}}));
  for (std::size_t k = 0; k < robot.links.size(); ++k) {
    const RobotLink& link = robot.links[k];
    const std::string part = link_label(robot, k);
    const bool fixed = link.joint == JointKind::fixed;
    judge.at(part, broken_rule(link.dh));
    judge.at(part, broken_rule(link.mass, link.com, link.inertia));
    if (link.limits) judge.at(part, fixed ? broken_by_fixed_joint("limits") : broken_rule(*link.limits));
    if (link.motor) judge.at(part, fixed ? broken_by_fixed_joint("motor") : broken_rule(*link.motor));
  }
  if (robot.payload)
    judge.at("payload", broken_rule(robot.payload->mass, robot.payload->com, robot.payload->inertia));
}

std::string link_label(const Robot& robot, std::size_t link) {
  const std::string& name = robot.links[link].name;
  return name.empty() ? fmt::format("link {}", link + 1)
                      : fmt::format("link {} '{}'", link + 1, text::printable(name));
}

}  // namespace catena
