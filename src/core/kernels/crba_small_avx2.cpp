// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx2
#include "core/kernels/crba_small_kernel.hpp"

namespace catena::detail {

const CrbaSmallKernels crba_small_avx2 = {run_small<SmallInertia>, run_small<SmallSolution>};

}  // namespace catena::detail
#endif
