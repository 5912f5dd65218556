// SPDX-License-Identifier: Apache-2.0
// M = U D Uᵀ in closed form, without M: reverse Gaussian elimination link by link; with it forward dynamics in
// O(n), solutions for many right-hand sides, U and D themselves.
//
// Paper    Saha 2003: "Simulation of industrial manipulators based on the UDUᵀ decomposition of inertia
//          matrix", Multibody System Dynamics 9; steps A, B, C of sections 2.2 and 3, appendix B.
// Symbols  p_i axis of joint i | M̂_i articulated inertia | ψ̂_i = M̂_i p_i | m̂_i = p_i·ψ̂_i = D_ii
//          ψ_i = ψ̂_i / m̂_i | η wrench of the torques so far | μ acceleration of the twist | α_ik = U_ik
// Frames   link i in frame i, at its origin on the joint's axis. (The paper: centre of mass, distal frames.) So p_i
//          is a unit vector: no d_i and c_i,i-1 (002 (A1) (A2)), ψ̂_i is a column of M̂_i, m̂_i an element.
// Differs  the row and column of M̂_ii along the joint are zero and not stored (math/deflated.hpp). For the first joint, where
//          the elimination ends, its axis is transformed to link 2, B_21 p_1, instead of M̂_22 to link 1.
// Misprint (12) has τ_i for φ_i; A3b lacks the link's own inertia and stops at i = 2; C3 has (t) for (b); p_i
//          of a prismatic joint, (0; e_i), is not printed. More in docs/papers/udut.md.
// Cost     forward dynamics with φ given: 133n - 206 mul, 129n - 228 add for n >= 3, all revolute; of
//          these 82n - 124 and 93n - 165 once, 51n - 82 and 36n - 63 for each right-hand side; U: 10n² - 26n + 15 mul,
//          6n² - 13n + 5 add. Asserted in udut_test.cpp against 002 (Table1).
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/math/deflated.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
struct UdutWork {
  explicit UdutWork(int n)
      : psi(static_cast<std::size_t>(n), Force<T>::zero()),
        m_hat(static_cast<std::size_t>(n), not_set<T>()),
        m_hat_inv(m_hat),
        first(Motion<T>::zero()),
        rest(static_cast<std::size_t>(n), T(0)),
        rnea(n) {}
  std::vector<Force<T>> psi;  // (n) ψ_i; 1 along the joint; not set for the first link        udut_factor
  std::vector<T> m_hat;       // (n) D; zero or not finite: M has no factors here             udut_factor
  std::vector<T> m_hat_inv;   // (n) 1 / m̂_i                                                  udut_factor
  Motion<T> first;            //     B_21 p_1, the axis of the first joint in frame 2         udut_factor
  std::vector<T> rest;        // (n) zeros, the acceleration at which φ is taken
  RneaWork<T> rnea;           //                                                              udut_fd
};

namespace detail {

// ψ̂, m̂, ψ of link i; returns ψ̂.
template <class T>
CATENA_INLINE Force<T> udut_pivot(const ChainLink<T>& l, const ArticulatedInertia<T>& M_hat, int i,
                                  UdutWork<T>& work) {
  Force<T> psi_hat = along_joint(l, M_hat);     // ψ̂ = M̂ p  002 (17) (26) (A4)
  work.m_hat[i] = joint_component(l, psi_hat);  // m̂ = p·ψ̂  002 (26) (A5)
  work.m_hat_inv[i] = T(1) / work.m_hat[i];
  work.psi[i] = scaled_to_joint(l, work.m_hat_inv[i], psi_hat);  // ψ = ψ̂ / m̂  002 (27) (A6)
  return psi_hat;
}

}  // namespace detail

// ψ_i and m̂_i of all links. A zero m̂_i makes everything towards the base not finite; see first_bad_pivot.
template <class T>
void udut_factor(const Chain<T>& arm, const Posture<T>& x, UdutWork<T>& work) {
  const int n = arm.dof();
  auto M_hat = ArticulatedInertia<T>::rigid(arm.link(n - 1).body);  // M̂_n = M_n  002 (16) (28) (A3a)
  for (int i = n - 1; i > 1; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Force<T> psi_hat = detail::udut_pivot(l, M_hat, i, work);
    M_hat = l.revolute()
                ? to_parent(x.step(i), deflate_turning(M_hat, psi_hat, work.psi[i]))
                : to_parent(x.step(i), deflate_sliding(M_hat, psi_hat, work.psi[i]));  // 002 (28) (A7)
    M_hat = with_body(M_hat, arm.link(i - 1).body);  // M̂_i-1 = M_i-1 + Bᵀ M̂_ii B  002 (28) (A3b)
  }
  // m̂_1 = p_1·(M_1 + Bᵀ M̂_22 B) p_1
  work.m_hat[0] = joint_component(arm.link(0), along_joint(arm.link(0), arm.link(0).body));
  if (n > 1) {
    const ChainLink<T>& l = arm.link(1);
    const Force<T> psi_hat = detail::udut_pivot(l, M_hat, 1, work);
    work.first = to_child(x.step(1), joint_axis(arm.link(0)));
    const T beyond = l.revolute() ? quadratic(deflate_turning(M_hat, psi_hat, work.psi[1]), work.first)
                                  : quadratic(deflate_sliding(M_hat, psi_hat, work.psi[1]), work.first);
    work.m_hat[0] = work.m_hat[0] + beyond;
  }
  work.m_hat_inv[0] = T(1) / work.m_hat[0];
}

// A: φ becomes τ̂ = U⁻¹ φ. After udut_factor, like B, C and all below.
template <class T>
void udut_solve_a(const Chain<T>& arm, const Posture<T>& x, const UdutWork<T>& work, std::span<T> v) {
  Force<T> eta = Force<T>::zero();  // η_n,n+1 = 0
  for (int i = arm.dof() - 1; i > 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const T phi = v[i];
    v[i] = phi - joint_component(l, eta);              // τ̂ = φ - p·η_i,i+1  002 (12) (A10)
    eta = add_scaled(l, v[i], work.psi[i], eta, phi);  // η = ψ τ̂ + η_i,i+1  002 (13) (A8)
    if (i > 1)
      eta = to_parent(x.step(i), eta);  // η_i-1,i = Bᵀ η  002 (13) (A9)
    else
      v[0] = v[0] - dot(work.first, eta);  // p_1·(Bᵀ η) = (B p_1)·η
  }
}

// B: τ̂ becomes τ̃ = D⁻¹ τ̂.
template <class T>
void udut_solve_b(const UdutWork<T>& work, std::span<T> v) {
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = v[i] * work.m_hat_inv[i];  // 002 (B)
}

// C: τ̃ becomes q̈ = U⁻ᵀ τ̃.
template <class T>
void udut_solve_c(const Chain<T>& arm, const Posture<T>& x, const UdutWork<T>& work, std::span<T> v) {
  Motion<T> mu = {v[0] * work.first.ang, v[0] * work.first.lin};  // B p_1 q̈_1  002 (15) (C2a)
  for (int i = 1; i < arm.dof(); ++i) {
    const ChainLink<T>& l = arm.link(i);
    if (i > 1) mu = to_child(x.step(i), mu);  // μ_i,i-1 = B μ_i-1  002 (15) (C2b) (C3)
    T& along = l.revolute() ? mu.ang.z : mu.lin.z;
    const T sum = v[i] - dot_across(l, work.psi[i], mu);  // q̈ + p·μ_i,i-1
    v[i] = sum - along;                                   // q̈ = τ̃ - ψ·μ_i,i-1  002 (14) (C1)
    along = sum;                                          // μ = p q̈ + μ_i,i-1  002 (15)
  }
}

// v becomes M⁻¹ v.
template <class T>
void udut_solve(const Chain<T>& arm, const Posture<T>& x, const UdutWork<T>& work, std::span<T> v) {
  udut_solve_a(arm, x, work, v);
  udut_solve_b(work, v);
  udut_solve_c(arm, x, work, v);
}

// The same for each column of V (n x k).
template <class T>
void udut_solve(const Chain<T>& arm, const Posture<T>& x, const UdutWork<T>& work, MatView<T> V) {
  for (int j = 0; j < V.cols; ++j)
    udut_solve(arm, x, work, std::span<T>(&V(0, j), static_cast<std::size_t>(V.rows)));
}

// q̈ with M q̈ = φ; φ on entry, q̈ on return.
template <class T>
void udut_forward(const Chain<T>& arm, const Posture<T>& x, UdutWork<T>& work, std::span<T> v) {
  udut_factor(arm, x, work);
  udut_solve(arm, x, work, v);
}

// Forward dynamics, with φ from inverse dynamics without acceleration.
template <class T>
void udut_fd(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
             const Vec3<T>& gravity, const Force<T>& tip, UdutWork<T>& work, std::span<T> qdd) {
  rnea<T>(arm, x, qd, work.rest, gravity, tip, work.rnea, qdd);
  for (int i = 0; i < arm.dof(); ++i) qdd[i] = tau[i] - qdd[i];  // φ = τ - C q̇ - g  002 (1)
  udut_forward(arm, x, work, qdd);
}

// U in place above the diagonal of a matrix whose other elements become 1 and 0. D is `work.m_hat`.
template <class T>
void udut_factors(const Chain<T>& arm, const Posture<T>& x, const UdutWork<T>& work, MatView<T> U) {
  for (int k = 0; k < arm.dof(); ++k) {
    U(k, k) = T(1);  // M = U D Uᵀ  002 (9) (10) (11)
    for (int i = k + 1; i < arm.dof(); ++i) U(i, k) = T(0);
    Force<T> psi = work.psi[k];
    for (int i = k - 1; i > 0; --i) {
      psi = to_parent(x.step(i + 1), psi);          // ψ_ik = B_kiᵀ ψ_k  002 (26) (27)
      U(i, k) = joint_component(arm.link(i), psi);  // α_ik = p_i·ψ_ik  002 (25)
    }
    if (k > 0) U(0, k) = dot(work.first, psi);
  }
}

// --- appendix B, for study ---------------------------------------------------------------------------------

// E_k = 1 - α_k λ_kᵀ, the elementary upper triangular matrix of column k >= 1 (counted from 0); α_k is column k
// of U above the diagonal, λ_k the unit vector k. Its inverse is 1 + α_k λ_kᵀ, 002 (8).
template <class T>
void udut_elementary(MatView<T> U, int k, MatView<T> E) {
  for (int j = 0; j < U.rows; ++j)
    for (int i = 0; i < U.rows; ++i)
      E(i, j) = i == j ? T(1) : j == k && i < k ? -U(i, k) : T(0);  // 002 (20) (21) (22) (23)
}

// L_k = E_k L_k+1 in place: from L_n+1 = M, column k above the diagonal vanishes.
template <class T>
void udut_eliminate(MatView<T> U, int k, MatView<T> L) {
  for (int j = 0; j < L.cols; ++j)
    for (int i = 0; i < k; ++i) L(i, j) = L(i, j) - U(i, k) * L(k, j);  // 002 (7) (19) (24)
}

// The rows and columns before k of L_k, without elimination: i_ij⁽ᵏ⁾ = p_i·M̂_ik B_ij p_j, the inertia matrix of
// the links before k with joints k.. free to move. The rest of L is not touched.
template <class T>
void udut_remainder(const Chain<T>& arm, const Posture<T>& x, int k, MatView<T> L) {
  auto M_hat = ArticulatedInertia<T>::rigid(arm.link(arm.dof() - 1).body);
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Force<T> psi_hat = along_joint(l, M_hat);
    if (i >= k) {
      const Force<T> psi = (T(1) / joint_component(l, psi_hat)) * psi_hat;
      M_hat = deflate(M_hat, psi_hat, psi);  // M̂_kk  002 (28)
    } else {
      Force<T> F = psi_hat;
      L(i, i) = joint_component(l, F);
      for (int j = i - 1; j >= 0; --j) {
        F = to_parent(x.step(j + 1), F);
        L(i, j) = L(j, i) = joint_component(arm.link(j), F);  // i_ij⁽ᵏ⁾  002 (25)
      }
    }
    if (i > 0) M_hat = with_body(to_parent(x.step(i), M_hat), arm.link(i - 1).body);  // M̂_ik  002 (28)
  }
}

}  // namespace catena
