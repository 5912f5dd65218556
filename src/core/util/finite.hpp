// SPDX-License-Identifier: Apache-2.0
// Are all numbers finite? Asked before every call, so it should cost nothing.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace catena::detail {

// The exponent of infinity and NaN is all ones: one more, and it carries into the sign. Number by number: for the few of
// an arm this is quicker than with vectors, which moreover stall on numbers that were just written.
inline bool all_finite(const double* x, std::size_t n) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000, kOne = 0x0010000000000000;
  std::uint64_t carried = 0;
  for (std::size_t i = 0; i < n; ++i) {
    carried |= (std::bit_cast<std::uint64_t>(x[i]) & kExponent) + kOne;
    asm("" : "+r"(carried));  // keeps the compiler from vectors
  }
  return carried >> 63 == 0;
}

}  // namespace catena::detail
