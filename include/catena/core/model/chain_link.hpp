// SPDX-License-Identifier: Apache-2.0
// A link of a Chain from a row of a DH table: in the header, for programs that use the algorithms without the library.
#pragma once

#include <cmath>

#include "catena/core/model/chain.hpp"

namespace catena {

namespace detail {

// Cosine and sine of an angle, exact at multiples of a right angle, which a file can state to the nearest double only.
struct CosSin {
  double c, s;
};
inline CosSin cos_sin(double angle) {
  const auto snap = [](double x) {
    return std::abs(x) < 4e-16 ? 0.0 : 1 - std::abs(x) < 1e-16 ? std::copysign(1, x) : x;
  };
  return {snap(std::cos(angle)), snap(std::sin(angle))};
}

}  // namespace detail

// The constants of the body of a link.
struct LinkBody {
  RigidInertia<double> body;
  Sym3<double> spread;
};
inline LinkBody link_body(double mass, const Vec3<double>& com, const Sym3<double>& inertia) {
  // the second moments about the centre of mass and of the mass there, since tr(I)/2 - I would lose the small ones
  const double half_trace = (inertia.xx + inertia.yy + inertia.zz) / 2;
  const Vec3<double> h = mass * com;
  const Sym3<double> at_com = {h.x * com.x, h.y * com.y, h.z * com.z, h.x * com.y, h.x * com.z, h.y * com.z};
  return {{mass, h, inertia + parallel_axis(mass, com)},
          Sym3<double>::diagonal(half_trace) - inertia + at_com};
}

// `dh` is a row of a proximal (modified, Craig) table, with the values of the joint at q = 0: frame i follows from frame i-1
// by Rx(alpha) Tx(a) Rz(theta) Tz(d). `com` is the centre of mass in frame i; `inertia` is about it, in the axes of frame i.
// The joint is revolute or prismatic: a Chain has no fixed joints.
inline ChainLink<double> chain_link(JointKind joint, const Dh& dh, double mass, const Vec3<double>& com,
                                    const Sym3<double>& inertia, const Motor& motor = {}) {
  const detail::CosSin alpha = detail::cos_sin(dh.alpha), theta = detail::cos_sin(dh.theta);
  const LinkBody body = link_body(mass, com, inertia);
  const double gear = motor.gear;
  return {.kind = joint,
          .ca = alpha.c,
          .sa = alpha.s,
          .a = dh.a,
          .theta = dh.theta,
          .ct = theta.c,
          .st = theta.s,
          .d = dh.d,
          .body = body.body,
          .spread = body.spread,
          .rotor = gear * gear * motor.inertia,
          .viscous = gear * gear * motor.viscous,
          .coulomb_plus = std::abs(gear) * motor.coulomb[0],
          .coulomb_minus = std::abs(gear) * motor.coulomb[1],
          .twist = twist_of(alpha.c, alpha.s)};
}

}  // namespace catena
