// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Walker and Orin's first method.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/algo/walker_orin_1.hpp"
#include "catena/core/rows/bias_work.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// Forward dynamics from an inertia matrix and the scratch of what fills it.
template <class T, class MatrixWork>
struct SolvedByMatrix {
  explicit SolvedByMatrix(int n) : matrix(n), M(n, n), bias(n), delta(zeros<T>(n)) {}
  MatrixWork matrix;
  MatX<T> M;
  BiasWork<T> bias;
  std::vector<T> delta;  // (n) D
};

// With M in work.M.
template <class T, class MatrixWork>
Pivots<T> solve(const Chain<T>& arm, const Posture<T>& x, const State<T>& s,
                SolvedByMatrix<T, MatrixWork>& work, std::span<T> qdd) {
  accelerating_torque<T>(arm, x, s, work.bias, qdd);
  udu_factor(work.M.view());
  udu_solve(work.M.view(), qdd);
  return diagonal_pivots(work.M.view(), work.delta);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walker_orin_1_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, WalkerOrin1Work<T>>(Quantity::inertia, "walker_orin_1",
                                 "inverse dynamics at rest, once for each column",
                                 [](Links<T> arm, Pos<T> x, In<T>, WalkerOrin1Work<T>& work, Out<T> out) {
                                   walker_orin_1(arm, x, work, out.matrix());
                                 }),
      row<T, SolvedByMatrix<T, WalkerOrin1Work<T>>>(
          Quantity::fd, "walker_orin_1", "M by columns of inverse dynamics, factorised and solved",
          [](Links<T> arm, Pos<T> x, In<T> s, SolvedByMatrix<T, WalkerOrin1Work<T>>& work, Out<T> out) {
            walker_orin_1(arm, x, work.matrix, work.M.view());
            return solve<T>(arm, x, s, work, out.vector());
          }),
  };
  return rows;
}

}  // namespace catena::rows
