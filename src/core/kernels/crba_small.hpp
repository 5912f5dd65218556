// SPDX-License-Identifier: Apache-2.0
// Composite bodies for arms of two to eight joints: the wrenches of all joints walk to the base together, a joint to a
// lane, and the compiler knows how many there are. Only plain numbers and pointers pass (scalar/lanes.hpp).
#pragma once

#include <cstddef>

#include "catena/core/model/posture.hpp"

namespace catena::detail {

struct SmallArm {
  int n;
  const ChainLink<double>* links;
  const Step<double>* steps;
};

inline constexpr int kSmallLeast = 2, kSmallMost = 8;

struct CrbaSmallKernels {
  void (*inertia)(const SmallArm& arm, double* M, std::size_t ld);
  void (*solve)(const SmallArm& arm, double* delta,
                double* x);  // x <- M⁻¹ x, with M = U D Uᵀ; `delta` becomes D
};

extern const CrbaSmallKernels crba_small_avx2;
extern const CrbaSmallKernels crba_small_avx512;

}  // namespace catena::detail
