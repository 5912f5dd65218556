// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx2
#include "core/kernels/sincos_kernel.hpp"

namespace catena::detail {

void sincos_avx2(const double* x, std::size_t n, double* s, double* c) {
  Sines<CATENA_ARCH>::each(x, n, s, c);
}

void sines_avx2(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards) {
  Sines<CATENA_ARCH>::of_sums(theta, q, n, s, c, backwards);
}

void turns_avx2(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride) {
  Sines<CATENA_ARCH>::turns(theta, q, n, cs, stride);
}

}  // namespace catena::detail
#endif
