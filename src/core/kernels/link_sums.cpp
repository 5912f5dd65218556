// SPDX-License-Identifier: Apache-2.0
// Sums along the chain for double, with the level in use.
#include "catena/core/simd.hpp"
#include "core/kernels/level.hpp"
#include "core/kernels/link_sums_kernel.hpp"

namespace catena {
namespace {

const detail::LinkSumsKernels& kernels() {
#if CATENA_X86
  if (simd_level() == SimdLevel::avx512) return detail::link_sums_avx512;
  if (simd_level() == SimdLevel::avx2) return detail::link_sums_avx2;
#endif
  return detail::link_sums_sse2;
}

}  // namespace

template <>
void detail::rnea_sums_from<double>(const Chain<double>& arm, const Posture<double>& x,
                                    std::span<const double> qd, std::span<const double> qdd,
                                    const ChainEnds<double>& ends, LinkSums<double>& work,
                                    std::span<double> tau) {
  kernels().rnea_sums({arm.dof(), &x.step(0), qd.data(), qdd.data(), &ends.lift.x, &ends.held.ang.x,
                       work.rows(), tau.data()});
}

template <>
void gdahj_sums<double>(const Chain<double>& arm, const Posture<double>& x, LinkSums<double>& work,
                        MatView<double> M) {
  kernels().gdahj_sums({arm.dof(), &x.step(0), work.rows(), work.axes(), work.wrenches(), work.stride(),
                        M.data, static_cast<std::size_t>(M.stride)});
}

template <>
void rank_six<double>(const double* axes, const double* wrenches, std::size_t stride, MatView<double> M) {
  kernels().rank_six({M.cols, axes, wrenches, stride, M.data, static_cast<std::size_t>(M.stride)});
}

}  // namespace catena
