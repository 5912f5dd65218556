// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx2
#include "core/kernels/derivatives_kernel.hpp"

namespace catena::detail {

const DerivativesKernels derivatives_avx2 = kKernels;

}  // namespace catena::detail
#endif
