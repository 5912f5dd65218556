// SPDX-License-Identifier: Apache-2.0
#include "simd/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "simd/link_sums_kernel.hpp"

namespace catena::detail {

const LinkSumsKernels link_sums_avx512 = kKernels;

}  // namespace catena::detail
#endif
