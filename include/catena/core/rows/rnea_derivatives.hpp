// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: derivatives of inverse dynamics by inner products in one frame.
#pragma once

#include "catena/core/algo/rnea_derivatives.hpp"
#include "catena/core/math/add_transpose.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> rnea_derivatives_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, RneaDerivativesWork<T>>(
          Quantity::did_dq, "rnea_derivatives", "rates of the axes times composites, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T> s, RneaDerivativesWork<T>& work, Out<T> out) {
            rnea_derivatives<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, {out.matrix(), {}, {}});
          }),
      row<T, RneaDerivativesWork<T>>(
          Quantity::did_dqd, "rnea_derivatives", "rates of the axes times composites, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T> s, RneaDerivativesWork<T>& work, Out<T> out) {
            rnea_derivatives<T>(arm, x, s.qd, {}, s.gravity, s.tip, work, {{}, out.matrix(), {}});
          }),
      row<T, RneaDerivativesWork<T>>(
          Quantity::id_derivatives, "rnea_derivatives", "rates of the axes times composites, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T> s, RneaDerivativesWork<T>& work, Out<T> out) {
            rnea_derivatives<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work,
                                {out.matrix(0), out.matrix(1), out.matrix(2)});
          }),
      row<T, RneaDerivativesWork<T>>(Quantity::coriolis, "rnea_derivatives", "half of did_dqd",
                                     [](Links<T> arm, Pos<T> x, In<T> s, RneaDerivativesWork<T>& work,
                                        Out<T> out) { coriolis<T>(arm, x, s.qd, work, out.matrix()); }),
      row<T, RneaDerivativesWork<T>>(
          Quantity::inertia_rate, "rnea_derivatives", "C + Cᵀ, C as half of did_dqd",
          [](Links<T> arm, Pos<T> x, In<T> s, RneaDerivativesWork<T>& work, Out<T> out) {
            coriolis<T>(arm, x, s.qd, work, out.matrix());
            add_transpose<T, T>(out.matrix());
          }),
      row<T, RneaDerivativesWork<T>>(
          Quantity::terms, "rnea_derivatives", "C as half of did_dqd, M and g with it",
          [](Links<T> arm, Pos<T> x, In<T> s, RneaDerivativesWork<T>& work, Out<T> out) {
            terms<T>(arm, x, s.qd, s.gravity, work, out.matrix(0), out.matrix(1), out.vector(2));
          }),
  };
  return rows;
}

}  // namespace catena::rows
