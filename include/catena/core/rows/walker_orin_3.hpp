// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Walker and Orin's third method.
#pragma once

#include "catena/core/algo/walker_orin_3.hpp"
#include "catena/core/rows/walker_orin_1.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walker_orin_3_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "walker_orin_3", "composite bodies by their mass centres",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) { walker_orin_3(arm, x, square(out, arm.dof())); }},
      {Quantity::fd, "walker_orin_3", "M by composite bodies' mass centres, factorised and solved",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         solved_by_matrix<T>(arm, x, s, out, [&](MatView<T> M) { walker_orin_3(arm, x, M); });
       }},
  };
  return rows;
}

}  // namespace catena::rows
