// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: articulated bodies.
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> aba_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::fd, "aba", "articulated bodies, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         AbaWork<T> work(arm.dof());
         aba<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out);
       }},
      {Quantity::inertia_inverse, "aba_columns", "forward dynamics from rest, once for each column",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const int n = arm.dof();
         AbaWork<T> work(n);
         std::vector<T> unit = zeros<T>(n);
         const std::vector<T> none = zeros<T>(n);
         for (int j = 0; j < n; ++j) {
           unit[j] = T(1);
           aba<T>(arm, x, none, unit, Vec3<T>::zero(), work, column<T>(out, n, j));
           unit[j] = T(0);
         }
       }},
  };
  return rows;
}

}  // namespace catena::rows
