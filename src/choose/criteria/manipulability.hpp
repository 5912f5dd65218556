// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// Of a Jacobian (6 x n, column by column), as catena/core/algo/manipulability.hpp; but a tool that moves in a plane has two
// rows, those in the plane.
double manipulability_of(std::span<const double> J, const std::optional<Vec3<double>>& plane);

// "m", "m^2", "" for m^3, or "SI" for sums of unlike terms.
std::string_view manipulability_unit(Subject& subject);

}  // namespace catena::choose::detail
