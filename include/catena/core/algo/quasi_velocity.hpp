// SPDX-License-Identifier: Apache-2.0
// Quasi-velocities, which make the kinetic energy a sum of squares, and the forces conjugate to them, in O(n):
// ξ = Uᵀ q̇, ν = D^½ ξ, κ = U⁻¹ τ, ε = D^-½ κ with M = U D Uᵀ; in both directions, without forming U.
//
// Paper    Kozłowski 1995: "Robot dynamics models in terms of generalized and quasi-coordinates: a
//          comparison", sections 2, 4 and 6; after Jain and Rodriguez.
// Symbols  link k of the paper, counted from the tip, is link n-k here | H*(k) = S_i, axis of the joint
//          Φ(k+1,k) A(k) = to_parent(step i) | P articulated inertia | D = S·P S | G = P S/D | τ̄ = 1 - G Sᵀ
//          Ψ = Φ τ̄ | V velocity | z, z+ swept force | Ω_δ = crf(S q̇), the rate of what the joint carries
// Frames   link i in frame i, at its origin on the joint's axis, where S is a unit vector of coordinates.
// Differs  instead of P, τ̄ P (Pbar) is stored and transformed: it has a row and a column of zeros.
// Misprint l(k,k-1) points from O_k to O_{k-1}. For prismatic joints Ω_δ is not diag(h~, h~) q̇ but crf(S q̇),
//          and every [Ω_δ, P] is Ω_δ P + P Ω_δ*. q̇ = [1 - HΨK]* D^-½ ν has lost its star.
// Cost     factors 82n - 91 mul, 93n - 110 add; from them ξ 25n - 34 mul, 18n - 29 add, κ 25n - 28 mul,
//          18n - 25 add, ν and ε n mul more (and n sqrt), all revolute; asserted in quasi_velocity_test.cpp.
// D <= 0   no physical body has such a D. ξ and κ exist unless D = 0; ν and ε are NaN for D < 0.
#pragma once

#include "catena/core/model/joint.hpp"

namespace catena {

// What follows from q alone.
template <class T>
struct QuasiFactors {
  explicit QuasiFactors(int n)
      : Pbar(static_cast<std::size_t>(n), ArticulatedInertia<T>::rigid(RigidInertia<T>::zero())),
        G(static_cast<std::size_t>(n), not_set<T>() * Force<T>::zero()),
        D(static_cast<std::size_t>(n), not_set<T>()),
        D_inv(D),
        root(D) {}
  std::vector<ArticulatedInertia<T>> Pbar;  // (n) τ̄ P: the inertia seen through the free joint; not for i = 0
  std::vector<Force<T>> G;                  // (n) gain, with 1 along the joint
  std::vector<T> D;                         // (n) D of M = U D Uᵀ
  std::vector<T> D_inv;                     // (n)
  std::vector<T> root;                      // (n) D^½                                     quasi_roots
};

namespace detail::quasi {

// The velocity minus S k.
template <class T>
CATENA_INLINE Motion<T> less_joint(const ChainLink<T>& l, const Motion<T>& V, const T& k) {
  return add_joint(l, V, -k);
}

}  // namespace detail::quasi

template <class T>
void quasi_factors(const Chain<T>& arm, const Posture<T>& x, QuasiFactors<T>& f) {
  const int n = arm.dof();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    ArticulatedInertia<T> P = ArticulatedInertia<T>::rigid(l.body);
    if (i < n - 1) P = P + to_parent(x.step(i + 1), f.Pbar[i + 1]);  // P = Φ τ̄ P Φ* + M        003 (12)
    const Force<T> u = along_joint(l, P);
    f.D[i] = joint_component(l, u);  // D = H P H*
    f.D_inv[i] = T(1) / f.D[i];
    f.G[i] = scaled_to_joint(l, f.D_inv[i], u);  // G = P H* / D
    if (i > 0)                                   // τ̄ P τ̄* = τ̄ P = P - D G G*
      f.Pbar[i] = deflate(without_joint(l, P), without_joint(l, u), without_joint(l, f.G[i]));
  }
}

// After quasi_factors. Not a number where D < 0.
template <class T>
void quasi_roots(QuasiFactors<T>& f) {
  using std::sqrt;
  for (std::size_t i = 0; i < f.D.size(); ++i) f.root[i] = sqrt(f.D[i]);
}

// The articulated inertia itself, for i > 0.
template <class T>
ArticulatedInertia<T> articulated(const QuasiFactors<T>& f, int i) {
  return deflate(f.Pbar[i], -f.D[i] * f.G[i], f.G[i]);
}

// --- velocities, outward; results may overwrite the arguments

// ξ = (1 + HΦK)* q̇, so that the kinetic energy is ½ Σ D ξ²                                     003 (43)
template <class T>
void xi_from_qd(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f, std::span<const T> qd,
                std::span<T> xi) {
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    V = add_joint(arm.link(i), to_child(x.step(i), V), qd[i]);
    xi[i] = dot(V, f.G[i]);  // ξ = q̇ + G* V+ = G* V                                            003 (34) (Q1)
  }
}

template <class T>
void qd_from_xi(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f, std::span<const T> xi,
                std::span<T> qd) {
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    V = to_child(x.step(i), V);      // V+
    qd[i] = xi[i] - dot(V, f.G[i]);  // q̇ = ξ - G* V+                                           003 (Q2)
    V = add_joint(arm.link(i), V, qd[i]);
  }
}

// ν = D^½ (1 + HΦK)* q̇, so that the kinetic energy is ½ Σ ν². After quasi_roots.
template <class T>
void nu_from_qd(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f, std::span<const T> qd,
                std::span<T> nu) {
  xi_from_qd(arm, x, f, qd, nu);
  for (int i = 0; i < arm.dof(); ++i)
    nu[i] = f.root[i] * nu[i];  //                                                              003 (28) (Q1)
}

template <class T>
void qd_from_nu(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f, std::span<const T> nu,
                std::span<T> qd) {
  for (int i = 0; i < arm.dof(); ++i) qd[i] = nu[i] / f.root[i];  //                            003 (Q2)
  qd_from_xi<T>(arm, x, f, qd, qd);
}

// --- forces, inward

// κ = (1 - HΨK) τ: the part of each joint force that is not transmitted from the free joints beyond it
template <class T>
void kappa_from_tau(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f,
                    std::span<const T> tau, std::span<T> kappa) {
  Force<T> z = Force<T>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const T t = tau[i];
    const T k = kappa[i] = t - joint_component(l, z);  // κ = τ - H z                           003 (Q3)
    if (i > 0) z = to_parent(x.step(i), with_joint(l, z + k * without_joint(l, f.G[i]), t));  // Φ (z + G κ)
  }
}

template <class T>
void tau_from_kappa(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f,
                    std::span<const T> kappa, std::span<T> tau) {
  Force<T> z = Force<T>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const T k = kappa[i];
    const T t = tau[i] = k + joint_component(l, z);  // τ = κ + H z                             003 (Q4)
    if (i > 0) z = to_parent(x.step(i), with_joint(l, z + k * without_joint(l, f.G[i]), t));
  }
}

// ε = D^-½ κ. After quasi_roots.
template <class T>
void eps_from_tau(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f, std::span<const T> tau,
                  std::span<T> eps) {
  kappa_from_tau(arm, x, f, tau, eps);
  for (int i = 0; i < arm.dof(); ++i) eps[i] = eps[i] / f.root[i];  //                          003 (Q3)
}

template <class T>
void tau_from_eps(const Chain<T>& arm, const Posture<T>& x, const QuasiFactors<T>& f, std::span<const T> eps,
                  std::span<T> tau) {
  for (int i = 0; i < arm.dof(); ++i) tau[i] = f.root[i] * eps[i];  //                          003 (Q4)
  tau_from_kappa<T>(arm, x, f, tau, tau);
}

}  // namespace catena
