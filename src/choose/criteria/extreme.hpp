// SPDX-License-Identifier: Apache-2.0
// The greatest or least value of anything over the ranges of the joints: from the best posture of each replicate by steps
// along single joints, which are halved when none helps (compass search).
#pragma once

#include <functional>
#include <span>

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// `values`: at the postures; `sign` 1: the greatest, -1: the least. What only one replicate finds has an error: by how much
// it is better than the next.
Extreme climbed(Subject& subject, std::span<const double> values, double sign,
                const std::function<double(std::span<const double> q)>& value);

}  // namespace catena::choose::detail
