// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics by sums for double, with the level in use.
#include "catena/simd.hpp"
#include "simd/level.hpp"
#include "simd/rnea_sums_kernel.hpp"

namespace catena {

template <>
void rnea_sums<double>(const Chain<double>& arm, const Posture<double>& x, std::span<const double> qd,
                       std::span<const double> qdd, const Vec3<double>& gravity, const Force<double>& tip,
                       RneaSumsWork<double>& work, std::span<double> tau) {
  const detail::RneaSumsInput<double> input(arm, gravity, tip);
  const detail::RneaSumsJob<double> job = {arm.dof(),     &x.step(0),        qd.data(),   qdd.data(),
                                           &input.lift.x, &input.held.ang.x, work.rows(), tau.data()};
#if CATENA_X86
  if (simd_level() == SimdLevel::avx512) return detail::rnea_sums_avx512(job);
  if (simd_level() == SimdLevel::avx2) return detail::rnea_sums_avx2(job);
#endif
  detail::rnea_sums_sse2(job);
}

}  // namespace catena
