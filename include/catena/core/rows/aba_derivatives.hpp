// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: derivatives of forward dynamics by articulated bodies.
#pragma once

#include "catena/core/algo/aba_derivatives.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// ∂q̈/∂q̇ does not depend on τ, which its callers need not give.
template <class T>
struct AbaRates : AbaDerivativesWork<T> {
  explicit AbaRates(int n) : AbaDerivativesWork<T>(n), none(zeros<T>(n)) {}
  std::vector<T> none;  // (n)
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> aba_derivatives_rows() {
  using namespace detail;
  using Work = AbaDerivativesWork<T>;
  static const Method<T> rows[] = {
      row<T, Work>(Quantity::dfd_dq, "aba_derivatives",
                   "the equations of each link differentiated, without M",
                   [](Links<T> arm, Pos<T> x, In<T> s, Work& work, Out<T> out) {
                     aba_derivatives<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work, {out.matrix(), {}, {}});
                     return inverse_pivots(work.delta_inv);
                   }),
      row<T, AbaRates<T>>(
          Quantity::dfd_dqd, "aba_derivatives", "the equations of each link differentiated, without M",
          [](Links<T> arm, Pos<T> x, In<T> s, AbaRates<T>& work, Out<T> out) {
            aba_derivatives<T>(arm, x, s.qd, work.none, s.gravity, s.tip, work, {{}, out.matrix(), {}});
            return inverse_pivots(work.delta_inv);
          }),
      row<T, Work>(Quantity::fd_derivatives, "aba_derivatives",
                   "the equations of each link differentiated, without M",
                   [](Links<T> arm, Pos<T> x, In<T> s, Work& work, Out<T> out) {
                     aba_derivatives<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work,
                                        {out.matrix(0), out.matrix(1), out.matrix(2)});
                     return inverse_pivots(work.delta_inv);
                   }),
  };
  return rows;
}

}  // namespace catena::rows
