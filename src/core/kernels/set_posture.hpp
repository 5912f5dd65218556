// SPDX-License-Identifier: Apache-2.0
// Posture::set with the sines and cosines of all joints in one call of a kernel.
#pragma once

#include <cassert>
#include <span>

#include "catena/core/inline.hpp"
#include "core/kernels/kernels.hpp"

namespace catena::detail {

// The kernel has treated every joint as revolute, which is faster than a branch for each. This sets the prismatic ones.
void set_slides(const Chain<double>& arm, std::span<const double> q, Step<double>* steps);

CATENA_INLINE void set_posture(const Kernels& kernels, const Chain<double>& arm, std::span<const double> q,
                               Posture<double>& x) {
  assert(static_cast<int>(q.size()) == arm.dof() && x.dof() == arm.dof());
  if (q.empty()) return;
  static_assert(sizeof(Step<double>) % sizeof(double) == 0);
  Step<double>* const steps = x.steps();
  kernels.turns(x.theta(), q.data(), q.size(), &steps[0].c, sizeof(Step<double>) / sizeof(double));
  if (x.slides()) set_slides(arm, q, steps);
}

}  // namespace catena::detail
