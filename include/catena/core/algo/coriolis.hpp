// SPDX-License-Identifier: Apache-2.0
// The Coriolis matrix C(q, q̇) of Christoffel symbols, in O(n²); Ṁ = C + Cᵀ; and Cᵀ v in O(n).
//
// Idea     For particles, C = Σ m Jᵀ J̇ is the Christoffel matrix. Integrated over rigid bodies, with S_j the joint axes
//          as spatial vectors, C_ij = Σ_bodies S_iᵀ (I Ṡ_j + B S_j), where B(ω; v) = (β ω; ω × l) depends on
//          β = tr(Q) 1 - Q, Q = ∫ ṙ rᵀ dm, and l = ∫ ṙ dm only. Q and l of bodies that move differently
//          still add up (model/mass_flow.hpp), so that composites of B work like composites of I.
// Symbols  V velocity | Ṡ = V × S | Q, l as above, of links i..n about the origin of frame i
// Frames   link i in frame i, at its origin.
// Cost     26n² + 110n - 136 mul, 16n² + 122n - 146 add, all revolute; asserted in cost_test.cpp.
// Check    C q̇ is the bias of rnea; Ṁ - 2C is skew; golden data (golden_test.cpp, identities_test.cpp).
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/link_velocities.hpp"
#include "catena/core/model/mass_flow.hpp"

namespace catena {

template <class T>
struct CoriolisWork {
  explicit CoriolisWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        W(static_cast<std::size_t>(n), Motion<T>::zero()) {}
  std::vector<Motion<T>> V;  // (n) velocity of link i under q̇
  std::vector<Motion<T>> W;  // (n) velocity of link i under v (coriolis_transpose_times)
};

namespace detail {

// The wrenches of joint i that give row and column i of C, seen from a joint j <= i.
template <class T>
struct CoriolisWrenches {
  Force<T> a;     // felt by j: C_ji = S_j·a
  Force<T> b, c;  // C_ij = Ṡ_j·b + S_j·c

  void to_joint_before(const Step<T>& s) {
    a = to_parent(s, a);
    b = to_parent(s, b);
    c = to_parent(s, c);
  }
  void put(const ChainLink<T>& lj, const Motion<T>& Vj, int i, int j, const MatView<T>& C) const {
    C(j, i) = joint_component(lj, a);
    C(i, j) = dot(axis_rate(lj, Vj), b) + joint_component(lj, c);
  }
};

}  // namespace detail

template <class T>
void coriolis(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, CoriolisWork<T>& work,
              MatView<T> C) {
  const int n = arm.dof();
  link_velocities(arm, x, qd, work.V);

  RigidInertia<T> I = RigidInertia<T>::zero();
  MassFlow<T> B = MassFlow<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    I = I + l.body;
    B = B + MassFlow<T>::rigid(l, work.V[i]);
    const Motion<T> S = joint_axis(l);

    detail::CoriolisWrenches<T> w = {
        I * axis_rate(l, work.V[i]) + B.times(S.ang), I * S, {B.transpose_times(S), Vec3<T>::zero()}};
    C(i, i) = joint_component(l, w.a);
    for (int j = i - 1; j >= 0; --j) {
      w.to_joint_before(x.step(j + 1));
      w.put(arm.link(j), work.V[j], i, j, C);
    }

    if (i > 0) {
      I = to_parent(x.step(i), I);
      B = to_parent(x.step(i), B);
    }
  }
}

// Cᵀ(q, q̇) v in O(n), without C: with W the velocities under v, (Cᵀ v)_j = Ṡ_j·Σ I W + S_j·Σ Bᵀ W.
// With v = q̇ this is what a momentum observer needs.
template <class T>
void coriolis_transpose_times(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                              std::span<const T> v, CoriolisWork<T>& work, std::span<T> out) {
  link_velocities(arm, x, qd, work.V);
  link_velocities(arm, x, v, work.W);
  Force<T> momentum = Force<T>::zero(), flow = Force<T>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    momentum += l.body * work.W[i];
    flow.ang += MassFlow<T>::rigid(l, work.V[i]).transpose_times(work.W[i]);
    out[i] = dot(axis_rate(l, work.V[i]), momentum) + joint_component(l, flow);
    if (i > 0) {
      momentum = to_parent(x.step(i), momentum);
      flow = to_parent(x.step(i), flow);
    }
  }
}

}  // namespace catena
