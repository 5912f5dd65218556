// SPDX-License-Identifier: Apache-2.0
// The maximum or minimum of a function over the joint ranges by compass search: from the best posture of each replicate,
// steps along single joints, halved when none improves the value.
#pragma once

#include <functional>
#include <span>

#include "choose/criteria/subject.hpp"

namespace catena::choose::detail {

// `values`: at the postures; `sign` 1: maximum, -1: minimum. An extreme that only one replicate finds has an error: its
// lead over the next one.
Extreme climbed(Subject& subject, std::span<const double> values, double sign,
                const std::function<double(std::span<const double> q)>& value);

}  // namespace catena::choose::detail
