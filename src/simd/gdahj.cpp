// SPDX-License-Identifier: Apache-2.0
// GDAHJ for double: its two loops with the level in use.
#include "catena/algo/gdahj.hpp"
#include "catena/simd.hpp"
#include "simd/joint_wrenches_kernel.hpp"
#include "simd/level.hpp"
#include "simd/rank_six_kernel.hpp"

namespace catena {

template <>
void joint_wrenches<double>(const Chain<double>& arm, const Posture<double>&, GdahjWork<double>& work) {
  static_assert(sizeof(Pose<double>) == 12 * sizeof(double) &&
                sizeof(RigidInertia<double>) == 10 * sizeof(double));
  static_assert(sizeof(ChainLink<double>) % sizeof(double) == 0);
  const detail::WrenchJob job = {.n = work.stride,
                                 .frames = &work.kinematics.frame[0].R.xx,
                                 .bodies = &arm.link(0).body.m,
                                 .stride = sizeof(ChainLink<double>) / sizeof(double),
                                 .axes = work.axes.data(),
                                 .composites = work.composites.data(),
                                 .wrenches = work.wrenches.data()};
#if CATENA_X86
  if (simd_level() == SimdLevel::avx512) return detail::joint_wrenches_avx512(job);
  if (simd_level() == SimdLevel::avx2) return detail::joint_wrenches_avx2(job);
#endif
  detail::joint_wrenches_sse2(job);
}

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
