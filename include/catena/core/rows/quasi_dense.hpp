// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: quasi-velocities from M itself, and C(θ,ξ), C(θ,ν) from their definition. With
#pragma once

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/rows/crba_udu.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct QuasiDense {
  explicit QuasiDense(int n)
      : F(n, n),
        C(n, n),
        N(n, n),
        coriolis(n),
        rnea(n),
        delta(zeros<T>(n)),
        none(delta),
        xi(delta),
        half(delta),
        bias(delta) {}
  MatX<T> F;  // the factors of M
  MatX<T> C;
  MatX<T> N;  // U⁻¹ Ṁ U⁻ᵀ
  CoriolisWork<T> coriolis;
  RneaWork<T> rnea;
  std::vector<T> delta;  // (n) D
  std::vector<T> none;   // (n)
  std::vector<T> xi;     // (n)
  std::vector<T> half;   // (n) ½ Ḋ ξ
  std::vector<T> bias;   // (n) C(θ,ξ)
};

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

// C(θ,ξ) from the factors in work.F, and with it ½ Ḋ ξ in work.half.
template <class T>
void cxi_by_udu(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, QuasiDense<T>& work,
                std::span<T> out) {
  const int n = arm.dof();
  const MatView<T> F = work.F.view(), C = work.C.view(), N = work.N.view();
  coriolis(arm, x, s.qd, work.coriolis, C);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) N(i, j) = C(i, j) + C(j, i);
  for (int side = 0; side < 2; ++side) {
    for (int j = 0; j < n; ++j) udu_half_solve<T>(F, column(N, j));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < j; ++i) std::swap(N(i, j), N(j, i));
  }
  rnea<T>(arm, x, s.qd, work.none, s.gravity, work.rnea, out);
  udu_half_solve<T>(F, out);
  xi_by_udu<T>(F, s.qd, work.xi);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) out[i] = out[i] - N(i, j) * work.xi[j];
    work.half[i] = T(0.5) * N(i, i) * work.xi[i];
  }
}

// κ = U⁻¹ τ from the factors in F; `kappa` may be `tau`.
template <class T>
void kappa_by_udu(MatView<T> F, std::span<const T> tau, std::span<T> kappa) {
  if (kappa.data() != tau.data()) std::copy(tau.begin(), tau.end(), kappa.begin());
  udu_half_solve<T>(F, kappa);
}

// D ξ̇ = U⁻¹ (τ - Jᵀ tip) - C(θ,ξ), with C(θ,ξ) in work.bias.
template <class T>
void scaled_xi_rate(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, QuasiDense<T>& work,
                    std::span<T> out) {
  Force<T> F = at_last_frame(arm, s.tip);
  for (int i = arm.dof() - 1; i >= 0; --i) {
    out[i] = s.tau[i] - joint_component(arm.link(i), F);
    if (i > 0) F = to_parent(x.step(i), F);
  }
  udu_half_solve<T>(work.F.view(), out);
  for (int i = 0; i < arm.dof(); ++i) out[i] = out[i] - work.bias[i];
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> quasi_dense_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, QuasiDense<T>>(Quantity::nu, "crba_udu", "M by composite bodies, factorised",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              using std::sqrt;
                              const std::span<T> nu = out.vector();
                              udu_of_inertia(arm, x, work.F.view());
                              xi_by_udu(work.F.view(), s.qd, nu);
                              for (int i = 0; i < arm.dof(); ++i) nu[i] = sqrt(work.F(i, i)) * nu[i];
                              return diagonal_pivots(work.F.view(), work.delta);
                            },
                            {.roots = true}),
      row<T, QuasiDense<T>>(Quantity::xi, "crba_udu", "M by composite bodies, factorised",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              udu_of_inertia(arm, x, work.F.view());
                              xi_by_udu(work.F.view(), s.qd, out.vector());
                              return diagonal_pivots(work.F.view(), work.delta);
                            }),
      row<T, QuasiDense<T>>(Quantity::cnu, "crba_udu", "M, its rate, C qd and g, by the definition",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              using std::sqrt;
                              const std::span<T> c = out.vector();
                              udu_of_inertia(arm, x, work.F.view());
                              cxi_by_udu<T>(arm, x, s, work, c);
                              for (int i = 0; i < arm.dof(); ++i)
                                c[i] = (c[i] - work.half[i]) / sqrt(work.F(i, i));
                              return diagonal_pivots(work.F.view(), work.delta);
                            },
                            {.roots = true}),
      row<T, QuasiDense<T>>(Quantity::cxi, "crba_udu", "M, its rate, C qd and g, by the definition",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              udu_of_inertia(arm, x, work.F.view());
                              cxi_by_udu<T>(arm, x, s, work, out.vector());
                              return diagonal_pivots(work.F.view(), work.delta);
                            }),
      row<T, QuasiDense<T>>(Quantity::kappa, "crba_udu", "M by composite bodies, factorised",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              udu_of_inertia(arm, x, work.F.view());
                              kappa_by_udu<T>(work.F.view(), s.tau, out.vector());
                              return diagonal_pivots(work.F.view(), work.delta);
                            }),
      row<T, QuasiDense<T>>(Quantity::eps, "crba_udu", "M by composite bodies, factorised",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              using std::sqrt;
                              const std::span<T> eps = out.vector();
                              udu_of_inertia(arm, x, work.F.view());
                              kappa_by_udu<T>(work.F.view(), s.tau, eps);
                              for (int i = 0; i < arm.dof(); ++i) eps[i] = eps[i] / sqrt(work.F(i, i));
                              return diagonal_pivots(work.F.view(), work.delta);
                            },
                            {.roots = true}),
      row<T, QuasiDense<T>>(Quantity::xi_rate, "crba_udu", "M, its rate, C qd and g, by the definition",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              const std::span<T> rate = out.vector();
                              udu_of_inertia(arm, x, work.F.view());
                              cxi_by_udu<T>(arm, x, s, work, work.bias);
                              scaled_xi_rate<T>(arm, x, s, work, rate);
                              for (int i = 0; i < arm.dof(); ++i) rate[i] = rate[i] / work.F(i, i);
                              return diagonal_pivots(work.F.view(), work.delta);
                            }),
      row<T, QuasiDense<T>>(Quantity::nu_rate, "crba_udu", "M, its rate, C qd and g, by the definition",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiDense<T>& work, Out<T> out) {
                              using std::sqrt;
                              const std::span<T> rate = out.vector();
                              udu_of_inertia(arm, x, work.F.view());
                              cxi_by_udu<T>(arm, x, s, work, work.bias);
                              scaled_xi_rate<T>(arm, x, s, work, rate);
                              for (int i = 0; i < arm.dof(); ++i)
                                rate[i] = (rate[i] + work.half[i]) / sqrt(work.F(i, i));
                              return diagonal_pivots(work.F.view(), work.delta);
                            },
                            {.roots = true}),
  };
  return rows;
}

}  // namespace catena::rows
