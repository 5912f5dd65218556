// SPDX-License-Identifier: Apache-2.0
// Whether two robots have the same dynamics: how `catena convert` checks its result.
#pragma once

#include "catena/core/model/robot.hpp"

namespace catena::cli {

// The largest difference of inertia matrix, inverse dynamics and tool pose over random states, each relative
// to its largest element. Both robots are evaluated under the gravity of `a`. Infinite if the joints differ.
double largest_difference(const Robot& a, const Robot& b);

}  // namespace catena::cli
