// SPDX-License-Identifier: Apache-2.0
// The derivative of inverse dynamics with respect to q in O(n²), in link frames: the wrenches of a joint are transformed
// from frame to frame towards the base. The derivative with respect to q̇ is 2 C of coriolis.hpp.
//
// Idea     the formulas of rnea_derivatives.hpp in frames where the joint axis is a unit vector: many products vanish, and
//          more do if the axes of the arm are at right angles. Each element costs a change of frame, not an inner product.
// Symbols  V velocity, A acceleration minus gravity | Ṡ, S̈ rates of the axis | I, B, F of links i..n
// Frames   link i in frame i, at its origin.
// Cost     28n² + 244n - 239 mul, (35n² + 467n) / 2 - 244 add, all revolute; asserted in
//          link_derivatives_test.cpp.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/mass_flow.hpp"

namespace catena {

template <class T>
struct LinkDerivativesWork {
  explicit LinkDerivativesWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        Sd2(static_cast<std::size_t>(n), Vec3<T>::zero()),
        Sdd(V),
        A(V) {}
  std::vector<Motion<T>> V;    // (n) velocity of link i
  std::vector<Vec3<T>> Sd2;    // (n) 2 Ṡ, its angular part
  std::vector<Motion<T>> Sdd;  // (n) S̈
  std::vector<Motion<T>> A;    // (n) acceleration minus gravity
};

namespace detail {

// A couple (pure moment) is the same about every point.
template <class T>
CATENA_INLINE Vec3<T> couple_to_parent(const Step<T>& X, const Vec3<T>& c) {
  return turn_x(X.ca, X.sa, turn_z(X.c, X.s, c));
}

}  // namespace detail

// ∂τ/∂q at (q, q̇, q̈); `tip` is constant in tool axes.
template <class T>
void link_derivatives(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                      const Vec3<T>& gravity, const Force<T>& tip, LinkDerivativesWork<T>& work,
                      MatView<T> by_q) {
  const int n = arm.dof();

  // outward: velocities, accelerations, rates of the axes
  Motion<T> V = Motion<T>::zero(), A = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    work.V[i] = V = add_joint(l, to_child(x.step(i), V), qd[i]);
    A = add_joint(l, to_child(x.step(i), A), qdd[i]);
    work.A[i] = A = A + bias_acceleration(l, V, qd[i]);
    const Vec3<T> turning = axis_rate(l, V).ang;
    work.Sd2[i] = turning + turning;
    work.Sdd[i] = axis_acceleration(l, V, A);
  }

  const Pose<T>& t = arm.tool();
  const Vec3<T> f = t.R * tip.lin;
  Force<T> F = {t.R * tip.ang + cross(t.p, f), f};
  RigidInertia<T> I = RigidInertia<T>::zero();
  MassFlow<T> B = MassFlow<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Motion<T>& Vi = work.V[i];
    I = I + l.body;
    B = B + MassFlow<T>::rigid(l, Vi);
    F += moving_wrench(l.body, Vi, work.A[i]);

    // column i, above the diagonal: the components of I S̈ + 2 B Ṡ + S ×* F along all joints before i
    Force<T> e = I * work.Sdd[i] + B.times(work.Sd2[i]) + carried_by_axis(l, F);
    // row i, up to the diagonal: I S pairs with S̈_j, Bᵀ S with 2 Ṡ_j
    Force<T> b = along_joint(l, I);
    Vec3<T> c = B.transpose_times(joint_axis(l));
    by_q(i, i) = dot(work.Sdd[i], b) + dot(work.Sd2[i], c);
    for (int j = i - 1; j >= 0; --j) {
      const Step<T>& s = x.step(j + 1);
      e = to_parent(s, e);
      b = to_parent(s, b);
      c = detail::couple_to_parent(s, c);
      by_q(j, i) = joint_component(arm.link(j), e);
      by_q(i, j) = dot(work.Sdd[j], b) + dot(work.Sd2[j], c);
    }

    if (i > 0) {
      I = to_parent(x.step(i), I);
      B = to_parent(x.step(i), B);
      F = to_parent(x.step(i), F);
    }
  }
}

}  // namespace catena
