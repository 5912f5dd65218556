// SPDX-License-Identifier: Apache-2.0
// Forward dynamics in O(n): the articulated-body algorithm.
//
// Source   Featherstone 1983; 2008, table 7.1.
// Symbols  V velocity | c bias acceleration V × S q̇ | A articulated inertia | p articulated bias force
//          u = A S | δ = Sᵀ A S | ψ = u / δ
// Frames   every quantity of link i lives in frame i, at its origin, ordered (angular; linear).
// Differs  what a joint passes on, A - u uᵀ/δ, has no row along the joint: that is neither computed nor carried
//          (math/deflated.hpp), as Brandl, Johanni and Otter 1986 do; along itself the joint passes on τ.
// Cost     219n - 234 mul, 202n - 237 add, all revolute, n > 1; asserted in cost_test.cpp.
#pragma once

#include "catena/algo/joint.hpp"
#include "catena/math/deflated.hpp"

namespace catena {

template <class T>
struct AbaWork {
  explicit AbaWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        c(static_cast<std::size_t>(n), Motion<T>::zero()),
        psi(static_cast<std::size_t>(n), Force<T>::zero()),
        delta_inv(static_cast<std::size_t>(n), T(0)),
        rest(static_cast<std::size_t>(n), T(0)) {}
  std::vector<Motion<T>> V;   // (n) velocity of link i                                outward pass
  std::vector<Motion<T>> c;   // (n) bias acceleration                                 outward pass
  std::vector<Force<T>> psi;  // (n) A_i S_i / δ_i, which is 1 along the joint         inward pass
  std::vector<T> delta_inv;   // (n) 1 / δ_i                                           inward pass
  std::vector<T> rest;        // (n) τ_i less what the links beyond already need       inward pass
};

namespace detail {

// V × S q̇ with S the joint's axis.
template <class T>
CATENA_INLINE Motion<T> bias_acceleration(const ChainLink<T>& l, const Motion<T>& V, const T& qd) {
  if (l.revolute()) return {{V.ang.y * qd, -(V.ang.x * qd), T(0)}, {V.lin.y * qd, -(V.lin.x * qd), T(0)}};
  return {Vec3<T>::zero(), {V.ang.y * qd, -(V.ang.x * qd), T(0)}};
}

// V + S q̇
template <class T>
CATENA_INLINE Motion<T> add_joint(const ChainLink<T>& l, Motion<T> V, const T& qd) {
  if (l.revolute())
    V.ang.z = V.ang.z + qd;
  else
    V.lin.z = V.lin.z + qd;
  return V;
}

}  // namespace detail

// q̈ = M⁻¹ (τ - C q̇ - g). `delta_inv` of the work holds 1/δ_i afterwards; δ_i <= 0 means that M is not
// positive definite there.
template <class T>
void aba(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
         const Vec3<T>& gravity, const Force<T>& tip, AbaWork<T>& work, std::span<T> qdd) {
  const int n = arm.dof();

  // outward: velocities; the first link has only its joint's, and no bias acceleration
  Motion<T> V = detail::add_joint(arm.link(0), Motion<T>::zero(), qd[0]);
  work.V[0] = V;
  for (int i = 1; i < n; ++i) {
    V = detail::add_joint(arm.link(i), to_child(x.step(i), V), qd[i]);
    work.V[i] = V;
    work.c[i] = detail::bias_acceleration(arm.link(i), V, qd[i]);
  }

  // inward: articulated inertias and bias forces
  const Pose<T>& t = arm.tool();
  const Vec3<T> f = t.R * tip.lin;
  Force<T> p = {t.R * tip.ang + cross(t.p, f), f};
  ArticulatedInertia<T> A = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Motion<T>& Vi = work.V[i];
    A = with_body(A, l.body);
    if (i > 0) p += cross(Vi, l.body * Vi);  // the first joint feels nothing of it
    const Force<T> u = along_joint(l, A);
    const T delta_inv = T(1) / joint_component(l, u);
    work.delta_inv[i] = delta_inv;
    work.psi[i] = detail::scaled_to_joint(l, delta_inv, u);
    work.rest[i] = tau[i] - joint_component(l, p);
    if (i > 0) {
      const Step<T>& X = x.step(i);
      if (l.revolute()) {
        const TurningDeflated<T> free = deflate_turning(A, u, work.psi[i]);
        p = p + times_across(free, work.c[i]);
        A = to_parent(X, free);
      } else {
        const SlidingDeflated<T> free = deflate_sliding(A, u, work.psi[i]);
        p = p + times_across(free, work.c[i]);
        A = to_parent(X, free);
      }
      p = to_parent(X, detail::add_scaled(l, work.rest[i], work.psi[i], p, tau[i]));
    }
  }

  // outward: accelerations
  const Step<T>& s0 = x.step(0);
  const Vec3<T> up = turn_back_x(s0.ca, s0.sa, transpose_times(arm.base().R, -gravity));
  Motion<T> acc = {Vec3<T>::zero(), turn_back_z(s0.c, s0.s, up)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    if (i > 0) acc = to_child(x.step(i), acc) + work.c[i];
    T& along = l.revolute() ? acc.ang.z : acc.lin.z;
    const T sum = work.rest[i] * work.delta_inv[i] - detail::dot_across(l, work.psi[i], acc);
    qdd[i] = sum - along;
    along = sum;
  }
}

template <class T>
void aba(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
         const Vec3<T>& gravity, AbaWork<T>& work, std::span<T> qdd) {
  aba(arm, x, qd, tau, gravity, Force<T>::zero(), work, qdd);
}

}  // namespace catena
