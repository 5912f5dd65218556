// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx2
#include "core/batch/kernel_impl.hpp"

namespace catena::batch {

const Kernels kernels_avx2 = kKernels;

}  // namespace catena::batch
#endif
