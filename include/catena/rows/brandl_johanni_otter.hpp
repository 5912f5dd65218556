// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Brandl, Johanni and Otter's articulated bodies.
#pragma once

#include "catena/algo/brandl_johanni_otter.hpp"
#include "catena/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> brandl_johanni_otter_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::fd, "brandl_johanni_otter", "articulated bodies without what a joint makes vanish, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         BrandlJohanniOtterWork<T> work(arm.dof());
         brandl_johanni_otter<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
