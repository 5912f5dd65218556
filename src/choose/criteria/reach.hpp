// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// The maximum distance of the tool from a point in the base frame, by local search from the best posture of each replicate. A
// maximum that only one of them finds has an error: its lead over the next one.
Extreme reach_of(Subject& subject, const Vec3<double>& from_point = Vec3<double>::zero());

}  // namespace catena::choose::detail
