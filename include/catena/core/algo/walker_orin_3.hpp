// SPDX-License-Identifier: Apache-2.0
// Inertia matrix M(q): composite rigid bodies, each by its centre of mass and the inertia about it.
//
// Source   Walker and Orin 1982, method 3 (table of paper 002; 003 (Table3); cost 004 (15); this needs less).
// Symbols  m, c, E mass, centre of mass, inertia about it, of links i..n | h = m c | F wrench of q̈_i = 1
// Frames   link i in frame i; c from its origin; a wrench is transformed from frame to frame towards the base.
// Differs  from crba, which keeps first moments and inertias about the frame's origin and so never divides. The mass
//          centre of a massless composite is taken to be the origin of its frame.
// Cost     10n² + 35n - 31 mul, 6n² + 46n - 39 add, all revolute; asserted in walker_orin_3_test.cpp.
#pragma once

#include "catena/core/math/central.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

// A rigid body by its centre of mass.
template <class T>
struct CompositeBody {
  T m;
  Vec3<T> h;  // m c
  Vec3<T> c;
  Sym3<T> E;  // inertia about c

  static CompositeBody zero() { return {T(0), Vec3<T>::zero(), Vec3<T>::zero(), Sym3<T>::zero()}; }
};

namespace detail {

// h·c 1 - h cᵀ with h = m c: from the centre of mass to the origin.
template <class T>
CATENA_INLINE Sym3<T> steiner(const Vec3<T>& h, const Vec3<T>& c) {
  const T xx = h.x * c.x, yy = h.y * c.y, zz = h.z * c.z;
  return {yy + zz, xx + zz, xx + yy, -(h.x * c.y), -(h.x * c.z), -(h.y * c.z)};
}

// Link l and the composite body B beyond it, given in the next frame, as one body.
template <class T>
CATENA_INLINE CompositeBody<T> weld(const RigidInertia<T>& l, const Step<T>& s, const CompositeBody<T>& B) {
  Vec3<T> c = turn_z(s.c, s.s, B.c);
  c.z = c.z + s.d;
  c = turn_x(s.ca, s.sa, c);
  c.x = c.x + s.a;
  const Vec3<T> h = B.m * c;
  const T m = l.m + B.m;
  const Vec3<T> sum = l.h + h;
  const Vec3<T> centre = mass_centre(m, sum);
  const Sym3<T> about_origin = l.I + (turn_x(s.ca, s.sa, turn_z(s.c, s.s, B.E)) + steiner(h, c));
  return {m, sum, centre, central_inertia(about_origin, sum, centre)};
}

template <class T>
CATENA_INLINE CompositeBody<T> by_mass_centre(const RigidInertia<T>& l) {
  const Vec3<T> c = mass_centre(l.m, l.h);
  return {l.m, l.h, c, central_inertia(l.I, l.h, c)};
}

// The wrench of a unit acceleration of the joint: force through the centre of mass, moment brought to the origin.
template <class T>
CATENA_INLINE Force<T> along_joint(const ChainLink<T>& l, const CompositeBody<T>& B) {
  if (l.revolute()) {
    const Vec3<T> f = z_cross(B.h);
    return {B.E.col_z() + cross(B.c, f), f};
  }
  const Vec3<T> f = {T(0), T(0), B.m};
  return {cross(B.c, f), f};
}

}  // namespace detail

// Fills the full symmetric matrix.
template <class T>
void walker_orin_3(const Chain<T>& arm, const Posture<T>& x, MatView<T> M) {
  const int n = arm.dof();
  CompositeBody<T> composite = detail::by_mass_centre(arm.link(n - 1).body);
  for (int i = n - 1; i >= 0; --i) {
    Force<T> F = detail::along_joint(arm.link(i), composite);
    M(i, i) = joint_component(arm.link(i), F);
    for (int j = i - 1; j >= 0; --j) {
      F = to_parent(x.step(j + 1), F);
      M(i, j) = M(j, i) = joint_component(arm.link(j), F);
    }
    if (i > 0) composite = detail::weld(arm.link(i - 1).body, x.step(i), composite);
  }
}

}  // namespace catena
