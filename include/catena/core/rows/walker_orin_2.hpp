// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Walker and Orin's second method.
#pragma once

#include "catena/core/algo/walker_orin_2.hpp"
#include "catena/core/rows/walker_orin_1.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walker_orin_2_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, WalkerOrin2Work<T>>(Quantity::inertia, "walker_orin_2",
                                 "inverse dynamics at rest, moving links and one triangle only",
                                 [](Links<T> arm, Pos<T> x, In<T>, WalkerOrin2Work<T>& work, Out<T> out) {
                                   walker_orin_2(arm, x, work, out.matrix());
                                 }),
      row<T, SolvedByMatrix<T, WalkerOrin2Work<T>>>(
          Quantity::fd, "walker_orin_2", "M by its lower triangle's columns, factorised and solved",
          [](Links<T> arm, Pos<T> x, In<T> s, SolvedByMatrix<T, WalkerOrin2Work<T>>& work, Out<T> out) {
            walker_orin_2(arm, x, work.matrix, work.M.view());
            return solve<T>(arm, x, s, work, out.vector());
          }),
  };
  return rows;
}

}  // namespace catena::rows
