// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Walker and Orin's first method.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/algo/walker_orin_1.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// φ = τ - C q̇ - g - Jᵀ tip: what is left to accelerate the arm.
template <class T>
void accelerating_torque(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, std::span<T> phi) {
  RneaWork<T> work(arm.dof());
  const std::vector<T> none = zeros<T>(arm.dof());
  rnea<T>(arm, x, s.qd, none, s.gravity, s.tip, work, phi);
  for (std::size_t i = 0; i < phi.size(); ++i) phi[i] = s.tau[i] - phi[i];
}

// Forward dynamics from the inertia matrix that `fill` writes.
template <class T>
void solved_by_matrix(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, std::span<T> qdd,
                      auto&& fill) {
  MatX<T> M(arm.dof(), arm.dof());
  fill(M.view());
  accelerating_torque(arm, x, s, qdd);
  udu_factor(M.view());
  udu_solve(M.view(), qdd);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walker_orin_1_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "walker_orin_1", "inverse dynamics at rest, once for each column",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         WalkerOrin1Work<T> work(arm.dof());
         walker_orin_1(arm, x, work, square(out, arm.dof()));
       }},
      {Quantity::fd, "walker_orin_1", "M by columns of inverse dynamics, factorised and solved",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         WalkerOrin1Work<T> work(arm.dof());
         solved_by_matrix<T>(arm, x, s, out, [&](MatView<T> M) { walker_orin_1(arm, x, work, M); });
       }},
  };
  return rows;
}

}  // namespace catena::rows
