// SPDX-License-Identifier: Apache-2.0
// The scratch memory of the articulated-body algorithm, with and without rotors (algo/aba.hpp, algo/aba_rotors.hpp).
//
// Symbols  S joint axis | A articulated inertia | δ = Sᵀ A S, with a rotor plus its reflected inertia
#pragma once

#include <cstddef>
#include <vector>

#include "catena/core/math/spatial.hpp"

namespace catena {

template <class T>
struct AbaWork {
  explicit AbaWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        c(static_cast<std::size_t>(n), Motion<T>::zero()),
        psi(static_cast<std::size_t>(n), Force<T>::zero()),
        delta_inv(static_cast<std::size_t>(n), T(0)),
        rest(static_cast<std::size_t>(n), T(0)) {}
  std::vector<Motion<T>> V;   // (n) velocity of link i                                outward pass
  std::vector<Motion<T>> c;   // (n) bias acceleration                                 outward pass
  std::vector<Force<T>> psi;  // (n) A_i S_i / δ_i                                     inward pass
  std::vector<T> delta_inv;   // (n) 1 / δ_i                                           inward pass
  std::vector<T> rest;        // (n) τ_i minus the bias force along the joint          inward pass
};

}  // namespace catena
