// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: derivatives of inverse dynamics in link frames.
#pragma once

#include "catena/algo/walking_derivatives.hpp"
#include "catena/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walking_derivatives_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::did_dq, "walking_derivatives", "wrenches walk to the base in link frames, O(n^2)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         WalkingDerivativesWork<T> work(arm.dof());
         walking_derivatives<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, square(out, arm.dof()));
       }},
  };
  return rows;
}

}  // namespace catena::rows
