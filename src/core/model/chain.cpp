// SPDX-License-Identifier: Apache-2.0
#include "catena/core/model/chain.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/core/model/canonical.hpp"
#include "catena/core/model/chain_link.hpp"

namespace catena {
namespace {

// Files are checked when they are read; robots made by a program, here.
void require_finite(const Robot& robot, const CanonicalLink& from, const ChainLink<double>& l) {
  const RigidInertia<double>& b = l.body;
  const double sum = l.ca + l.sa + l.a + l.ct + l.st + l.d + b.m + b.h.x + b.h.y + b.h.z + b.I.xx + b.I.yy +
                     b.I.zz + b.I.xy + b.I.xz + b.I.yz + l.rotor + l.viscous + l.coulomb_plus +
                     l.coulomb_minus;
  if (!std::isfinite(sum))
    throw Error(ErrorKind::model, fmt::format("{}: link {}", robot.name, from.source + 1),
                "a number of the table, the body or the motor is not finite")
        .hint("mass times the square of a distance must be less than 1.8e308");
}

}  // namespace

Chain<double> make_chain(const Robot& robot, Notes& notes) {
  return make_chain(robot, canonical(robot, notes));
}

Chain<double> make_chain(const Robot& robot, const Canonical& c) {
  std::vector<ChainLink<double>> links;
  for (const CanonicalLink& l : c.links) {
    const std::optional<Motor>& motor = robot.links[static_cast<std::size_t>(l.source)].motor;
    links.push_back(chain_link(l.joint, l.dh, l.mass, l.com, l.inertia, motor.value_or(Motor{})));
    require_finite(robot, l, links.back());
  }
  if (links.empty())
    throw Error(ErrorKind::model, robot.name, "the robot cannot move")
        .need("at least one revolute or prismatic joint");
  return Chain<double>(std::move(links), c.base, c.tool, robot.gravity);
}

}  // namespace catena
