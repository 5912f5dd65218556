// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "core/kernels/sincos_kernel.hpp"

namespace catena::detail {

void sincos_avx512(const double* x, std::size_t n, double* s, double* c) {
  Sines<arch::Avx512>::each(x, n, s, c);
}

// Of one short arm in four lanes.
void sines_avx512(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards) {
  Sines<arch::Avx512Four>::of_sums(theta, q, n, s, c, backwards);
}

void turns_avx512(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride) {
  if (n < 32)
    Sines<arch::Avx512Four>::turns(theta, q, n, cs, stride);
  else
    Sines<arch::Avx512>::turns(theta, q, n, cs, stride);
}

}  // namespace catena::detail
#endif
