// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: derivatives of forward dynamics.
#pragma once

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/link_derivatives.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// -M⁻¹ times a matrix, with M by composite bodies.
template <class T>
void solve_columns(const Chain<T>& arm, const Posture<T>& x, std::span<T> out) {
  const int n = arm.dof();
  MatX<T> F(n, n);
  crba(arm, x, F.view());
  udu_factor(F.view());
  for (T& y : out) y = -y;
  for (int j = 0; j < n; ++j) udu_solve(F.view(), column<T>(out, n, j));
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> fd_derivatives_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::dfd_dq, "fd_derivatives", "-M^-1 did_dq at qdd by aba, did_dq and M by rnea_derivatives",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         FdDerivativesWork<T> work(arm);
         MatX<T> M_inv(arm.dof(), arm.dof());
         fd_derivatives<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work,
                           {square(out, arm.dof()), {}, M_inv.view()});
       }},
      {Quantity::dfd_dqd, "fd_derivatives", "-M^-1 did_dqd, both by rnea_derivatives",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         FdDerivativesWork<T> work(arm);
         MatX<T> M_inv(arm.dof(), arm.dof());
         fd_derivatives<T>(arm, x, s.qd, {}, s.gravity, s.tip, work,
                           {{}, square(out, arm.dof()), M_inv.view()});
       }},
      {Quantity::dfd_dq, "crba_udu", "link_derivatives, solved with M by composite bodies",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         AbaWork<T> aba_work(n);
         std::vector<T> qdd = zeros<T>(n);
         aba<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, aba_work, qdd);
         LinkDerivativesWork<T> work(n);
         link_derivatives<T>(arm, x, s.qd, qdd, s.gravity, s.tip, work, square(out, n));
         solve_columns(arm, x, out);
       }},
      {Quantity::dfd_dqd, "crba_udu", "-2 C, solved with M by composite bodies",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         coriolis_at(arm, x, s.qd, out);
         for (T& y : out) y = y + y;
         solve_columns(arm, x, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
