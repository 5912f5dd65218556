// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: gravity torques.
#pragma once

#include "catena/core/algo/gravity.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> gravity_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, GravityWork<T>>(Quantity::gravity, "gravity", "composite first moments",
                             [](Links<T> arm, Pos<T> x, In<T> s, GravityWork<T>& work, Out<T> out) {
                               gravity(arm, x, s.gravity, work, out.vector());
                             }),
  };
  return rows;
}

}  // namespace catena::rows
