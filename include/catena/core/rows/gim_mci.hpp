// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: GIM and MCI.
#pragma once

#include "catena/core/algo/gim_mci.hpp"
#include "catena/core/algo/gim_mci_dense.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct GimMciModel {
  explicit GimMciModel(int n) : gravity(n), elements(n), M(n, n), C(n, n) {}
  GravityWork<T> gravity;
  GimMciWork<T> elements;
  MatX<T> M, C;
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> gim_mci_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T>(Quantity::inertia, "gim_mci", "closed-form elements of the GIM",
             [](Links<T> arm, Pos<T> x, In<T>, NoWork&, Out<T> out) { gim(arm, x, out.matrix()); }),
      row<T, GimMciModel<T>>(Quantity::bias, "gim_mci", "MCI times qd",
                             [](Links<T> arm, Pos<T> x, In<T> s, GimMciModel<T>& work, Out<T> out) {
                               mci(arm, x, s.qd, work.elements, work.C.view());
                               set_zero(out.vector());
                               add_product<T>(work.C.view(), s.qd, out.vector());
                             }),
      row<T, GimMciModel<T>>(Quantity::id, "gim_mci", "GIM qdd + MCI qd + g + Jᵀ tip, assembled",
                             [](Links<T> arm, Pos<T> x, In<T> s, GimMciModel<T>& work, Out<T> out) {
                               const std::span<T> tau = out.vector();
                               gravity(arm, x, s.gravity, work.gravity, tau);
                               gim_mci(arm, x, s.qd, work.elements, work.M.view(), work.C.view());
                               add_product<T>(
                                   work.M.view(), s.qdd,
                                   tau);  // τ = I θ̈ + C θ̇ + g                                    004 (9)
                               add_product<T>(work.C.view(), s.qd, tau);
                               Force<T> F = carried(arm.tool(), s.tip);
                               for (int i = arm.dof() - 1; i >= 0; --i) {
                                 tau[i] = tau[i] + joint_component(arm.link(i), F);
                                 if (i > 0) F = to_parent(x.step(i), F);
                               }
                             }),
      row<T, GimMciWork<T>>(Quantity::mci, "gim_mci", "closed-form elements of the MCI, O(n²)",
                            [](Links<T> arm, Pos<T> x, In<T> s, GimMciWork<T>& work, Out<T> out) {
                              mci(arm, x, s.qd, work, out.matrix());
                            }),
      row<T, GimMciDense<T>>(Quantity::mci, "gim_mci_dense", "Tᵀ (M Td + W M E T) with matrices of 6n rows",
                             [](Links<T> arm, Pos<T> x, In<T> s, GimMciDense<T>& work, Out<T> out) {
                               work.set(arm, x, s.qd);
                               mci_dense(work, out.matrix());
                             },
                             {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
