// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics by sums for one architecture (algo/rnea_sums.hpp). Only plain numbers and pointers pass
// (scalar/lanes.hpp).
#pragma once

#include "catena/algo/rnea_sums.hpp"

namespace catena::detail {

void rnea_sums_sse2(const RneaSumsJob<double>& job);
void rnea_sums_avx2(const RneaSumsJob<double>& job);
void rnea_sums_avx512(const RneaSumsJob<double>& job);

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "simd/frame_walk.hpp"

namespace catena::detail {
namespace {

CATENA_INLINE void rnea_sums_all(const RneaSumsJob<double>& job) {
  rnea_sums_run<Pack<CATENA_ARCH>, double>(job);
}

}  // namespace
}  // namespace catena::detail
#endif
