// SPDX-License-Identifier: Apache-2.0
#define CATENA_ARCH arch::Sse2
#include "simd/joint_wrenches_kernel.hpp"

namespace catena::detail {

void joint_wrenches_sse2(const WrenchJob& job) { joint_wrenches_all(job); }

}  // namespace catena::detail
