// SPDX-License-Identifier: Apache-2.0
// Bodies seen from other frames, and welded together.
#include "catena/core/model/body.hpp"

#include <cmath>

#include "catena/core/error.hpp"

namespace catena::detail {

bool Body::empty() const {
  const Sym3<double>& I = inertia;
  return mass == 0 && I.xx == 0 && I.yy == 0 && I.zz == 0 && I.xy == 0 && I.xz == 0 && I.yz == 0;
}

Body seen_from(const Pose<double>& X, const Body& body) {
  return {body.mass, X * body.com, rotated(X.R, body.inertia)};
}

Body welded(const Body& a, const Body& b, const std::string& where) {
  // An empty body must not change a single digit of the other.
  if (b.empty()) return a;
  if (a.empty()) return b;

  const double mass = a.mass + b.mass;
  if (a.mass == 0 || b.mass == 0) return {mass, a.mass == 0 ? b.com : a.com, a.inertia + b.inertia};
  const Vec3<double> apart = b.com - a.com;
  if (std::abs(mass) <= 1e-14 * (std::abs(a.mass) + std::abs(b.mass))) {
    if (dot(apart, apart) == 0) return {0, a.com, a.inertia + b.inertia};
    throw Error(ErrorKind::model, where, "two masses fixed to each other cancel and have no centre of mass")
        .need("a nonzero total mass of the moving link and the fixed rows attached to it")
        .hint("put the mass of the fixed row into the moving link's own row");
  }
  // com = a + (m_b / m) (b - a);  I = I_a + I_b + (m_a m_b / m) (|r|² 1 - r rᵀ)
  const Vec3<double> com = a.com + (b.mass / mass) * apart;
  return {mass, com, a.inertia + b.inertia + parallel_axis(a.mass * b.mass / mass, apart)};
}

}  // namespace catena::detail
