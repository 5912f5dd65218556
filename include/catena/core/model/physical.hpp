// SPDX-License-Identifier: Apache-2.0
// Whether a rigid body can have this mass and inertia: mass and principal moments must not be negative, and no moment
// may exceed the sum of the other two.
#pragma once

#include <array>
#include <string>

#include "catena/core/math/mat3.hpp"

namespace catena {

enum class PhysicalRule { none, negative_mass, negative_moment, triangle };

struct Physical {
  PhysicalRule broken = PhysicalRule::none;
  std::array<double, 3> moments = {0, 0, 0};  // principal, smallest first [kg m²]
  std::string given, need;                    // the numbers and the rule in words; empty if all is well

  bool ok() const { return broken == PhysicalRule::none; }
};

// `inertia` is about the centre of mass. A lamina, a rod and a point mass are limiting cases and pass: the tolerance is 1e-9
// of the largest moment plus the rounding error of moving an inertia from the origin of the frame to the centre of mass.
Physical check_physical(double mass, const Vec3<double>& com, const Sym3<double>& inertia);

}  // namespace catena
