// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: the Coriolis matrix.
#pragma once

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct CoriolisMatrix {
  explicit CoriolisMatrix(int n) : coriolis(n), C(n, n) {}
  CoriolisWork<T> coriolis;
  MatX<T> C;
};

template <class T>
struct CoriolisAtUnits {
  explicit CoriolisAtUnits(int n) : coriolis(n), unit(zeros<T>(n)) {}
  CoriolisWork<T> coriolis;
  std::vector<T> unit;  // (n)
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> coriolis_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, CoriolisWork<T>>(Quantity::coriolis, "coriolis", "composite mass flow, Christoffel, O(n²)",
                              [](Links<T> arm, Pos<T> x, In<T> s, CoriolisWork<T>& work, Out<T> out) {
                                coriolis(arm, x, s.qd, work, out.matrix());
                              }),
      row<T, CoriolisWork<T>>(Quantity::inertia_rate, "coriolis", "C + Cᵀ",
                              [](Links<T> arm, Pos<T> x, In<T> s, CoriolisWork<T>& work, Out<T> out) {
                                const MatView<T> A = out.matrix();
                                coriolis(arm, x, s.qd, work, A);
                                for (int i = 0; i < A.rows; ++i)
                                  for (int j = 0; j <= i; ++j) A(i, j) = A(j, i) = A(i, j) + A(j, i);
                              }),
      row<T, CoriolisWork<T>>(Quantity::did_dqd, "coriolis", "2 C",
                              [](Links<T> arm, Pos<T> x, In<T> s, CoriolisWork<T>& work, Out<T> out) {
                                coriolis(arm, x, s.qd, work, out.matrix());
                                double_all(out.matrix());
                              }),
      row<T, CoriolisAtUnits<T>>(
          Quantity::christoffel, "coriolis", "C at each unit velocity",
          [](Links<T> arm, Pos<T> x, In<T>, CoriolisAtUnits<T>& work, Out<T> out) {
            const int n = arm.dof();
            for (int k = 0; k < n; ++k) {
              work.unit[k] = T(1);
              coriolis<T>(arm, x, work.unit, work.coriolis, {&out.matrix()(0, k * n), n, n, n});
              work.unit[k] = T(0);
            }
          }),
      row<T, CoriolisMatrix<T>>(Quantity::bias, "coriolis", "C times qd",
                                [](Links<T> arm, Pos<T> x, In<T> s, CoriolisMatrix<T>& work, Out<T> out) {
                                  coriolis(arm, x, s.qd, work.coriolis, work.C.view());
                                  set_zero(out.vector());
                                  add_product<T>(work.C.view(), s.qd, out.vector());
                                }),
      row<T, CoriolisWork<T>>(
          Quantity::coriolis_transpose, "coriolis_transpose", "Cᵀ qd by one recursion, O(n)",
          [](Links<T> arm, Pos<T> x, In<T> s, CoriolisWork<T>& work, Out<T> out) {
            coriolis_transpose_times<T>(arm, x, s.qd, s.v.empty() ? s.qd : s.v, work, out.vector());
          }),
      row<T, CoriolisMatrix<T>>(Quantity::coriolis_transpose, "coriolis", "the transpose of C, times qd",
                                [](Links<T> arm, Pos<T> x, In<T> s, CoriolisMatrix<T>& work, Out<T> out) {
                                  coriolis(arm, x, s.qd, work.coriolis, work.C.view());
                                  const std::span<const T> v = s.v.empty() ? s.qd : s.v;
                                  const std::span<T> y = out.vector();
                                  for (int i = 0; i < arm.dof(); ++i) {
                                    y[i] = T(0);
                                    for (int j = 0; j < arm.dof(); ++j) y[i] = y[i] + work.C(j, i) * v[j];
                                  }
                                }),
  };
  return rows;
}

}  // namespace catena::rows
