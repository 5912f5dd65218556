// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "core/kernels/link_sums_kernel.hpp"

namespace catena::detail {

const LinkSumsKernels link_sums_avx512 = kKernels;

}  // namespace catena::detail
#endif
