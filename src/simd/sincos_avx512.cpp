// SPDX-License-Identifier: Apache-2.0
#include "simd/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "simd/sincos_kernel.hpp"

namespace catena::detail {

void sincos_avx512(const double* x, std::size_t n, double* s, double* c) { sincos_array(x, n, s, c); }

}  // namespace catena::detail
#endif
