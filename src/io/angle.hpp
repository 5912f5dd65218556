// SPDX-License-Identifier: Apache-2.0
// Degrees in files, radians in memory.
#pragma once

#include <numbers>

namespace catena::io::detail {

inline double radians(double degrees) { return degrees * (std::numbers::pi / 180); }

}  // namespace catena::io::detail
