// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: Walker and Orin's fourth method.
#pragma once

#include "catena/core/algo/walker_orin_4.hpp"
#include "catena/core/rows/walker_orin_1.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> walker_orin_4_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::fd, "walker_orin_4", "conjugate directions, M only through inverse dynamics",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         std::vector<T> phi = zeros<T>(arm.dof());
         accelerating_torque<T>(arm, x, s, phi);
         WalkerOrin4Work<T> work(arm.dof());
         walker_orin_4<T>(arm, x, phi, work, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
