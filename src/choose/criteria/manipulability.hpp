// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// The manipulability of a Jacobian (6 x n, column-major), as in catena/core/algo/manipulability.hpp, except that a tool that
// moves in a plane has only the two rows in the plane.
double manipulability_of(std::span<const double> J, const std::optional<Vec3<double>>& plane);

// "m", "m^2", "" for m^3, or "SI" for sums of terms with different units.
std::string_view manipulability_unit(Subject& subject);

}  // namespace catena::choose::detail
