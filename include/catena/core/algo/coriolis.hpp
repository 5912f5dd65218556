// SPDX-License-Identifier: Apache-2.0
// The Coriolis matrix C(q, q̇) of Christoffel symbols, in O(n²); Ṁ = C + Cᵀ; and Cᵀ v in O(n).
//
// Idea     For particles, C = Σ m Jᵀ J̇ is the Christoffel matrix. Summed over a body, with S_j the joint axes
//          as spatial vectors, C_ij = Σ_bodies S_iᵀ (I Ṡ_j + B S_j), where B(ω; v) = (β ω; ω × l) needs only
//          β = tr(Q) 1 - Q, Q = ∫ ṙ rᵀ dm, and l = ∫ ṙ dm. Q and l of bodies that share no joint velocity
//          still add up, so composites of B work like composites of I.
// Symbols  V velocity | Ṡ = V × S | Q, l as above, of links i..n about the origin of frame i
// Frames   link i in frame i, at its origin.
// Cost     26n² + 110n - 136 mul, 16n² + 122n - 146 add, all revolute; asserted in cost_test.cpp.
// Check    C q̇ is the bias of rnea; Ṁ - 2C is skew; golden data (golden_test.cpp, identities_test.cpp).
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/inline.hpp"
#include "catena/core/math/dense.hpp"

namespace catena {

// The part of C that comes from moving mass: Q = ∫ ṙ rᵀ dm and momentum l.
template <class T>
struct MassFlow {
  Mat3<T> Q;
  Vec3<T> l;

  static MassFlow zero() { return {Mat3<T>::zero(), Vec3<T>::zero()}; }

  // ṙ = v + ω × r over one rigid body with second moments `spread`
  CATENA_INLINE static MassFlow rigid(const ChainLink<T>& link, const Motion<T>& V) {
    const Vec3<T>& w = V.ang;
    const Vec3<T> qx = cross(w, link.spread.col_x()) + link.body.h.x * V.lin;
    const Vec3<T> qy = cross(w, link.spread.col_y()) + link.body.h.y * V.lin;
    const Vec3<T> qz = cross(w, link.spread.col_z()) + link.body.h.z * V.lin;
    return {{qx.x, qy.x, qz.x, qx.y, qy.y, qz.y, qx.z, qy.z, qz.z},
            link.body.m * V.lin + cross(w, link.body.h)};
  }
  CATENA_INLINE friend MassFlow operator+(const MassFlow& a, const MassFlow& b) {
    return {a.Q + b.Q, a.l + b.l};
  }

  // B (ω; v) = (tr(Q) ω - Q ω; ω × l)
  CATENA_INLINE Force<T> times(const Vec3<T>& w) const {
    const T t = Q.xx + Q.yy + Q.zz;
    return {t * w - Q * w, cross(w, l)};
  }
  // Bᵀ (ω; v) has no linear part: tr(Q) ω - Qᵀ ω + l × v
  CATENA_INLINE Vec3<T> transpose_times(const Motion<T>& V) const {
    const T t = Q.xx + Q.yy + Q.zz;
    return t * V.ang - catena::transpose_times(Q, V.ang) + cross(l, V.lin);
  }
};

// r grows by the step of the origin: Q += l pᵀ.
template <class T>
CATENA_INLINE MassFlow<T> to_parent(const Step<T>& X, const MassFlow<T>& B) {
  Vec3<T> l = turn_z(X.c, X.s, B.l);
  Mat3<T> Q = turn_z(X.c, X.s, B.Q);
  Q.xz = Q.xz + X.d * l.x, Q.yz = Q.yz + X.d * l.y, Q.zz = Q.zz + X.d * l.z;
  l = turn_x(X.ca, X.sa, l);
  Q = turn_x(X.ca, X.sa, Q);
  Q.xx = Q.xx + X.a * l.x, Q.yx = Q.yx + X.a * l.y, Q.zx = Q.zx + X.a * l.z;
  return {Q, l};
}

namespace detail {

// Ṡ = V × S
template <class T>
CATENA_INLINE Motion<T> axis_rate(const ChainLink<T>& l, const Motion<T>& V) {
  if (l.revolute()) return {cross_z(V.ang), cross_z(V.lin)};
  return {Vec3<T>::zero(), cross_z(V.ang)};
}

template <class T>
CATENA_INLINE Motion<T> axis(const ChainLink<T>& l) {
  Motion<T> S = Motion<T>::zero();
  (l.revolute() ? S.ang.z : S.lin.z) = T(1);
  return S;
}

template <class T>
void link_velocities(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                     std::vector<Motion<T>>& V) {
  Motion<T> v = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) V[i] = v = add_joint(arm.link(i), to_child(x.step(i), v), qd[i]);
}

}  // namespace detail

template <class T>
struct CoriolisWork {
  explicit CoriolisWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        W(static_cast<std::size_t>(n), Motion<T>::zero()) {}
  std::vector<Motion<T>> V;  // (n) velocity of link i under q̇
  std::vector<Motion<T>> W;  // (n) velocity of link i under v (coriolis_transpose_times)
};

template <class T>
void coriolis(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, CoriolisWork<T>& work,
              MatView<T> C) {
  const int n = arm.dof();
  detail::link_velocities(arm, x, qd, work.V);

  RigidInertia<T> I = RigidInertia<T>::zero();
  MassFlow<T> B = MassFlow<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    I = I + l.body;
    B = B + MassFlow<T>::rigid(l, work.V[i]);
    const Motion<T> S = detail::axis(l);

    Force<T> a = I * detail::axis_rate(l, work.V[i]) + B.times(S.ang);  // felt by j <= i: C_ji
    Force<T> b = I * S;  // pairs with Ṡ_j:  C_ij = Ṡ_j·b + S_j·c
    Force<T> c = {B.transpose_times(S), Vec3<T>::zero()};
    C(i, i) = joint_component(l, a);
    for (int j = i - 1; j >= 0; --j) {
      const Step<T>& s = x.step(j + 1);
      const ChainLink<T>& lj = arm.link(j);
      a = to_parent(s, a);
      b = to_parent(s, b);
      c = to_parent(s, c);
      C(j, i) = joint_component(lj, a);
      C(i, j) = dot(detail::axis_rate(lj, work.V[j]), b) + joint_component(lj, c);
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
  detail::link_velocities(arm, x, qd, work.V);
  detail::link_velocities(arm, x, v, work.W);
  Force<T> momentum = Force<T>::zero(), flow = Force<T>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    momentum += l.body * work.W[i];
    flow.ang += MassFlow<T>::rigid(l, work.V[i]).transpose_times(work.W[i]);
    out[i] = dot(detail::axis_rate(l, work.V[i]), momentum) + joint_component(l, flow);
    if (i > 0) {
      momentum = to_parent(x.step(i), momentum);
      flow = to_parent(x.step(i), flow);
    }
  }
}

}  // namespace catena
