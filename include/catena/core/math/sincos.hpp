// SPDX-License-Identifier: Apache-2.0
// Sines and cosines of many angles in one call. Error below 2 ulp for |x| <= 1e5 (below 1.3 in tests); for larger angles and
// those that are not finite, the results of the C library. A result does not depend on its position in the array.
#pragma once

#include <span>

#include "catena/core/simd.hpp"

namespace catena {

// s[i] = sin(x[i]), c[i] = cos(x[i]). All three are equally long; s or c may be x, but not overlap it otherwise.
void sincos(std::span<const double> x, std::span<double> s, std::span<double> c);

// The same with the instructions of a level that the machine supports.
void sincos(SimdLevel level, std::span<const double> x, std::span<double> s, std::span<double> c);

}  // namespace catena
