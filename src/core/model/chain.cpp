// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/chain.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/model/canonical.hpp"

namespace catena {
namespace {

// Cosine and sine, exact at the multiples of a right angle that a file can only state to the nearest double.
struct CosSin {
  double c, s;
};
CosSin cos_sin(double angle) {
  const auto snap = [](double x) {
    return std::abs(x) < 4e-16 ? 0.0 : 1 - std::abs(x) < 1e-16 ? std::copysign(1, x) : x;
  };
  return {snap(std::cos(angle)), snap(std::sin(angle))};
}

ChainLink<double> make_link(const CanonicalLink& l, const Motor& motor) {
  const CosSin alpha = cos_sin(l.dh.alpha), theta = cos_sin(l.dh.theta);
  const Sym3<double> I = l.inertia + parallel_axis(l.mass, l.com);
  const double half_trace = (I.xx + I.yy + I.zz) / 2;
  const double gear = motor.gear;
  return {.kind = l.joint,
          .ca = alpha.c,
          .sa = alpha.s,
          .a = l.dh.a,
          .theta = l.dh.theta,
          .ct = theta.c,
          .st = theta.s,
          .d = l.dh.d,
          .body = {l.mass, l.mass * l.com, I},
          .spread = Sym3<double>::diagonal(half_trace) - I,
          .rotor = gear * gear * motor.inertia,
          .viscous = gear * gear * motor.viscous,
          .coulomb_plus = std::abs(gear) * motor.coulomb[0],
          .coulomb_minus = std::abs(gear) * motor.coulomb[1],
          .twist = twist_of(alpha.c, alpha.s)};
}

// Files are checked when they are read; robots made by a program, here.
void require_finite(const Robot& robot, const CanonicalLink& from, const ChainLink<double>& l) {
  const RigidInertia<double>& b = l.body;
  const double sum = l.ca + l.sa + l.a + l.ct + l.st + l.d + b.m + b.h.x + b.h.y + b.h.z + b.I.xx + b.I.yy +
                     b.I.zz + b.I.xy + b.I.xz + b.I.yz + l.rotor + l.viscous + l.coulomb_plus +
                     l.coulomb_minus;
  if (!std::isfinite(sum))
    throw Error(ErrorKind::model, fmt::format("{}: link {}", robot.name, from.source + 1),
                "a number of the table, the body or the motor is not finite");
}

}  // namespace

Chain<double> make_chain(const Robot& robot, Notes& notes) {
  const Canonical c = canonical(robot, notes);
  std::vector<ChainLink<double>> links;
  for (const CanonicalLink& l : c.links) {
    const std::optional<Motor>& motor = robot.links[static_cast<std::size_t>(l.source)].motor;
    links.push_back(make_link(l, motor.value_or(Motor{})));
    require_finite(robot, l, links.back());
  }
  if (links.empty())
    throw Error(ErrorKind::model, robot.name, "the robot cannot move")
        .need("at least one revolute or prismatic joint");
  return Chain<double>(std::move(links), c.base, c.tool, robot.gravity);
}

}  // namespace catena
