// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: derivatives of inverse dynamics by inner products in one frame.
#pragma once

#include "catena/core/algo/rnea_derivatives.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> rnea_derivatives_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::did_dq, "rnea_derivatives", "rates of the axes times composites, O(n^2)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         RneaDerivativesWork<T> work(arm);
         rnea_derivatives<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, {square(out, arm.dof()), {}, {}});
       }},
      {Quantity::did_dqd, "rnea_derivatives", "rates of the axes times composites, O(n^2)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         RneaDerivativesWork<T> work(arm);
         rnea_derivatives<T>(arm, x, s.qd, {}, s.gravity, s.tip, work, {{}, square(out, arm.dof()), {}});
       }},
  };
  return rows;
}

}  // namespace catena::rows
