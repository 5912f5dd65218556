// SPDX-License-Identifier: Apache-2.0
#define CATENA_ARCH arch::Sse2
#include "core/kernels/link_sums_kernel.hpp"

namespace catena::detail {

const LinkSumsKernels link_sums_sse2 = kKernels;

}  // namespace catena::detail
