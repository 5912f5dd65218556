// SPDX-License-Identifier: Apache-2.0
// The standard equations of motion, τ = M q̈ + HΦMΦ*a + HΦb, as a two-point boundary-value problem along the
// arm: inverse dynamics by its two recursions, forward dynamics by a Kalman filter towards the base and a
// smoother towards the tip.
//
// Paper    Kozłowski 1995, eqs 12, 24, 25, 37, 38; the recursions are Rodriguez's of 1987, which it cites.
// Symbols  as in quasi_velocity.hpp | α rate of V in frame i, and -gravity at the base | a = Ω_δ* V
//          b = V × M V | f force across the joint | z filtered force | e innovation
// Frames   link i in frame i, at its origin.
// Differs  gravity is an acceleration of the base, not a part of b. M α + b is computed as one wrench from the acceleration
//          field. Only τ̄ P is transformed to the next frame, as in quasi_velocity.hpp. H z+ is τ, exactly.
// Misprint b: the force row has m ω × v (printed m p × v). Eq 38 has q̈ (printed θ).
// Cost     id 109n - 94 mul, 93n - 90 add (printed 142n - 161, 109n - 135); fd 227n - 239 mul, 204n - 241 add
//          (printed 477n - 503 together, 003 (Table3)), all revolute; asserted in kalman_test.cpp.
// D = 0    q̈ is then not finite.
#pragma once

#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/link_velocities.hpp"

namespace catena {

template <class T>
struct KalmanWork {
  explicit KalmanWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        f(static_cast<std::size_t>(n), Force<T>::zero()),
        G(static_cast<std::size_t>(n), Force<T>::zero()),
        e(static_cast<std::size_t>(n), T(0)) {}
  std::vector<Motion<T>> V;  // (n) velocity of link i
  std::vector<Force<T>> f;   // (n) force that moves link i, then the force across joint i      kalman_id
  std::vector<Force<T>> G;   // (n) gain                                                        kalman_fd
  std::vector<T> e;          // (n) innovation over D                                           kalman_fd
};

// τ = H f with f = Φ (M α + b).
template <class T>
void kalman_id(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
               const Vec3<T>& gravity, const Force<T>& tip, KalmanWork<T>& work, std::span<T> tau) {
  const int n = arm.dof();

  // outward: V = Φ* V + H* q̇, α = Φ* α + H* q̈ + a, and M α + b
  Motion<T> V = Motion<T>::zero();
  Motion<T> alpha = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    V = add_joint(l, to_child(x.step(i), V), qd[i]);  //                                        003 (5)
    alpha = add_joint(l, to_child(x.step(i), alpha) + bias_acceleration(l, V, qd[i]), qdd[i]);  // 003 (38)
    const Mat3<T> U = acceleration_gradient(V.ang, alpha.ang);
    const Vec3<T> vd = alpha.lin + cross(V.ang, V.lin);
    work.f[i] = {moment_of_gradient(U, l.spread) + cross(l.body.h, vd), l.body.m * vd + U * l.body.h};
  }

  // inward: f = Φ f + M α + b
  Force<T> f = at_last_frame(arm, tip);
  for (int i = n - 1; i >= 0; --i) {
    f = f + work.f[i];
    tau[i] =
        joint_component(arm.link(i), f);  //                                                    003 (37) (38)
    if (i > 0) f = to_parent(x.step(i), f);
  }
}

// q̈ = (1 - HΨK)* D⁻¹ (1 - HΨK) (τ - HΦMΦ*a - HΦb).
template <class T>
void kalman_fd(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
               const Vec3<T>& gravity, const Force<T>& tip, KalmanWork<T>& work, std::span<T> qdd) {
  const int n = arm.dof();
  link_velocities(arm, x, qd, work.V);

  // filter, inward
  Force<T> z = at_last_frame(arm, tip);
  ArticulatedInertia<T> P = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    P = P + ArticulatedInertia<T>::rigid(l.body);  //                                           003 (12)
    const Force<T> u = along_joint(l, P);
    const T D_inv = T(1) / joint_component(l, u);
    work.G[i] = scaled_to_joint(l, D_inv, u);
    const Motion<T> a = bias_acceleration(l, work.V[i], qd[i]);
    z = z + bias_force(l.body, work.V[i]) + P * a;  // z = Φ z+ + b + P a
    const T e = tau[i] - joint_component(l, z);     // innovation
    work.e[i] = D_inv * e;
    if (i == 0) break;
    const Force<T> G = without_joint(l, work.G[i]);
    P = to_parent(x.step(i), deflate(without_joint(l, P), without_joint(l, u), G));
    z = to_parent(x.step(i), with_joint(l, z + e * G, tau[i]));  // z+ = z + G e
  }

  // smoother, outward
  Motion<T> alpha = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    alpha = to_child(x.step(i), alpha);
    qdd[i] =
        work.e[i] - dot(alpha, work.G[i]);  //                                                  003 (24) (25)
    alpha = add_joint(l, alpha, qdd[i]) + bias_acceleration(l, work.V[i], qd[i]);
  }
}

}  // namespace catena
