// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// The maximum distance of the tool from the base frame's origin; with the error of workspace/climbs.hpp.
Extreme reach_of(Subject& subject);

}  // namespace catena::choose::detail
