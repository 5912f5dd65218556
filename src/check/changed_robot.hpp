// SPDX-License-Identifier: Apache-2.0
// The same robot with the numbers of its table changed in their last place: what rounding errors of the data do to a result.
#pragma once

#include "catena/core/model/robot.hpp"
#include "core/util/last_place.hpp"

namespace catena::check::detail {

// Zeros and multiples of a right angle stay what they are: they are the structure of an arm, not measurements.
Robot changed_in_last_place(Robot robot, catena::detail::LastPlace& change);

}  // namespace catena::check::detail
