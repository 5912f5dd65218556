// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: motors and friction.
#pragma once

#include "catena/core/algo/actuation.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> actuation_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T>(Quantity::rotor_inertia, "actuation", "gear² x motor inertia at each joint",
             [](Links<T> arm, Pos<T>, In<T>, NoWork&, Out<T> out) { rotor_inertia(arm, out.vector()); }),
      row<T>(
          Quantity::friction, "actuation", "viscous and Coulomb friction at each joint",
          [](Links<T> arm, Pos<T>, In<T> s, NoWork&, Out<T> out) { friction<T>(arm, s.qd, out.vector()); }),
  };
  return rows;
}

}  // namespace catena::rows
