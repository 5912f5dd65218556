// SPDX-License-Identifier: Apache-2.0
#include "simd/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "simd/rank_six_kernel.hpp"

namespace catena::detail {

void rank_six_avx512(const double* axes, const double* wrenches, std::size_t n, double* M, std::size_t ld) {
  rank_six_fill(axes, wrenches, n, M, ld);
}

}  // namespace catena::detail
#endif
