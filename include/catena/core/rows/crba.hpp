// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: composite rigid bodies.
#pragma once

#include "catena/core/algo/crba.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> crba_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "crba", "composite rigid bodies",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) { crba(arm, x, square(out, arm.dof())); }},
      {Quantity::kinetic_energy, "crba", "qd^T M qd / 2",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         std::vector<T> M = zeros<T>(n * n), p = zeros<T>(n);
         crba(arm, x, square<T>(M, n));
         add_product<T>(M, s.qd, p);
         out[0] = T(0);
         for (int i = 0; i < n; ++i) out[0] = out[0] + T(0.5) * (p[i] * s.qd[i]);
       }},
  };
  return rows;
}

}  // namespace catena::rows
