// SPDX-License-Identifier: Apache-2.0
#include "simd/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "simd/joint_wrenches_kernel.hpp"

namespace catena::detail {

void joint_wrenches_avx512(const WrenchJob& job) { joint_wrenches_all(job); }

}  // namespace catena::detail
#endif
