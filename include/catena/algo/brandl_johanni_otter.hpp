// SPDX-License-Identifier: Apache-2.0
// Forward dynamics in O(n): articulated bodies, with all that a joint makes vanish left out.
//
// Source   Brandl, Johanni, Otter 1986 (tables of papers 002 and 003): each rotation as two planar ones, which
//          leave parts of an inertia unchanged. Their paper was not at hand, only its count and what 003 says.
// Symbols  V velocity | ζ = V × S q̇ | A articulated inertia, p articulated bias force
//          N = A S | μ = Sᵀ N | K = A - N Nᵀ/μ: what the joint passes on
// Frames   every quantity of link i lives in frame i, at its origin, ordered (angular; linear).
// Differs  from aba.hpp by K: its row and column along the joint vanish, so they are not computed, nor turned
//          about the joint, nor multiplied with ζ; along itself the joint passes on τ_i, whatever else acts.
// Cost     219n - 225 mul, 202n - 233 add, all revolute; asserted in brandl_johanni_otter_test.cpp.
#pragma once

#include "catena/algo/aba.hpp"

namespace catena {

namespace detail {

// A - N Nᵀ/μ with `scaled` = N/μ, which is read across the joint only: along it the result vanishes.
template <class T>
CATENA_INLINE ArticulatedInertia<T> passed_on(const ChainLink<T>& l, const ArticulatedInertia<T>& A,
                                              const Force<T>& N, const Force<T>& scaled) {
  const Vec3<T>&a = N.ang, &b = scaled.ang, &f = N.lin, &g = scaled.lin;
  const T o = T(0);
  if (l.revolute())
    return {{A.I.xx - a.x * b.x, A.I.yy - a.y * b.y, o, A.I.xy - a.x * b.y, o, o},
            {A.H.xx - a.x * g.x, A.H.xy - a.x * g.y, A.H.xz - a.x * g.z,  //
             A.H.yx - a.y * g.x, A.H.yy - a.y * g.y, A.H.yz - a.y * g.z,  //
             o, o, o},
            {A.G.xx - f.x * g.x, A.G.yy - f.y * g.y, A.G.zz - f.z * g.z,  //
             A.G.xy - f.x * g.y, A.G.xz - f.x * g.z, A.G.yz - f.y * g.z}};
  return {{A.I.xx - a.x * b.x, A.I.yy - a.y * b.y, A.I.zz - a.z * b.z,  //
           A.I.xy - a.x * b.y, A.I.xz - a.x * b.z, A.I.yz - a.y * b.z},
          {A.H.xx - a.x * g.x, A.H.xy - a.x * g.y, o,  //
           A.H.yx - a.y * g.x, A.H.yy - a.y * g.y, o,  //
           A.H.zx - a.z * g.x, A.H.zy - a.z * g.y, o},
          {A.G.xx - f.x * g.x, A.G.yy - f.y * g.y, o, A.G.xy - f.x * g.y, o, o}};
}

// N/μ across the joint; along it, where it would be one, zero.
template <class T>
CATENA_INLINE Force<T> across_joint(const ChainLink<T>& l, const T& per_mu, const Force<T>& N) {
  if (l.revolute()) return {{per_mu * N.ang.x, per_mu * N.ang.y, T(0)}, per_mu * N.lin};
  return {per_mu * N.ang, {per_mu * N.lin.x, per_mu * N.lin.y, T(0)}};
}

// a·n without the part along the joint.
template <class T>
CATENA_INLINE T dot_across(const ChainLink<T>& l, const Motion<T>& a, const Force<T>& n) {
  if (l.revolute()) return (a.ang.x * n.ang.x + a.ang.y * n.ang.y) + dot(a.lin, n.lin);
  return dot(a.ang, n.ang) + (a.lin.x * n.lin.x + a.lin.y * n.lin.y);
}

}  // namespace detail

template <class T>
struct BrandlJohanniOtterWork {
  explicit BrandlJohanniOtterWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        zeta(V),
        scaled(static_cast<std::size_t>(n), Force<T>::zero()),
        free(static_cast<std::size_t>(n), T(0)),
        mu(free) {}
  std::vector<Motion<T>> V;      // (n) velocity of link i                            outward pass
  std::vector<Motion<T>> zeta;   // (n) ζ_i                                           outward pass
  std::vector<Force<T>> scaled;  // (n) N_i / μ_i across the joint                    inward pass
  std::vector<T> free;           // (n) q̈_i on a link i-1 that does not accelerate    inward pass
  std::vector<T> mu;             // (n) μ_i > 0 if M is positive definite             inward pass
};

// q̈ = M⁻¹ (τ - C q̇ - g). A joint that moves no inertia (μ_i = 0) has no finite answer.
template <class T>
void brandl_johanni_otter(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                          std::span<const T> tau, const Vec3<T>& gravity, const Force<T>& tip,
                          BrandlJohanniOtterWork<T>& work, std::span<T> qdd) {
  const int n = arm.dof();

  // outward: velocities and what they alone accelerate
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    V = detail::add_joint(l, to_child(x.step(i), V), qd[i]);
    work.V[i] = V;
    work.zeta[i] = detail::bias_acceleration(l, V, qd[i]);
  }

  // inward: the inertia and the force that a joint passes on
  const Pose<T>& t = arm.tool();
  const Vec3<T> f = t.R * tip.lin;
  Force<T> p = {t.R * tip.ang + cross(t.p, f), f};
  ArticulatedInertia<T> A = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    A = A + ArticulatedInertia<T>::rigid(l.body);
    p += cross(work.V[i], l.body * work.V[i]);
    const Force<T> N = l.revolute() ? Force<T>{A.I.col_z(), A.H.row_z()} : Force<T>{A.H.col_z(), A.G.col_z()};
    work.mu[i] = joint_component(l, N);
    const T per_mu = T(1) / work.mu[i];
    const T rest = tau[i] - joint_component(l, p);
    const Force<T> n_mu = detail::across_joint(l, per_mu, N);
    work.scaled[i] = n_mu;
    work.free[i] = per_mu * rest;
    if (i > 0) {
      const ArticulatedInertia<T> K = detail::passed_on(l, A, N, n_mu);
      (l.revolute() ? p.ang.z : p.lin.z) = tau[i];  // along itself the joint passes on τ, whatever else acts
      p = p + K * work.zeta[i] + rest * n_mu;
      A = to_parent(x.step(i), K);
      p = to_parent(x.step(i), p);
    }
  }

  // outward: accelerations
  Motion<T> acc = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    acc = to_child(x.step(i), acc) + work.zeta[i];
    const T along = work.free[i] - detail::dot_across(l, acc, work.scaled[i]);
    T& own = l.revolute() ? acc.ang.z : acc.lin.z;
    qdd[i] = along - own;
    own = along;
  }
}

}  // namespace catena
