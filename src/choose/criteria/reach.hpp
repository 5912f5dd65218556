// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// The maximum distance of the tool from a point in the base frame; with the error of workspace/climbs.hpp.
Extreme reach_of(Subject& subject, const Vec3<double>& from_point = Vec3<double>::zero());

}  // namespace catena::choose::detail
