// SPDX-License-Identifier: Apache-2.0
// Motors against the arm they move. Rotor inertia above that of the link itself is common and is not reported.
#include <fmt/format.h>

#include <algorithm>

#include "check/lint_context.hpp"

namespace catena::check::detail {
namespace {

constexpr double kOddRotor = 100;  // times the largest inertia of the whole arm

// Reflected inertia beyond anything that the arm itself has.
void rotor(LintContext& c, int row, const Motor& motor, double largest) {
  const double reflected = motor.gear * motor.gear * motor.inertia;
  if (!(largest > 0) || !(reflected > kOddRotor * largest)) return;
  c.findings.push_back({Severity::warning, "motor-inertia", c.link(row),
                        "the reflected rotor inertia far exceeds the inertia of the whole arm",
                        fmt::format("{:.6g} kg m² with a gear ratio of {:.6g}: {:.4g} kg m² at the joint",
                                    motor.inertia, motor.gear, reflected),
                        fmt::format("not above {} times the arm's {:.4g} kg m²", kOddRotor, largest),
                        "give the inertia on the motor's side of the gear, in kg m² (1 g cm² is 1e-7)"});
}

void friction(LintContext& c, int row, const Motor& motor, double effort) {
  const double dry = std::abs(motor.gear) * std::max(std::abs(motor.coulomb[0]), std::abs(motor.coulomb[1]));
  if (!(dry > effort)) return;
  c.findings.push_back({Severity::warning, "friction-effort", c.link(row),
                        "friction alone exceeds the effort limit",
                        fmt::format("Coulomb friction {:.4g} at the joint, effort limit {:.4g}", dry, effort),
                        "friction below the limit",
                        "give friction on the motor's side of the gear, and the limit on the joint's side"});
}

void weight(LintContext& c, int row, double held, double effort, const char* unit) {
  if (!(held > effort)) return;
  const Severity severity = held > 3 * effort ? Severity::warning : Severity::hint;  // springs carry much
  c.findings.push_back(
      {severity, "effort-weight", c.link(row), "the joint cannot hold the arm's own weight",
       fmt::format("gravity requires up to {:.4g} {}, the effort limit is {:.4g}", held, unit, effort),
       "an effort limit above the weight",
       "check mass, com and limits.effort; a spring or a counterweight may carry the rest"});
}

}  // namespace

void lint_motors(LintContext& c) {
  const Sampled& s = c.sampled;
  if (s.samples == 0) return;
  double largest = 0;  // of the joints that turn
  std::size_t joint = 0;
  for (const RobotLink& l : c.robot.links)
    if (l.joint != JointKind::fixed) {
      if (l.joint == JointKind::revolute) largest = std::max(largest, s.largest_inertia[joint]);
      ++joint;
    }
  joint = 0;
  for (std::size_t k = 0; k < c.robot.links.size(); ++k) {
    const RobotLink& l = c.robot.links[k];
    if (l.joint == JointKind::fixed) continue;
    const int row = static_cast<int>(k);
    if (l.motor && l.joint == JointKind::revolute) rotor(c, row, *l.motor, largest);
    if (l.limits && l.limits->effort) {
      if (l.motor) friction(c, row, *l.motor, *l.limits->effort);
      weight(c, row, s.largest_weight[joint], *l.limits->effort,
             l.joint == JointKind::revolute ? "N m" : "N");
    }
    ++joint;
  }
}

}  // namespace catena::check::detail
