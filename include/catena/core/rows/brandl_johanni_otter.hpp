// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Brandl, Johanni and Otter's articulated bodies, which is how aba.hpp is written.
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> brandl_johanni_otter_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, AbaWork<T>>(Quantity::fd, "brandl_johanni_otter",
                         "aba without the terms that are zero for the joint type",
                         [](Links<T> arm, Pos<T> x, In<T> s, AbaWork<T>& work, Out<T> out) {
                           aba<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out.vector());
                           return inverse_pivots(work.delta_inv);
                         }),
  };
  return rows;
}

}  // namespace catena::rows
