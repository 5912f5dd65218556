// SPDX-License-Identifier: Apache-2.0
// The median of measured values, with a 95 % interval from order statistics: valid for any distribution.
#pragma once

#include <vector>

#include "catena/choose/criteria/criterion.hpp"

namespace catena::choose::detail {

// Value and error are the median and the distance to the farther end of its interval. 6 values or more; with fewer, the
// interval is from the least to the greatest, and its coverage is lower.
Score median(std::vector<double> values);

}  // namespace catena::choose::detail
