// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: derivatives of inverse dynamics in link frames.
#pragma once

#include "catena/core/algo/link_derivatives.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> link_derivatives_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, LinkDerivativesWork<T>>(
          Quantity::did_dq, "link_derivatives", "wrenches propagated to the base in link frames, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T> s, LinkDerivativesWork<T>& work, Out<T> out) {
            link_derivatives<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out.matrix());
          }),
  };
  return rows;
}

}  // namespace catena::rows
