// SPDX-License-Identifier: Apache-2.0
// Forward dynamics in O(n): the articulated-body algorithm.
//
// Source   Featherstone 1983; 2008, table 7.1. The articulated bodies of 003 (Table3).
// Symbols  V velocity | c bias acceleration V × S q̇ | A articulated inertia | p articulated bias force
//          u = A S | δ = Sᵀ A S | ψ = u / δ
// Frames   every quantity of link i is expressed in frame i, at its origin, ordered (angular; linear).
// Differs  the inertia that a joint passes on, A - u uᵀ/δ, has a zero row and column along the joint, which are neither
//          computed nor stored (math/deflated.hpp), as in Brandl, Johanni and Otter 1986; the force passed on along the joint
//          is τ.
// Cost     219n - 234 mul, 199n - 234 add, all revolute, n > 1; asserted in cost_test.cpp.
#pragma once

#include "catena/core/math/deflated.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/aba_work.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

namespace detail {

template <class T>
struct AbaJob {
  int n;
  const ChainLink<T>* links;
  const Step<T>* steps;
  const T *qd, *tau;
  const Vec3<T>* lift;   // as in ChainEnds
  const Force<T>* held;  // likewise
  Motion<T>*V, *c;
  Force<T>* psi;
  T *delta_inv, *rest;
  T* qdd;
};

// If `ahead`, q̈_i is computed from the acceleration of the previous link in that link's own frame, without waiting for its
// transformation to frame i: more operations but a shorter dependency chain, which pays for a single state on a superscalar
// processor.
template <bool ahead, class T>
CATENA_INLINE void aba_run(const AbaJob<T>& job) {
  const auto link = [&](int i) -> const ChainLink<T>& { return job.links[i]; };
  const auto step = [&](int i) -> const Step<T>& { return job.steps[i]; };
  const int n = job.n;

  // outward: velocities; the first link has only its joint's, and no bias acceleration
  Motion<T> V = add_joint(link(0), Motion<T>::zero(), job.qd[0]);
  job.V[0] = V;
  for (int i = 1; i < n; ++i) {
    V = add_joint(link(i), to_child(step(i), V), job.qd[i]);
    job.V[i] = V;
    job.c[i] = bias_acceleration(link(i), V, job.qd[i]);
  }

  // inward: articulated inertias and bias forces
  Force<T> p = *job.held;
  ArticulatedInertia<T> A = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = link(i);
    const Motion<T>& Vi = job.V[i];
    A = with_body(A, l.body);
    if (i > 0) p += bias_force(l.body, Vi);  // it has no component along the first joint
    const Force<T> u = along_joint(l, A);
    const T delta_inv = T(1) / joint_component(l, u);
    job.delta_inv[i] = delta_inv;
    job.psi[i] = scaled_to_joint(l, delta_inv, u);
    job.rest[i] = job.tau[i] - joint_component(l, p);
    if (i > 0) {
      const Step<T>& X = step(i);
      if (l.revolute()) {
        const TurningDeflated<T> free = deflate_turning(A, u, job.psi[i]);
        p = p + times_across(free, job.c[i]);
        A = to_parent(X, free);
      } else {
        const SlidingDeflated<T> free = deflate_sliding(A, u, job.psi[i]);
        p = p + times_across(free, job.c[i]);
        A = to_parent(X, free);
      }
      p = to_parent(X, add_scaled(l, job.rest[i], job.psi[i], p, job.tau[i]));
    }
  }

  // outward: accelerations
  const Step<T>& s0 = step(0);
  const Vec3<T> up = turn_back_x(s0.ca, s0.sa, *job.lift);
  Motion<T> acc = {Vec3<T>::zero(), turn_back_z(s0.c, s0.s, up)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = link(i);
    const Force<T>& psi = job.psi[i];
    const T free = job.rest[i] * job.delta_inv[i];
    if (ahead && i > 0) {
      const Motion<T>& c = job.c[i];
      const Force<T> psi_before = to_parent(step(i), psi);
      const T qdd = (free - dot_across(l, psi, c)) - dot(acc, psi_before);
      acc = add_joint(l, to_child(step(i), acc) + c, qdd);
      job.qdd[i] = qdd;
      continue;
    }
    if (i > 0) acc = to_child(step(i), acc) + job.c[i];
    T& along = l.revolute() ? acc.ang.z : acc.lin.z;
    const T sum = free - dot_across(l, psi, acc);
    job.qdd[i] = sum - along;
    along = sum;
  }
}

}  // namespace detail

// q̈ = M⁻¹ (τ - C q̇ - g). `delta_inv` of the work holds 1/δ_i afterwards; δ_i <= 0 means that M is not
// positive definite there.
template <class T>
void aba(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
         const Vec3<T>& gravity, const Force<T>& tip, AbaWork<T>& work, std::span<T> qdd) {
  const ChainEnds<T> ends(arm, gravity, tip);
  detail::aba_run<false, T>({arm.dof(), &arm.link(0), &x.step(0), qd.data(), tau.data(), &ends.lift,
                             &ends.held, work.V.data(), work.c.data(), work.psi.data(), work.delta_inv.data(),
                             work.rest.data(), qdd.data()});
}

template <class T>
void aba(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
         const Vec3<T>& gravity, AbaWork<T>& work, std::span<T> qdd) {
  aba(arm, x, qd, tau, gravity, Force<T>::zero(), work, qdd);
}

}  // namespace catena
