// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// The greatest distance of the tool from the base frame's origin, climbed from the best posture of each replicate. What
// only one of them finds has an error: by how much it is better than the next.
Extreme reach_of(Subject& subject);

}  // namespace catena::choose::detail
