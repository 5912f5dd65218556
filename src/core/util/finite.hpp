// SPDX-License-Identifier: Apache-2.0
// Whether all numbers are finite: checked before every call, so that it must be cheap.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace catena::detail {

// The exponent bits of infinity and NaN are all ones: adding one carries into the sign. In scalar code, which for the few
// numbers of an arm is faster than vector loads, since these stall on numbers that were just stored.
inline bool all_finite(const double* x, std::size_t n) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000, kOne = 0x0010000000000000;
  std::uint64_t carried = 0;
  for (std::size_t i = 0; i < n; ++i) {
    carried |= (std::bit_cast<std::uint64_t>(x[i]) & kExponent) + kOne;
    asm("" : "+r"(carried));  // keeps the compiler from vectorising
  }
  return carried >> 63 == 0;
}

}  // namespace catena::detail
