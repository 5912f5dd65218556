// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: the decoupled natural orthogonal complement.
#pragma once

#include "catena/core/algo/denoc.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> denoc_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, DenocWork<T>>(Quantity::inertia, "denoc", "natural orthogonal complement, element by element",
                           [](Links<T> arm, Pos<T> x, In<T>, DenocWork<T>& work, Out<T> out) {
                             denoc(arm, x, work, out.matrix());
                           },
                           {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
