// SPDX-License-Identifier: Apache-2.0
// The same robot with the numbers of its table slightly perturbed, to see the effect of errors in the data on a result.
#pragma once

#include "catena/core/model/robot.hpp"
#include "core/model/small_change.hpp"

namespace catena::check::detail {

// Zeros and multiples of a right angle are kept: they belong to the structure of an arm and are not measurements.
Robot changed_robot(Robot robot, catena::detail::SmallChange& change);

}  // namespace catena::check::detail
