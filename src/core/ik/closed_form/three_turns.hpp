// SPDX-License-Identifier: Apache-2.0
// A rotation as three turns about given axes, neighbours of which are not parallel: both solutions, or one.
#pragma once

#include <array>

#include "core/ik/closed_form/roots.hpp"
#include "core/ik/closed_form/screw_axes.hpp"

namespace catena::detail {

struct Turns {
  std::array<std::array<double, 3>, 4> at;
  int count = 0;
};

// All x with R = R_a(x1) R_b(x2) R_c(x3). Where the first and the last axis coincide, x1 is `near`.
inline Turns three_turns(const V3& a, const V3& b, const V3& c, const Mat3<double>& R, double near,
                         double small) {
  Turns out;
  // the angle between the first and the last axis depends on x2 alone: a·R_b c = a·R c
  const V3 side = across(c, b), along = c - side;
  for (const double second : angles({dot(a, along) - dot(a, R * c), dot(a, side), dot(a, cross(b, c))})) {
    const double first = angle_about(a, turned(b, second, c), R * c, small).value_or(near);
    // what is left is a rotation about the last axis: its angle is that by which it turns a vector normal to the axis
    const V3 e = across(std::abs(c.x) < 0.6 ? V3{1, 0, 0} : V3{0, 1, 0}, c);
    const double third = angle_about(c, e, turned(b, -second, turned(a, -first, R * e)), 0).value_or(0);
    out.at[static_cast<std::size_t>(out.count++)] = {first, second, third};
  }
  return out;
}

}  // namespace catena::detail
