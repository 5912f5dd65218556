// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: the torques of the joints by terms.
#pragma once

#include "catena/core/algo/torque_terms.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> torque_terms_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, TorqueTermsWork<T>>(Quantity::torque_terms, "torque_terms",
                                 "each term of eq 39 of 003, by composite bodies, O(n²)",
                                 [](Links<T> arm, Pos<T> x, In<T> s, TorqueTermsWork<T>& work, Out<T> out) {
                                   torque_terms<T>(arm, x, s.qd, s.qdd, s.gravity, work, out.matrix(0),
                                                   out.matrix(1), out.matrix(2));
                                 }),
  };
  return rows;
}

}  // namespace catena::rows
