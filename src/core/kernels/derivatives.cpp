// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/derivatives.hpp"

#include "core/kernels/level.hpp"

namespace catena::detail {

const DerivativesKernels& derivatives_kernels(SimdLevel level) {
#if CATENA_X86
  if (level == SimdLevel::avx512) return derivatives_avx512;
  if (level == SimdLevel::avx2) return derivatives_avx2;
#endif
  return (void)level, derivatives_sse2;
}

void rnea_derivatives(const DerivativesKernels& kernels, const Chain<double>& arm, const Posture<double>& x,
                      std::span<const double> qd, std::span<const double> qdd, const Force<double>& tip,
                      RneaDerivativesWork<double>& work, const RneaDerivativesOut<double>& out) {
  const ChainEnds<double> ends(arm, arm.gravity(), tip);
  kernels.differentiate({arm.dof(), work.links.all_turn(), &x.step(0), qd.data(), qdd.data(), &ends.lift.x,
                         &ends.held.ang.x, work.links.view(), out.by_q, out.by_qd, out.by_qdd});
}

void fd_derivatives(const DerivativesKernels& kernels, const Chain<double>& arm, const Posture<double>& x,
                    std::span<const double> qd, const Force<double>& tip, FdDerivativesWork<double>& work,
                    const FdDerivativesOut<double>& out) {
  rnea_derivatives(kernels, arm, x, qd, work.qdd, tip, work.id, {out.by_q, out.by_qd, out.by_tau});
  kernels.solve({arm.dof(), out.by_q.data, out.by_qd.data, out.by_tau.data, out.by_q.stride, out.by_qd.stride,
                 out.by_tau.stride, work.inverse.data(), work.columns.data()});
}

}  // namespace catena::detail
