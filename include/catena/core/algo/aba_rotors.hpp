// SPDX-License-Identifier: Apache-2.0
// Forward dynamics in O(n) with reflected rotor inertias: q̈ = (M + R)⁻¹ (τ - C q̇ - g), R diagonal.
//
// Source   Featherstone 2008, table 7.1, with δ = Sᵀ A S + r; section 9.6 says why a rotor is a diagonal of M.
// Symbols  as in aba.hpp | r reflected inertia of the rotor, gear² x its own
// Frames   every quantity of link i is expressed in frame i, at its origin, ordered (angular; linear).
// Differs  with r, the row of A - u uᵀ/δ along the joint does not vanish, so that the full matrix is stored, unlike in aba.hpp.
#pragma once

#include "catena/core/math/deflated.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/aba_work.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
using AbaRotorsWork = AbaWork<T>;

// `delta_inv` of the work holds 1/δ_i afterwards, as after `aba`.
template <class T>
void aba_rotors(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
                const Vec3<T>& gravity, const Force<T>& tip, AbaRotorsWork<T>& work, std::span<T> qdd) {
  const int n = arm.dof();

  // outward: velocities and bias accelerations
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    V = add_joint(l, to_child(x.step(i), V), qd[i]);
    work.V[i] = V;
    work.c[i] = bias_acceleration(l, V, qd[i]);
  }

  // inward: articulated inertias and bias forces
  const Vec3<T> f = arm.tool().R * tip.lin;
  Force<T> p = {arm.tool().R * tip.ang + cross(arm.tool().p, f), f};
  auto A = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    A = with_body(A, l.body);
    p += bias_force(l.body, work.V[i]);
    const Force<T> u = along_joint(l, A);
    const T delta_inv = T(1) / (joint_component(l, u) + l.rotor);
    work.delta_inv[i] = delta_inv;
    work.psi[i] = delta_inv * u;
    work.rest[i] = tau[i] - joint_component(l, p);
    if (i > 0) {
      A = deflate(A, u, work.psi[i]);
      p = to_parent(x.step(i), p + A * work.c[i] + work.rest[i] * work.psi[i]);
      A = to_parent(x.step(i), A);
    }
  }

  // outward: accelerations
  Motion<T> acc = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    acc = to_child(x.step(i), acc) + work.c[i];
    qdd[i] = work.rest[i] * work.delta_inv[i] - dot(acc, work.psi[i]);
    acc = add_joint(l, acc, qdd[i]);
  }
}

}  // namespace catena
