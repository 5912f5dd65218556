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
      {Quantity::inertia, "walker_orin_2", "inverse dynamics at rest, moving links and one triangle only",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         AtRestWork<T> work(arm.dof());
         walker_orin_2(arm, x, work, square(out, arm.dof()));
       }},
      {Quantity::fd, "walker_orin_2", "M by its lower triangle's columns, factorised and solved",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         AtRestWork<T> work(arm.dof());
         solved_by_matrix<T>(arm, x, s, out, [&](MatView<T> M) { walker_orin_2(arm, x, work, M); });
       }},
  };
  return rows;
}

}  // namespace catena::rows
