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
      row<T, LinkSums<T>>(Quantity::inertia, "gdahj_sums",
                          "GDAHJ by sums along the chain, several links at once",
                          [](Links<T> arm, Pos<T> x, In<T>, LinkSums<T>& work, Out<T> out) {
                            gdahj_sums<T>(arm, x, work, out.matrix());
                          }),
  };
  return rows;
}

}  // namespace catena::rows
