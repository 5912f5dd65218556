// SPDX-License-Identifier: Apache-2.0
#define CATENA_ARCH arch::Sse2
#include "core/kernels/derivatives_kernel.hpp"

namespace catena::detail {

const DerivativesKernels derivatives_sse2 = kKernels;

}  // namespace catena::detail
