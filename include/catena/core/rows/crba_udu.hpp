// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: M by composite bodies, factorised.
#pragma once

#include "catena/core/algo/crba_udu.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
void udu_of_inertia(const Chain<T>& arm, const Posture<T>& x, MatView<T> F) {
  crba(arm, x, F);
  udu_factor(F);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> crba_udu_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::fd, "crba_udu", "M by composite bodies, factorised and solved",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         RneaWork<T> work(n);
         const std::vector<T> none = zeros<T>(n);
         rnea<T>(arm, x, s.qd, none, s.gravity, s.tip, work, out);
         for (int i = 0; i < n; ++i) out[i] = s.tau[i] - out[i];
         CrbaUduWork<T> solve(n);
         crba_udu_solve(arm, x, solve, out);
       }},
      {Quantity::udut, "crba_udu", "M by composite bodies, reverse Gaussian elimination",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const int n = arm.dof();
         const MatView<T> U = square(out, n);
         udu_of_inertia(arm, x, U);
         for (int i = 0; i < n; ++i) {
           out[n * n + i] = U(i, i);
           U(i, i) = T(1);
           for (int j = 0; j < i; ++j) U(i, j) = T(0);
         }
       }},
      {Quantity::inertia_inverse, "crba_udu", "M by composite bodies, factorised and inverted",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         udu_of_inertia(arm, x, square(out, arm.dof()));
         udu_inverse(square(out, arm.dof()));
       }},
  };
  return rows;
}

}  // namespace catena::rows
