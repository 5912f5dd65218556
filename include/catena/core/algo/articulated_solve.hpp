// SPDX-License-Identifier: Apache-2.0
// y = M⁻¹ b in O(n), or (M + R)⁻¹ b with rotors, with the articulated bodies that aba or aba_rotors left in their scratch memory.
//
// Source   Featherstone 2008, table 7.1, without velocities: only the forces b move the arm.
// Symbols  ψ = A S / δ and δ as in aba.hpp | p force that the links beyond pass on
// Frames   every quantity of link i is expressed in frame i, at its origin.
#pragma once

#include <span>

#include "catena/core/model/aba_work.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

// Uses work.psi and work.delta_inv, overwrites work.rest. y may be b.
template <class T>
void articulated_solve(const Chain<T>& arm, const Posture<T>& x, std::span<const T> b, AbaWork<T>& work,
                       std::span<T> y) {
  const int n = arm.dof();
  Force<T> p = Force<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    work.rest[i] = b[i] - joint_component(arm.link(i), p);
    if (i > 0) p = to_parent(x.step(i), p + work.rest[i] * work.psi[i]);
  }
  Motion<T> acc = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    if (i > 0) acc = to_child(x.step(i), acc);
    y[i] = work.rest[i] * work.delta_inv[i] - dot(acc, work.psi[i]);
    acc = add_joint(arm.link(i), acc, y[i]);
  }
}

}  // namespace catena
