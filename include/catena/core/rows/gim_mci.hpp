// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: GIM and MCI.
#pragma once

#include "catena/core/algo/gim_mci.hpp"
#include "catena/core/algo/gim_mci_dense.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> gim_mci_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "gim_mci", "closed-form elements of the GIM",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) { gim(arm, x, square(out, arm.dof())); }},
      {Quantity::bias, "gim_mci", "MCI times qd",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         GimMciWork<T> work(n);
         std::vector<T> C = zeros<T>(n * n);
         mci(arm, x, s.qd, work, square<T>(C, n));
         std::fill(out.begin(), out.end(), T(0));
         add_product<T>(C, s.qd, out);
       }},
      {Quantity::id, "gim_mci", "GIM qdd + MCI qd + g + J^T tip, assembled",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         GravityWork<T> weights(n);
         gravity(arm, x, s.gravity, weights, out);
         GimMciWork<T> work(n);
         std::vector<T> M = zeros<T>(n * n), C = zeros<T>(n * n);
         gim_mci(arm, x, s.qd, work, square<T>(M, n), square<T>(C, n));
         add_product<T>(M, s.qdd, out);  // τ = I θ̈ + C θ̇ + g                                    004 (9)
         add_product<T>(C, s.qd, out);
         Force<T> F = carried(arm.tool(), s.tip);
         for (int i = n - 1; i >= 0; --i) {
           out[i] = out[i] + joint_component(arm.link(i), F);
           if (i > 0) F = to_parent(x.step(i), F);
         }
       }},
      {Quantity::mci, "gim_mci", "closed-form elements of the MCI, O(n^2)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         GimMciWork<T> work(arm.dof());
         mci(arm, x, s.qd, work, square(out, arm.dof()));
       }},
      {Quantity::mci, "gim_mci_dense", "T^T (M Td + W M E T) with matrices of 6n rows",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         mci_dense(GimMciDense<T>(arm, x, s.qd), square(out, arm.dof()));
       },
       true},
  };
  return rows;
}

}  // namespace catena::rows
