// SPDX-License-Identifier: Apache-2.0
#define CATENA_ARCH arch::Sse2
#include "core/batch/kernel_impl.hpp"

namespace catena::batch {

const Kernels kernels_sse2 = kKernels;

}  // namespace catena::batch
