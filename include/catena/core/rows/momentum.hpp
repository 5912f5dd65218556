// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: momentum.
#pragma once

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/momentum.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct InertiaTimes {
  explicit InertiaTimes(int n) : M(n, n) {}
  MatX<T> M;
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> momentum_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, MomentumWork<T>>(Quantity::momentum, "momentum",
                              "momenta of the links added up from the tip to the base, O(n)",
                              [](Links<T> arm, Pos<T> x, In<T> s, MomentumWork<T>& work, Out<T> out) {
                                const Force<T> H = momentum<T>(arm, x, s.qd, work);
                                const std::span<T> to = out.vector();
                                to[0] = H.ang.x, to[1] = H.ang.y, to[2] = H.ang.z;
                                to[3] = H.lin.x, to[4] = H.lin.y, to[5] = H.lin.z;
                              }),
      row<T, MomentumWork<T>>(Quantity::momentum_rate, "momentum",
                              "forces on the links added up from the tip to the base, O(n)",
                              [](Links<T> arm, Pos<T> x, In<T> s, MomentumWork<T>& work, Out<T> out) {
                                const Force<T> F = momentum_rate<T>(arm, x, s.qd, s.qdd, work);
                                set_column(out.matrix(), 0, F.ang, F.lin);
                              }),
      row<T, MomentumWork<T>>(Quantity::joint_momentum, "momentum",
                              "momenta of the links added up from the tip to the base, O(n)",
                              [](Links<T> arm, Pos<T> x, In<T> s, MomentumWork<T>& work, Out<T> out) {
                                joint_momentum<T>(arm, x, s.qd, work, out.vector());
                              }),
      row<T, InertiaTimes<T>>(Quantity::joint_momentum, "crba", "M times qd",
                              [](Links<T> arm, Pos<T> x, In<T> s, InertiaTimes<T>& work, Out<T> out) {
                                crba(arm, x, work.M.view());
                                set_zero(out.vector());
                                add_product<T>(work.M.view(), s.qd, out.vector());
                              }),
  };
  return rows;
}

}  // namespace catena::rows
