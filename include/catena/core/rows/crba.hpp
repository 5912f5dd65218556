// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: composite rigid bodies.
#pragma once

#include "catena/core/algo/crba.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct CrbaMomentum {
  explicit CrbaMomentum(int n) : M(n, n), p(zeros<T>(n)) {}
  MatX<T> M;
  std::vector<T> p;  // (n) M q̇
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> crba_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T>(Quantity::inertia, "crba", "composite rigid bodies",
             [](Links<T> arm, Pos<T> x, In<T>, NoWork&, Out<T> out) { crba(arm, x, out.matrix()); }),
      row<T, CrbaMomentum<T>>(Quantity::kinetic_energy, "crba", "qdᵀ M qd / 2",
                              [](Links<T> arm, Pos<T> x, In<T> s, CrbaMomentum<T>& work, Out<T> out) {
                                crba(arm, x, work.M.view());
                                set_zero<T>(work.p);
                                add_product<T>(work.M.view(), s.qd, work.p);
                                T energy = T(0);
                                for (int i = 0; i < arm.dof(); ++i)
                                  energy = energy + T(0.5) * (work.p[i] * s.qd[i]);
                                out.number() = energy;
                              }),
  };
  return rows;
}

}  // namespace catena::rows
