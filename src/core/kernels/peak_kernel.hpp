// SPDX-License-Identifier: Apache-2.0
// As many multiply-adds as a core can do, for one architecture. Only plain numbers pass (scalar/lanes.hpp).
#pragma once

#include <cstddef>

namespace catena::detail {

// kPeakChains x width multiply-adds in each round; returns what depends on all of them.
inline constexpr std::size_t kPeakChains =
    12;  // covers a latency of four or five cycles on two or three units
double peak_sse2(std::size_t rounds);
double peak_avx2(std::size_t rounds);
double peak_avx512(std::size_t rounds);

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "catena/core/scalar/lanes.hpp"

namespace catena::detail {
namespace {

CATENA_INLINE double peak_chains(std::size_t rounds) {
  using Real = Lanes<CATENA_ARCH>::Real;
  Real x[kPeakChains];
  Real a, b;
  for (std::size_t i = 0; i < Lanes<CATENA_ARCH>::width; ++i) a[i] = 0.999999, b[i] = 1e-9;
  for (std::size_t k = 0; k < kPeakChains; ++k) x[k] = b * static_cast<double>(k + 1);
  asm("" : "+m"(a), "+m"(b));  // not known to the compiler
  for (std::size_t r = 0; r < rounds; ++r)
    for (std::size_t k = 0; k < kPeakChains; ++k) x[k] = x[k] * a + b;
  Real sum = x[0];
  for (std::size_t k = 1; k < kPeakChains; ++k) sum = sum + x[k];
  double total = 0;
  for (std::size_t i = 0; i < Lanes<CATENA_ARCH>::width; ++i) total = total + sum[i];
  return total;
}

}  // namespace
}  // namespace catena::detail
#endif
