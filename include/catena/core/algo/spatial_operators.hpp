// SPDX-License-Identifier: Apache-2.0
// The stacked spatial operators of an arm as dense matrices, and their rates: for study and tests, not speed.
//
// Paper    Kozłowski 1995, section 2: eqs 1-21 and 33, Table 1; after Rodriguez, Kreutz and Jain.
// Symbols  E_Φ shift, Φ = (1 - E_Φ)⁻¹ | H axes of the joints (n x 6n) | M inertias | P, D, G articulated
//          τ̄ = 1 - GH | E_Ψ = E_Φ τ̄, Ψ = (1 - E_Ψ)⁻¹ | K = E_Φ G | Ω = diag(ω~, ω~) | Ω_δ = crf(S q̇)
//          V× = crf(V) | λ̇ = Ṗ + Ω_δ P + P Ω_δ*
// Frames   block i in link frame i (E_Φ has the direction cosines); a rate is that of the components.
// Differs  blocks run from base to tip: E_Φ and Φ are upper triangular (paper: tip to base, lower).
// Misprint H is n x 6n. Ω_δ of prismatic joints and [Ω_δ, P]: see quasi_velocity.hpp. Eq 16 has Ṗ in the
//          bracket; the left sides of 18, 19 and 21 are λ̇. Row 1 of Table 1 is E_Φ Ω_δ.
// Cost     products of 6n x 6n matrices, O(n³); everything here allocates.
// D = 0    G, τ̄, P of the links inside, and all that follows from them, are then not finite.
#pragma once

#include "catena/core/algo/operator_matrices.hpp"
#include "catena/core/math/dense_algebra.hpp"
#include "catena/core/model/poses.hpp"

namespace catena::operators {

// --- operators of q

template <class T>
struct Operators {
  MatX<T> E_Phi, Phi;  // (6n x 6n) rigid shift, and its sum over all links
  MatX<T> H;           // (n x 6n)
  MatX<T> M;           // (6n x 6n) block diagonal, as P and τ̄
  MatX<T> P, D, D_inv, G, taubar;
  MatX<T> E_Psi, Psi;  // (6n x 6n) articulated shift and its sum
  MatX<T> K;           // (6n x n)
  MatX<T> R;           // (6n x 6n) direction cosines of each frame in the base
};

namespace detail {

template <class T>
void put(MatX<T>& A, int row, int col, const Vec3<T>& ang, const Vec3<T>& lin) {
  A(row, col) = ang.x, A(row + 1, col) = ang.y, A(row + 2, col) = ang.z;
  A(row + 3, col) = lin.x, A(row + 4, col) = lin.y, A(row + 5, col) = lin.z;
}
template <class T>
void put_skew(MatX<T>& A, int row, int col, const Vec3<T>& v) {
  A(row, col + 1) = -v.z, A(row, col + 2) = v.y, A(row + 1, col + 2) = -v.x;
  A(row + 1, col) = v.z, A(row + 2, col) = -v.y, A(row + 2, col + 1) = v.x;
}
// 1 + E + E² + ... of a shift: row i is 1 + E(i, i+1) times row i+1
template <class T>
MatX<T> sum_of_shifts(const MatX<T>& E) {
  MatX<T> S = identity<T>(E.rows());
  for (int i = E.rows() - 7; i >= 0; --i)
    for (int k = i / 6 * 6 + 6; k < i / 6 * 6 + 12; ++k)
      for (int j = k / 6 * 6; j < E.cols(); ++j) S(i, j) = S(i, j) + E(i, k) * S(k, j);
  return S;
}

}  // namespace detail

template <class T>
Operators<T> spatial_operators(const Chain<T>& arm, const Posture<T>& x) {
  const int n = arm.dof(), N = 6 * n;
  const MatX<T> zero(N, N);
  Operators<T> o{zero,          zero, MatX<T>(n, N), zero, zero,          MatX<T>(n, n), MatX<T>(n, n),
                 MatX<T>(N, n), zero, zero,          zero, MatX<T>(N, n), zero};
  Kinematics<T> kin(n);
  set_poses(arm, x, kin);
  for (int i = 0; i < n; ++i) {
    o.H(i, 6 * i + (arm.link(i).revolute() ? 2 : 5)) = T(1);
    for (int j = 0; j < 6; ++j) {
      const Force<T> F = arm.link(i).body * catena::detail::stacked::unit<Motion<T>, T>(j);
      detail::put(o.M, 6 * i, 6 * i + j, F.ang, F.lin);
      if (i == 0) continue;
      const Force<T> G = to_parent(x.step(i), catena::detail::stacked::unit<Force<T>, T>(j));
      detail::put(o.E_Phi, 6 * i - 6, 6 * i + j, G.ang, G.lin);
    }
    const Mat3<T>& R = kin.frame[i].R;
    for (int h : {6 * i, 6 * i + 3}) {
      o.R(h, h) = R.xx, o.R(h, h + 1) = R.xy, o.R(h, h + 2) = R.xz;
      o.R(h + 1, h) = R.yx, o.R(h + 1, h + 1) = R.yy, o.R(h + 1, h + 2) = R.yz;
      o.R(h + 2, h) = R.zx, o.R(h + 2, h + 1) = R.zy, o.R(h + 2, h + 2) = R.zz;
    }
  }
  o.Phi = detail::sum_of_shifts(o.E_Phi);
  for (int i = n - 1; i >= 0; --i) {
    MatX<T> P = block(o.M, i, i);
    if (i < n - 1) {
      const MatX<T> shift = block(o.E_Phi, i, i + 1) * block(o.taubar, i + 1, i + 1);
      P = P + shift * block(o.P, i + 1, i + 1) * star(shift);  // Φ τ̄ P τ̄* Φ* + M               003 (12)
    }
    put_block(P, i, i, o.P);
    const int s = arm.link(i).revolute() ? 2 : 5;
    o.D(i, i) = P(s, s);
    o.D_inv(i, i) = T(1) / P(s, s);
    for (int k = 0; k < 6; ++k) {
      o.G(6 * i + k, i) = P(k, s) * o.D_inv(i, i);
      o.taubar(6 * i + k, 6 * i + k) = T(1);
    }
    for (int k = 0; k < 6; ++k)
      o.taubar(6 * i + k, 6 * i + s) = o.taubar(6 * i + k, 6 * i + s) - o.G(6 * i + k, i);
  }
  o.E_Psi = o.E_Phi * o.taubar;
  o.Psi = detail::sum_of_shifts(o.E_Psi);
  o.K = o.E_Phi * o.G;
  return o;
}

// --- rates along q̇

template <class T>
struct OperatorRates {
  MatX<T> V;                                      // (6n x 1) velocities
  MatX<T> Omega, Omega_delta, V_cross;            // (6n x 6n) block diagonal
  MatX<T> P, lambda;                              // Ṗ, λ̇
  MatX<T> E_Phi, Phi, H, M, D, G, taubar, E_Psi;  // the local derivatives of Table 1
};

// Ṗ and λ̇ as sums over all links beyond.
template <class T>
MatX<T> articulated_rate_closed(const Operators<T>& o, const MatX<T>& driving) {
  const MatX<T> Psi_til = o.Psi - identity<T>(o.Psi.rows());
  return diagonal_blocks(Psi_til * driving *
                         star(Psi_til));  //                                                    003 (15) (17)
}
template <class T>
MatX<T> lambda_closed(const Operators<T>& o, const MatX<T>& driving) {
  return diagonal_blocks(o.Psi * driving * star(o.Psi));  //                                    003 (19)
}

template <class T>
OperatorRates<T> operator_rates(const Chain<T>& arm, const Operators<T>& o, std::span<const T> qd) {
  const int n = arm.dof(), N = 6 * n;
  const MatX<T> zero(N, N);
  OperatorRates<T> r{MatX<T>(N, 1), zero,          zero, zero,          zero,          zero, zero,
                     zero,          MatX<T>(n, N), zero, MatX<T>(n, n), MatX<T>(N, n), zero, zero};
  r.V = star(o.Phi) * star(o.H) * column_of(qd);  // V = Φ* H* q̇                                003 (5)
  for (int i = 0; i < n; ++i) {
    const int b = 6 * i;
    const Vec3<T> w = {r.V(b, 0), r.V(b + 1, 0), r.V(b + 2, 0)},
                  v = {r.V(b + 3, 0), r.V(b + 4, 0), r.V(b + 5, 0)};
    const Vec3<T> h = {T(0), T(0), qd[i]};
    detail::put_skew(r.Omega, b, b, w), detail::put_skew(r.Omega, b + 3, b + 3, w);  //         003 (2)
    detail::put_skew(r.V_cross, b, b, w), detail::put_skew(r.V_cross, b + 3, b + 3, w);
    detail::put_skew(r.V_cross, b, b + 3, v);  //                                               003 (33)
    if (arm.link(i).revolute())                //                                               003 (4)
      detail::put_skew(r.Omega_delta, b, b, h), detail::put_skew(r.Omega_delta, b + 3, b + 3, h);
    else
      detail::put_skew(r.Omega_delta, b, b + 3, h);
  }
  const MatX<T> X = r.Omega_delta * o.P, driving = X + star(X);
  for (int i = n - 1; i >= 0; --i) {  // from the tip inward
    MatX<T> Pd(6, 6);
    if (i < n - 1) {
      const MatX<T> shift = block(o.E_Psi, i, i + 1);
      Pd = shift * block(r.lambda, i + 1, i + 1) * star(shift);  // Ṗ = E_Ψ λ̇ E_Ψ*              003 (13) (16)
    }
    put_block(Pd, i, i, r.P);
    put_block(Pd + block(driving, i, i), i, i, r.lambda);  // λ̇ = Ṗ + [Ω_δ, P]              003 (18) (20) (21)
  }
  r.E_Phi =
      o.E_Phi * r.Omega_delta;  //                                                        003 (14) (Table1)
  r.Phi = o.Phi * o.E_Phi * r.Omega_delta * o.Phi;  //                                          003 (Table1)
  r.D = o.H * r.P * star(o.H);                      // H and M are constant                     003 (Table1)
  r.G = o.taubar * r.P * star(o.H) * o.D_inv;       //                                          003 (Table1)
  r.taubar = zero - r.G * o.H;                      //                                          003 (Table1)
  r.E_Psi = o.E_Psi * (r.Omega_delta * o.taubar - r.P * star(o.H) * o.D_inv * o.H);  //         003 (Table1)
  return r;
}

// From the rate of components to the rate as seen from the base, or with Ω_δ for Ω from the frame before: of
// stacked vectors (columns) and of matrices. Ω_δ of a slide is not skew: X Ω then means -X Ω*.
template <class T>
MatX<T> rate_of_vectors(const MatX<T>& Omega, const MatX<T>& x, const MatX<T>& local) {
  return local +
         Omega * x;  //                                                                       003 (1) (3) (11)
}
template <class T>
MatX<T> rate_of_matrices(const MatX<T>& Omega, const MatX<T>& X, const MatX<T>& local) {
  return local + Omega * X +
         X * star(Omega);  // = local + [Ω, X]                                            003 (6) (7) (9) (10)
}

// Blocks with their components in the base's axes: b' = R b R*.
template <class T>
MatX<T> in_base_axes(const Operators<T>& o, const MatX<T>& X) {
  return o.R * X * star(o.R);  //                                                               003 (8)
}

}  // namespace catena::operators
