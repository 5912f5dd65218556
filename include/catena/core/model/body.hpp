// SPDX-License-Identifier: Apache-2.0
// Body: mass, centre of mass and inertia about it; seen from another frame, and two bodies welded into one.
#pragma once

#include <string>

#include "catena/core/math/pose.hpp"

namespace catena::detail {

struct Body {
  double mass = 0;
  Vec3<double> com = Vec3<double>::zero();
  Sym3<double> inertia = Sym3<double>::zero();  // about the centre of mass

  bool empty() const;  // neither mass nor inertia
};

// X maps coordinates of the body's old frame to the new one.
Body seen_from(const Pose<double>& X, const Body& body);

// Both in the same frame. Throws Error(model) at `where` when the masses cancel but their first moments do
// not.
Body welded(const Body& a, const Body& b, const std::string& where);

}  // namespace catena::detail
