// SPDX-License-Identifier: Apache-2.0
// The same robot with the numbers of its table changed a little, to see what errors of the data do to a result.
#pragma once

#include "catena/core/model/robot.hpp"
#include "core/model/small_change.hpp"

namespace catena::check::detail {

// Zeros and multiples of a right angle stay what they are: they are the structure of an arm, not measurements.
Robot changed_robot(Robot robot, catena::detail::SmallChange& change);

}  // namespace catena::check::detail
