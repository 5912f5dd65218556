// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: derivatives of forward dynamics.
#pragma once

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/link_derivatives.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct FdDerivativesRows {
  explicit FdDerivativesRows(const Chain<T>& arm) : fd(arm), M_inv(arm.dof(), arm.dof()) {}
  void set_bodies(const Chain<T>& arm) { fd.set_bodies(arm); }
  FdDerivativesWork<T> fd;
  MatX<T> M_inv;
};

template <class T>
struct CrbaUduDerivatives {
  explicit CrbaUduDerivatives(int n) : aba(n), links(n), coriolis(n), qdd(zeros<T>(n)), F(n, n) {}
  AbaWork<T> aba;
  LinkDerivativesWork<T> links;
  CoriolisWork<T> coriolis;
  std::vector<T> qdd;  // (n)
  MatX<T> F;           // the factors of M
};

// -M⁻¹ times a matrix, with M by composite bodies.
template <class T>
void solve_columns(const Chain<T>& arm, const Posture<T>& x, MatView<T> F, MatView<T> A) {
  crba(arm, x, F);
  udu_factor(F);
  for (int j = 0; j < A.cols; ++j)
    for (T& y : column(A, j)) y = -y;
  for (int j = 0; j < A.cols; ++j) udu_solve(F, column(A, j));
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> fd_derivatives_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, FdDerivativesRows<T>>(
          Quantity::dfd_dq, "fd_derivatives", "-M⁻¹ did_dq at qdd by aba, did_dq and M by rnea_derivatives",
          [](Links<T> arm, Pos<T> x, In<T> s, FdDerivativesRows<T>& work, Out<T> out) {
            fd_derivatives<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work.fd,
                              {out.matrix(), {}, work.M_inv.view()});
          }),
      row<T, FdDerivativesRows<T>>(
          Quantity::dfd_dqd, "fd_derivatives", "-M⁻¹ did_dqd, both by rnea_derivatives",
          [](Links<T> arm, Pos<T> x, In<T> s, FdDerivativesRows<T>& work, Out<T> out) {
            fd_derivatives<T>(arm, x, s.qd, {}, s.gravity, s.tip, work.fd,
                              {{}, out.matrix(), work.M_inv.view()});
          }),
      row<T, FdDerivativesWork<T>>(
          Quantity::fd_derivatives, "fd_derivatives", "M⁻¹, did_dq and did_dqd at qdd by aba",
          [](Links<T> arm, Pos<T> x, In<T> s, FdDerivativesWork<T>& work, Out<T> out) {
            fd_derivatives<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work,
                              {out.matrix(0), out.matrix(1), out.matrix(2)});
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, CrbaUduDerivatives<T>>(
          Quantity::dfd_dq, "crba_udu", "link_derivatives, solved with M by composite bodies",
          [](Links<T> arm, Pos<T> x, In<T> s, CrbaUduDerivatives<T>& work, Out<T> out) {
            aba<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work.aba, work.qdd);
            link_derivatives<T>(arm, x, s.qd, work.qdd, s.gravity, s.tip, work.links, out.matrix());
            solve_columns(arm, x, work.F.view(), out.matrix());
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, CrbaUduDerivatives<T>>(
          Quantity::dfd_dqd, "crba_udu", "-2 C, solved with M by composite bodies",
          [](Links<T> arm, Pos<T> x, In<T> s, CrbaUduDerivatives<T>& work, Out<T> out) {
            coriolis(arm, x, s.qd, work.coriolis, out.matrix());
            double_all(out.matrix());
            solve_columns(arm, x, work.F.view(), out.matrix());
          }),
  };
  return rows;
}

}  // namespace catena::rows
