// SPDX-License-Identifier: Apache-2.0
// All terms of the equation of motion M q̈ + C q̇ + g = τ in one sweep, O(n²). The composite bodies from which the Coriolis matrix
// is computed also give M and g; only a few components are added to the work of coriolis.hpp.
//
// Symbols  I, B composite inertia and mass flow of links i..n, as in coriolis.hpp | g_i gravity in frame i
// Frames   link i in frame i, at its origin.
// Cost     26n² + 120n - 136 mul, 16n² + 127n - 146 add, all revolute; asserted in cost_test.cpp.
#pragma once

#include "catena/core/algo/coriolis.hpp"

namespace catena {

template <class T>
struct TermsWork {
  explicit TermsWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()), g(static_cast<std::size_t>(n), Vec3<T>::zero()) {}
  std::vector<Motion<T>> V;  // (n) velocity of link i
  std::vector<Vec3<T>> g;    // (n) acceleration of gravity in frame i
};

// M and C (n x n), g (n).
template <class T>
void terms(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, const Vec3<T>& gravity,
           TermsWork<T>& work, MatView<T> M, MatView<T> C, std::span<T> torque) {
  const int n = arm.dof();
  const std::vector<Motion<T>>& V = work.V;
  link_velocities(arm, x, qd, work.V);
  Vec3<T> g = transpose_times(arm.base().R, gravity);
  for (int i = 0; i < n; ++i) {
    const Step<T>& s = x.step(i);
    g = by_twist(
        s, [&](const auto& ca, const auto& sa) { return turn_back_z(s.c, s.s, turn_back_x(ca, sa, g)); });
    work.g[i] = g;
  }

  RigidInertia<T> I = RigidInertia<T>::zero();
  MassFlow<T> B = MassFlow<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    I = I + l.body;
    B = B + MassFlow<T>::rigid(l, V[i]);
    const Motion<T> S = joint_axis(l);
    const Vec3<T>& gi = work.g[i];
    torque[i] = l.revolute() ? I.h.y * gi.x - I.h.x * gi.y : -(I.m * gi.z);

    detail::CoriolisWrenches<T> w = {
        I * axis_rate(l, V[i]) + B.times(S.ang), along_joint(l, I), {B.transpose_times(S), Vec3<T>::zero()}};
    C(i, i) = joint_component(l, w.a);
    M(i, i) = joint_component(l, w.b);
    for (int j = i - 1; j >= 0; --j) {
      w.to_joint_before(x.step(j + 1));
      w.put(arm.link(j), V[j], i, j, C);
      M(j, i) = M(i, j) = joint_component(arm.link(j), w.b);  // S_j·b
    }
    if (i > 0) {
      I = to_parent(x.step(i), I);
      B = to_parent(x.step(i), B);
    }
  }
}

}  // namespace catena
