// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: GDAHJ.
#pragma once

#include "catena/core/algo/gdahj.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> gdahj_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, GdahjWork<T>>(Quantity::inertia, "gdahj", "rank-6 product of joint axes and composite momenta",
                           [](Links<T> arm, Pos<T> x, In<T>, GdahjWork<T>& work, Out<T> out) {
                             gdahj(arm, x, work, out.matrix());
                           },
                           {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
