// SPDX-License-Identifier: Apache-2.0
// Scratch of rows that need C q̇ or τ - C q̇ - g from recursive Newton-Euler.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct BiasWork {
  explicit BiasWork(int n) : rnea(n), none(zeros<T>(n)) {}
  RneaWork<T> rnea;
  std::vector<T> none;  // (n) no velocity or acceleration
};

// φ = τ - C q̇ - g - Jᵀ tip: what is left to accelerate the arm.
template <class T>
void accelerating_torque(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, BiasWork<T>& work,
                         std::span<T> phi) {
  rnea<T>(arm, x, s.qd, work.none, s.gravity, s.tip, work.rnea, phi);
  for (std::size_t i = 0; i < phi.size(); ++i) phi[i] = s.tau[i] - phi[i];
}

}  // namespace catena::detail
