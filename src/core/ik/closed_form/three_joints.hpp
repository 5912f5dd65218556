// SPDX-License-Identifier: Apache-2.0
// All positions of the first three joints at which a point reaches a place: E1(q1) E2(q2) E3(q3) x = place. The first two joints
// turn, the third turns or slides.
//
// Method   (Pieper) turning joint 1 changes neither the height along axis 1 nor the distance from a point on it. With the point
//          y = E2 E3 x, the feet o1, o2 of the common normal of axes 1 and 2, u = E3 x - o2, and w the component of
//          y - o2 normal to axis 2:
//            h1·w      = h1·(place - o1) - (h1·h2)(h2·u)            = f1   the height
//            (o2-o1)·w = (|place - o1|² - |o2 - o1|² - |u|²) / 2    = f2   the distance
//            |w|²      = |u|² - (h2·u)²                                    joint 2 turns
//          where h1 and o2 - o1, projected onto the plane normal to axis 2, are perpendicular. Eliminating w leaves one
//          equation in q3: of degree two in its cosine and sine; of degree one if the axes 1 and 2 meet (f2 = 0) or are
//          parallel (f1 = 0).
#pragma once

#include <array>

#include "core/ik/closed_form/roots.hpp"
#include "core/ik/closed_form/screw_axes.hpp"

namespace catena::detail {

struct ThreeAngles {
  std::array<std::array<double, 3>, 8> at;
  int count = 0;
};

// `near`: for a joint whose angle makes no difference. `length`: of the arm, for tolerances.
ThreeAngles three_joints(const SixAxes& axes, const V3& x, const V3& place, const SixAngles& near,
                         double length);

}  // namespace catena::detail
