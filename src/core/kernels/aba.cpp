// SPDX-License-Identifier: Apache-2.0
// The articulated-body algorithm for double, with the level in use.
#include "core/kernels/aba.hpp"

#include "catena/core/simd.hpp"
#include "core/kernels/level.hpp"

namespace catena {

template <>
void detail::aba_from<double>(const AbaJob<double>& job) {
#if CATENA_X86
  if (simd_level() == SimdLevel::avx512) return aba_avx512(job);
  if (simd_level() == SimdLevel::avx2) return aba_avx2(job);
#endif
  aba_run<true>(job);
}

}  // namespace catena
