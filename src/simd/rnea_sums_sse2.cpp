// SPDX-License-Identifier: Apache-2.0
#define CATENA_ARCH arch::Sse2
#include "simd/rnea_sums_kernel.hpp"

namespace catena::detail {

void rnea_sums_sse2(const RneaSumsJob<double>& job) { rnea_sums_all(job); }

}  // namespace catena::detail
