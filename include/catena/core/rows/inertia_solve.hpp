// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: M⁻¹ V for a matrix V.
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct SolveByFactors {
  explicit SolveByFactors(int n) : F(n, n), delta(zeros<T>(n)) {}
  MatX<T> F;             // U and D of M = U D Uᵀ
  std::vector<T> delta;  // (n) D
};

template <class T>
struct SolveByColumns {
  explicit SolveByColumns(int n) : aba(n), column(zeros<T>(n)), none(column) {}
  AbaWork<T> aba;
  std::vector<T> column, none;  // (n)
};

// Column j of V, or of the identity if there is no V, into x.
template <class T>
void copy_column(const MatView<const T>* V, int j, std::span<T> x) {
  for (int i = 0; i < static_cast<int>(x.size()); ++i) x[i] = V ? (*V)(i, j) : T(i == j ? 1 : 0);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> inertia_solve_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, SolveByFactors<T>>(Quantity::inertia_solve, "crba_udu",
                                "M by composite bodies, factorised and solved column by column",
                                [](Links<T> arm, Pos<T> x, In<T> s, SolveByFactors<T>& work, Out<T> out) {
                                  const MatView<T> X = out.matrix(), F = work.F.view();
                                  crba(arm, x, F);
                                  udu_factor(F);
                                  for (int j = 0; j < X.cols; ++j) {
                                    copy_column(s.V, j, column(X, j));
                                    udu_solve(F, column(X, j));
                                  }
                                  return diagonal_pivots(F, work.delta);
                                }),
      row<T, SolveByColumns<T>>(
          Quantity::inertia_solve, "aba", "forward dynamics from rest, once for each column",
          [](Links<T> arm, Pos<T> x, In<T> s, SolveByColumns<T>& work, Out<T> out) {
            const MatView<T> X = out.matrix();
            for (int j = 0; j < X.cols; ++j) {
              copy_column<T>(s.V, j, work.column);
              aba<T>(arm, x, work.none, work.column, Vec3<T>::zero(), work.aba, column(X, j));
            }
            return X.cols > 0 ? inverse_pivots(work.aba.delta_inv) : Pivots<T>{};
          }),
  };
  return rows;
}

}  // namespace catena::rows
