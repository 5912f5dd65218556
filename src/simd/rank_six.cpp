// SPDX-License-Identifier: Apache-2.0
#include "catena/algo/gdahj.hpp"
#include "catena/simd.hpp"
#include "simd/level.hpp"
#include "simd/rank_six_kernel.hpp"

namespace catena {

template <>
void rank_six<double>(const double* axes, const double* wrenches, MatView<double> M) {
  const std::size_t n = static_cast<std::size_t>(M.cols), ld = static_cast<std::size_t>(M.stride);
#if CATENA_X86
  if (simd_level() == SimdLevel::avx512) return detail::rank_six_avx512(axes, wrenches, n, M.data, ld);
  if (simd_level() == SimdLevel::avx2) return detail::rank_six_avx2(axes, wrenches, n, M.data, ld);
#endif
  detail::rank_six_sse2(axes, wrenches, n, M.data, ld);
}

}  // namespace catena
