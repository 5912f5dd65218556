// SPDX-License-Identifier: Apache-2.0
// Can a rigid body have this mass and inertia? Mass and principal moments not negative, and no moment larger
// than the sum of the other two.
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

// `inertia` is about the centre of mass. A lamina, a rod and a point mass are limits and pass: rounding is
// forgiven, 1e-9 of the largest moment, and what is lost when an inertia is moved from the frame to the
// centre of mass.
Physical check_physical(double mass, const Vec3<double>& com, const Sym3<double>& inertia);

}  // namespace catena
