// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: GDAHJ by sums along the chain.
#pragma once

#include "catena/core/algo/gdahj_sums.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> gdahj_sums_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "gdahj_sums", "GDAHJ by sums along the chain, several links at once",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         LinkSums<T> work(arm);
         gdahj_sums<T>(arm, x, work, square(out, arm.dof()));
       }},
  };
  return rows;
}

}  // namespace catena::rows
