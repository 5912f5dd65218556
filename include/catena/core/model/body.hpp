// SPDX-License-Identifier: Apache-2.0
// Body: mass, centre of mass and inertia about it; its change of frame, and two bodies combined into one.
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

// Two bodies, given in the same frame, as one. Throws Error(model) at `where` if the masses cancel but the first moments
// do not.
Body welded(const Body& a, const Body& b, const std::string& where);

}  // namespace catena::detail
