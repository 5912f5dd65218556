// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: energies.
#pragma once

#include "catena/core/algo/energy.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> energy_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T>(Quantity::kinetic_energy, "energy", "sum over the links",
             [](Links<T> arm, Pos<T> x, In<T> s, NoWork&, Out<T> out) {
               out.number() = kinetic_energy<T>(arm, x, s.qd);
             }),
      row<T, Kinematics<T>>(Quantity::potential_energy, "energy", "-sum of m g.c over the links",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              out.number() = potential_energy(arm, work, s.gravity);
                            }),
  };
  return rows;
}

}  // namespace catena::rows
