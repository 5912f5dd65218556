// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: the Coriolis matrix.
#pragma once

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> coriolis_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::coriolis, "coriolis", "composite mass flow, Christoffel, O(n^2)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) { coriolis_at(arm, x, s.qd, out); }},
      {Quantity::inertia_rate, "coriolis", "C + C^T",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         std::vector<T> C = zeros<T>(n * n);
         coriolis_at<T>(arm, x, s.qd, C);
         for (int i = 0; i < n; ++i)
           for (int j = 0; j < n; ++j) out[j * n + i] = C[j * n + i] + C[i * n + j];
       }},
      {Quantity::did_dqd, "coriolis", "2 C",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         coriolis_at(arm, x, s.qd, out);
         for (T& y : out) y = y + y;
       }},
      {Quantity::christoffel, "coriolis", "C at each unit velocity",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const int n = arm.dof();
         std::vector<T> unit = zeros<T>(n);
         for (int k = 0; k < n; ++k) {
           unit[k] = T(1);
           coriolis_at<T>(arm, x, unit,
                          out.subspan(size_of(Quantity::inertia, n) * static_cast<std::size_t>(k), n * n));
           unit[k] = T(0);
         }
       }},
      {Quantity::bias, "coriolis", "C times qd",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         std::vector<T> C = zeros<T>(arm.dof() * arm.dof());
         coriolis_at<T>(arm, x, s.qd, C);
         std::fill(out.begin(), out.end(), T(0));
         add_product<T>(C, s.qd, out);
       }},
      {Quantity::coriolis_transpose, "coriolis_transpose", "C^T qd by one recursion, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         CoriolisWork<T> work(arm.dof());
         coriolis_transpose_times<T>(arm, x, s.qd, s.qd, work, out);
       }},
      {Quantity::coriolis_transpose, "coriolis", "the transpose of C, times qd",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         std::vector<T> C = zeros<T>(n * n);
         coriolis_at<T>(arm, x, s.qd, C);
         for (int i = 0; i < n; ++i) {
           out[i] = T(0);
           for (int j = 0; j < n; ++j) out[i] = out[i] + C[i * n + j] * s.qd[j];
         }
       }},
  };
  return rows;
}

}  // namespace catena::rows
