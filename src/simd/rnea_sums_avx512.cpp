// SPDX-License-Identifier: Apache-2.0
#include "simd/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "simd/rnea_sums_kernel.hpp"

namespace catena::detail {

void rnea_sums_avx512(const RneaSumsJob<double>& job) { rnea_sums_all(job); }

}  // namespace catena::detail
#endif
