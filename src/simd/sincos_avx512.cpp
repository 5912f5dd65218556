// SPDX-License-Identifier: Apache-2.0
#include "simd/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "simd/sincos_kernel.hpp"

namespace catena::detail {

void sincos_avx512(const double* x, std::size_t n, double* s, double* c) { sincos_array(x, n, s, c); }

// Of a short arm in four lanes: instructions of eight slow down the plain ones that follow.
void turns_avx512(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride) {
  if (n < 32) return turns_avx2(theta, q, n, cs, stride);
  turns_array(theta, q, n, cs, stride);
}

}  // namespace catena::detail
#endif
