// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace catena::reproduce::detail {

// The larger of two errors; not a number if one of them is none, which std::max would hide.
template <class T>
T worse(const T& a, const T& b) {
  return a < b || std::isnan(b) ? b : a;
}

}  // namespace catena::reproduce::detail
