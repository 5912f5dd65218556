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
      {Quantity::inertia, "denoc", "natural orthogonal complement, element by element",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         DenocWork<T> work(arm.dof());
         denoc(arm, x, work, square(out, arm.dof()));
       },
       true},
  };
  return rows;
}

}  // namespace catena::rows
