// SPDX-License-Identifier: Apache-2.0
// Which of the intervals between samples holds a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace catena::sim::detail {

// k with times[k] <= t < times[k+1]; the first or last interval for times outside.
inline std::size_t segment_of(const std::vector<double>& times, double t) {
  const auto next = std::upper_bound(times.begin() + 1, times.end() - 1, t);
  return static_cast<std::size_t>(next - times.begin()) - 1;
}

}  // namespace catena::sim::detail
