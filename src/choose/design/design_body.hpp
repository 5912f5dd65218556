// SPDX-License-Identifier: Apache-2.0
// The mass of a link from its length.
#pragma once

#include <string>
#include <vector>

#include "catena/choose/design/design.hpp"
#include "catena/core/model/body.hpp"

namespace catena::choose {

// A hollow cylinder with closed-form mass and inertia: from `from` to `to`, outer radius, wall.
detail::Body tube(const Vec3<double>& from, const Vec3<double>& to, double density, double radius,
                  double thickness);

// The same, but lengthened about its middle to `least`; a point becomes a tube along `axis`.
detail::Body tube(const Vec3<double>& from, const Vec3<double>& to, const Vec3<double>& axis,
                  const BodyLaw& law);

// The length of each row's link: for a revolute or fixed one the distance between the origins of its frames; for a slide
// its travel, or that distance if it has no limits.
std::vector<double> link_lengths(const Robot& robot);

// The bodies of `robot`, whose lengths are no longer those of `base`, by law keep or scaled.
void scale_bodies(const Robot& base, const BodyLaw& law, Robot& robot);

// The robot as a standard table in which each row that moves or has a length is a tube; `laws` are those of its rows.
// Throws Error(model) if a slide has no limits.
Robot with_tubes(const Robot& robot, const std::vector<BodyLaw>& laws);

}  // namespace catena::choose
