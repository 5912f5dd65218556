// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: spatial operators and articulated bodies as matrices.
#pragma once

#include "catena/core/algo/operator_matrices.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct ArticulatedBodies {
  explicit ArticulatedBodies(int n)
      : psi(static_cast<std::size_t>(n), Force<T>::zero()), delta(zeros<T>(n)) {}
  std::vector<Force<T>> psi;  // (n) ψ_i
  std::vector<T> delta;       // (n) δ_i
};

// P_i (6 x 6 x n), ψ_i (6 x n) and δ_i.
template <class T>
Pivots<T> put_articulated_inertias(const Chain<T>& arm, const Posture<T>& x, bool rotors,
                                   ArticulatedBodies<T>& work, const Result<T>& out) {
  const MatView<T> P = out.matrix(0), psi = out.matrix(1);
  articulated_bodies(arm, x, rotors,
                     [&](int i, const ArticulatedInertia<T>& A, const Force<T>& each, const T& delta) {
                       for (int c = 0; c < 6; ++c) {
                         const Force<T> F = A * stacked::unit<Motion<T>, T>(c);
                         set_column(P, 6 * i + c, F.ang, F.lin);
                       }
                       set_column(psi, i, each.ang, each.lin);
                       out.vector(2)[i] = work.delta[i] = delta;
                     });
  return rows::pivots(work.delta);
}

template <class T>
Pivots<T> put_articulated_operators(const Chain<T>& arm, const Posture<T>& x, bool rotors,
                                    ArticulatedBodies<T>& work, const Result<T>& out) {
  articulated_bodies(arm, x, rotors,
                     [&](int i, const ArticulatedInertia<T>&, const Force<T>& psi, const T& delta) {
                       work.psi[i] = psi;
                       work.delta[i] = delta;
                     });
  articulated_shifts<T>(arm, x, work.psi, out.matrix(0), out.matrix(1));
  return rows::pivots(work.delta);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> spatial_operators_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T>(Quantity::spatial_operators, "spatial_operators", "unit wrenches carried to the base, O(n²)",
             [](Links<T> arm, Pos<T> x, In<T>, NoWork&, Out<T> out) {
               rigid_shifts(arm, x, out.matrix(0));
               stacked_axes(arm, out.matrix(1));
               link_inertias(arm, CubeView<T>{out.matrix(2).data, 6, 6});
             }),
      row<T, ArticulatedBodies<T>>(Quantity::articulated_operators, "spatial_operators",
                                   "unit wrenches carried to the base past free joints, O(n²)",
                                   [](Links<T> arm, Pos<T> x, In<T>, ArticulatedBodies<T>& work, Out<T> out) {
                                     return put_articulated_operators(arm, x, false, work, out);
                                   }),
      row<T, ArticulatedBodies<T>>(Quantity::articulated_inertias, "spatial_operators",
                                   "the Riccati equation of articulated bodies, O(n)",
                                   [](Links<T> arm, Pos<T> x, In<T>, ArticulatedBodies<T>& work, Out<T> out) {
                                     return put_articulated_inertias(arm, x, false, work, out);
                                   }),
  };
  return rows;
}

}  // namespace catena::rows
