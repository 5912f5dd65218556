// SPDX-License-Identifier: Apache-2.0
// Gravity torques g(q) = dV/dq from composite masses and first moments.
//
// Symbols  m, h mass and first moment of links i..n, about the origin of frame i | g_i gravity in frame i
// Frames   link i in frame i.
// Cost     20n - 10 mul, 15n - 10 add, all revolute; asserted in cost_test.cpp.
#pragma once

#include "catena/core/model/posture.hpp"

namespace catena {

template <class T>
struct GravityWork {
  explicit GravityWork(int n) : g(static_cast<std::size_t>(n), Vec3<T>::zero()) {}
  std::vector<Vec3<T>> g;  // (n) acceleration of gravity in frame i
};

template <class T>
void gravity(const Chain<T>& arm, const Posture<T>& x, const Vec3<T>& gravity, GravityWork<T>& work,
             std::span<T> torque) {
  const int n = arm.dof();

  // outward: gravity in the axes of each link
  Vec3<T> g = transpose_times(arm.base().R, gravity);
  for (int i = 0; i < n; ++i) {
    const Step<T>& s = x.step(i);
    g = by_twist(
        s, [&](const auto& ca, const auto& sa) { return turn_back_z(s.c, s.s, turn_back_x(ca, sa, g)); });
    work.g[i] = g;
  }

  // inward: composite bodies; each joint balances the weight of its composite
  T m = T(0);
  Vec3<T> h = Vec3<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    m = m + l.body.m;
    h += l.body.h;
    const Vec3<T>& gi = work.g[i];
    torque[i] = l.revolute() ? h.y * gi.x - h.x * gi.y : -(m * gi.z);
    if (i > 0) {
      const Step<T>& s = x.step(i);
      h = turn_z(s.c, s.s, h);
      h.z = h.z + m * s.d;
      h = by_twist(s, [&](const auto& ca, const auto& sa) { return turn_x(ca, sa, h); });
      h.x = h.x + m * s.a;
    }
  }
}

}  // namespace catena
