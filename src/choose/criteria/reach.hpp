// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// The maximum distance of the tool from the base frame's origin, by local search from the best posture of each replicate. A
// maximum that only one of them finds has an error: its lead over the next one.
Extreme reach_of(Subject& subject);

}  // namespace catena::choose::detail
