// SPDX-License-Identifier: Apache-2.0
// As many multiply-adds as the processor can do: the reference for the efficiency of kernels.
#include "catena/core/scalar/lanes.hpp"
#include "core/kernels/level/level.hpp"

double catena::detail::CATENA_LEVEL::peak(std::size_t rounds) {
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
