// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Walker and Orin's third method.
#pragma once

#include "catena/core/algo/walker_orin_3.hpp"
#include "catena/core/rows/walker_orin_1.hpp"

namespace catena::detail {

struct NoMatrixWork {
  explicit NoMatrixWork(int) {}
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walker_orin_3_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T>(Quantity::inertia, "walker_orin_3", "composite bodies by their centres of mass",
             [](Links<T> arm, Pos<T> x, In<T>, NoWork&, Out<T> out) { walker_orin_3(arm, x, out.matrix()); }),
      row<T, SolvedByMatrix<T, NoMatrixWork>>(
          Quantity::fd, "walker_orin_3",
          "M by the centres of mass of composite bodies, factorised and solved",
          [](Links<T> arm, Pos<T> x, In<T> s, SolvedByMatrix<T, NoMatrixWork>& work, Out<T> out) {
            walker_orin_3(arm, x, work.M.view());
            return solve<T>(arm, x, s, work, out.vector());
          }),
  };
  return rows;
}

}  // namespace catena::rows
