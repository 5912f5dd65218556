// SPDX-License-Identifier: Apache-2.0
// The terms that the motors add: reflected rotor inertia and joint friction, τ_motor = τ + rotor inertia q̈ + friction. Of the
// other algorithms, only aba_rotors and, on request, aba_derivatives include them; for arms with motors, see motors.hpp.
#pragma once

#include "catena/core/model/chain.hpp"

namespace catena {

// gear² x motor inertia, the diagonal that the rotors add to M.
template <class T>
void rotor_inertia(const Chain<T>& arm, std::span<T> out) {
  for (int i = 0; i < arm.dof(); ++i) out[i] = arm.link(i).rotor;
}

// Viscous and Coulomb friction at the joints for the velocity q̇; no Coulomb friction at rest.
template <class T>
void friction(const Chain<T>& arm, std::span<const T> qd, std::span<T> out) {
  for (int i = 0; i < arm.dof(); ++i) {
    const ChainLink<T>& l = arm.link(i);
    out[i] = l.viscous * qd[i] + sign_select(qd[i], l.coulomb_minus, T(0), l.coulomb_plus);
  }
}

}  // namespace catena
