// SPDX-License-Identifier: Apache-2.0
// Composite bodies for arms of two to eight joints: the wrenches of all joints walk to the base together, a joint to a
// lane, and the compiler knows how many there are. Only plain numbers and pointers pass (scalar/lanes.hpp).
#pragma once

#include <cstddef>

#include "catena/model/posture.hpp"

namespace catena::detail {

struct SmallArm {
  int n;
  const ChainLink<double>* links;
  const Step<double>* steps;
};

inline constexpr int kSmallLeast = 2, kSmallMost = 8;

void crba_small_avx2(const SmallArm& arm, double* M, std::size_t ld);
// x <- M⁻¹ x, with M = U D Uᵀ; `delta` becomes D.
void crba_udu_small_avx2(const SmallArm& arm, double* delta, double* x);

}  // namespace catena::detail
