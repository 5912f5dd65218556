// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: quasi-velocities from M itself, and C(θ,ξ), C(θ,ν) from their definition. With
// M = U D Uᵀ and N = U⁻¹ Ṁ U⁻ᵀ, the derivative of M gives Ḋ = diag N and D U̇ᵀ U⁻ᵀ = the part of N below the
// diagonal, hence C(θ,ξ) = U⁻¹ (c + g) - below(N) ξ. Shares nothing with the recursions of the paper.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/crba_udu.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// ξ = Uᵀ q̇
template <class T>
void xi_by_udu(MatView<T> F, std::span<const T> qd, std::span<T> xi) {
  for (int j = 0; j < F.rows; ++j) {
    xi[j] = qd[j];
    for (int i = 0; i < j; ++i) xi[j] = xi[j] + F(i, j) * qd[i];
  }
}

// x <- U⁻¹ x
template <class T>
void udu_half_solve(MatView<T> F, std::span<T> x) {
  for (int k = F.rows - 1; k > 0; --k)
    for (int i = 0; i < k; ++i) x[i] = x[i] - F(i, k) * x[k];
}

// C(θ,ξ), and with it ½ Ḋ ξ in `half`.
template <class T>
void cxi_by_udu(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, MatView<T> F, std::span<T> half,
                std::span<T> out) {
  const int n = arm.dof();
  std::vector<T> C = zeros<T>(n * n), N = C, xi = zeros<T>(n);
  coriolis_at<T>(arm, x, s.qd, C);
  const MatView<T> c = square<T>(C, n), m = square<T>(N, n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) m(i, j) = c(i, j) + c(j, i);
  for (int side = 0; side < 2; ++side) {
    for (int j = 0; j < n; ++j) udu_half_solve<T>(F, column<T>(N, n, j));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < j; ++i) std::swap(m(i, j), m(j, i));
  }
  RneaWork<T> work(n);
  rnea<T>(arm, x, s.qd, zeros<T>(n), s.gravity, work, out);
  udu_half_solve<T>(F, out);
  xi_by_udu<T>(F, s.qd, xi);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) out[i] = out[i] - m(i, j) * xi[j];
    half[i] = T(0.5) * m(i, i) * xi[i];
  }
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> quasi_dense_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::nu, "crba_udu", "M by composite bodies, factorised",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         using std::sqrt;
         MatX<T> F(arm.dof(), arm.dof());
         udu_of_inertia(arm, x, F.view());
         xi_by_udu(F.view(), s.qd, out);
         for (int i = 0; i < arm.dof(); ++i) out[i] = sqrt(F(i, i)) * out[i];
       },
       false, true},
      {Quantity::xi, "crba_udu", "M by composite bodies, factorised",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         MatX<T> F(arm.dof(), arm.dof());
         udu_of_inertia(arm, x, F.view());
         xi_by_udu(F.view(), s.qd, out);
       }},
      {Quantity::cnu, "crba_udu", "M, its rate, C qd and g, by the definition",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         using std::sqrt;
         MatX<T> F(arm.dof(), arm.dof());
         udu_of_inertia(arm, x, F.view());
         std::vector<T> half = zeros<T>(arm.dof());
         cxi_by_udu<T>(arm, x, s, F.view(), half, out);
         for (int i = 0; i < arm.dof(); ++i) out[i] = (out[i] - half[i]) / sqrt(F(i, i));
       },
       false, true},
      {Quantity::cxi, "crba_udu", "M, its rate, C qd and g, by the definition",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         MatX<T> F(arm.dof(), arm.dof());
         udu_of_inertia(arm, x, F.view());
         std::vector<T> half = zeros<T>(arm.dof());
         cxi_by_udu<T>(arm, x, s, F.view(), half, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
