// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: articulated bodies.
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct AbaColumns {
  explicit AbaColumns(int n) : aba(n), unit(zeros<T>(n)), none(unit) {}
  AbaWork<T> aba;
  std::vector<T> unit, none;  // (n)
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> aba_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, AbaWork<T>>(Quantity::fd, "aba", "articulated bodies, O(n)",
                         [](Links<T> arm, Pos<T> x, In<T> s, AbaWork<T>& work, Out<T> out) {
                           aba<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out.vector());
                           return inverse_pivots(work.delta_inv);
                         }),
      row<T, AbaColumns<T>>(
          Quantity::inertia_inverse, "aba_columns", "forward dynamics from rest, once for each column",
          [](Links<T> arm, Pos<T> x, In<T>, AbaColumns<T>& work, Out<T> out) {
            for (int j = 0; j < arm.dof(); ++j) {
              work.unit[j] = T(1);
              aba<T>(arm, x, work.none, work.unit, Vec3<T>::zero(), work.aba, column(out.matrix(), j));
              work.unit[j] = T(0);
            }
            return inverse_pivots(work.aba.delta_inv);
          }),
  };
  return rows;
}

}  // namespace catena::rows
