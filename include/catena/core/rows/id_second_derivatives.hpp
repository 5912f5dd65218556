// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: second derivatives of inverse dynamics.
#pragma once

#include "catena/core/algo/id_second_derivatives.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> id_second_derivatives_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, IdSecondDerivativesWork<T>>(
          Quantity::id_second_derivatives, "id_second_derivatives", "changes of composite bodies, O(n³)",
          [](Links<T> arm, Pos<T> x, In<T> s, IdSecondDerivativesWork<T>& work, Out<T> out) {
            id_second_derivatives<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work,
                                     {out.matrix(0), out.matrix(1), out.matrix(2), out.matrix(3)});
          }),
  };
  return rows;
}

}  // namespace catena::rows
