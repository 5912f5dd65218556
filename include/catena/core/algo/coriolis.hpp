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

// I Ṡ, where the axis is carried along with velocity V: Ṡ has no components along z.
template <class T>
CATENA_INLINE Force<T> times_axis_rate(const ChainLink<T>& l, const RigidInertia<T>& B, const Motion<T>& V) {
  const Vec3<T>& h = B.h;
  const auto push = [&](const T& x, const T& y) {  // of a slide (x, y, 0)
    return Force<T>{{-(h.z * y), h.z * x, h.x * y - h.y * x}, {B.m * x, B.m * y, T(0)}};
  };
  if (!l.revolute()) return push(V.ang.y, -V.ang.x);
  const T x = V.ang.y, y = -V.ang.x;
  const Force<T> F = push(V.lin.y, -V.lin.x);
  return {{B.I.xx * x + B.I.xy * y + F.ang.x, B.I.xy * x + B.I.yy * y + F.ang.y,
           B.I.xz * x + B.I.yz * y + F.ang.z},
          {F.lin.x + h.z * y, F.lin.y - h.z * x, h.y * x - h.x * y}};
}

// to_parent of a wrench, with the cosine and sine of by_twist.
template <class T, class C, class S>
CATENA_INLINE Force<T> wrench_to_parent(const Step<T>& X, const C& ca, const S& sa, const Force<T>& F) {
  const Vec3<T> fz = turn_z(X.c, X.s, F.lin), nz = turn_z(X.c, X.s, F.ang);
  const Vec3<T> f = turn_x(ca, sa, fz);
  const Vec3<T> n = turn_x(ca, sa, Vec3<T>{nz.x - X.d * fz.y, nz.y + X.d * fz.x, nz.z});
  return {{n.x, n.y - X.a * f.z, n.z + X.a * f.y}, f};
}

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

// The same with the wrenches of all joints beyond moved from frame to frame together. None of them waits for another, which on
// packs of states takes less time than fewer numbers in registers.
template <class T>
struct CoriolisAbreastWork {
  explicit CoriolisAbreastWork(int n)
      : links(n),
        wrenches(static_cast<std::size_t>(n), {Force<T>::zero(), Force<T>::zero(), Vec3<T>::zero()}) {}
  struct Wrenches {  // as detail::CoriolisWrenches; c is a couple
    Force<T> a, b;
    Vec3<T> c;
  };
  CoriolisWork<T> links;
  std::vector<Wrenches> wrenches;  // (n) of joint i, in the frame that has been reached
};

template <class T>
void coriolis(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, CoriolisAbreastWork<T>& work,
              MatView<T> C) {
  const int n = arm.dof();
  const std::vector<Motion<T>>& V = work.links.V;
  link_velocities(arm, x, qd, work.links.V);

  RigidInertia<T> I = RigidInertia<T>::zero();
  MassFlow<T> B = MassFlow<T>::zero();
  for (int j = n - 1; j >= 0; --j) {
    const ChainLink<T>& l = arm.link(j);
    const Vec3<T>&w = V[j].ang, &v = V[j].lin;
    for (int i = j + 1; i < n; ++i) {
      const auto& [a, b, c] = work.wrenches[i];
      C(j, i) = joint_component(l, a);
      C(i, j) = l.revolute() ? (w.y * b.ang.x - w.x * b.ang.y) + (v.y * b.lin.x - v.x * b.lin.y) + c.z
                             : w.y * b.lin.x - w.x * b.lin.y;
    }
    I = I + l.body;
    B = B + MassFlow<T>::rigid(l, V[j]);
    auto& own = work.wrenches[j];
    own = {detail::times_axis_rate(l, I, V[j]) + B.times_axis(l), along_joint(l, I),
           B.transpose_times_axis(l)};
    C(j, j) = joint_component(l, own.a);
    if (j == 0) break;

    const Step<T>& s = x.step(j);
    I = to_parent(s, I);
    B = to_parent(s, B);
    by_twist(s, [&](const auto& ca, const auto& sa) {
      for (int i = j; i < n; ++i) {
        auto& [a, b, c] = work.wrenches[i];
        a = detail::wrench_to_parent(s, ca, sa, a);
        b = detail::wrench_to_parent(s, ca, sa, b);
        c = turn_x(ca, sa, turn_z(s.c, s.s, c));
      }
    });
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
