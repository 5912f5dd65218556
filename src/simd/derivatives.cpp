// SPDX-License-Identifier: Apache-2.0
#include "simd/derivatives.hpp"

#include "simd/level.hpp"

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
  const int n = arm.dof();
  const LinkTable<double> table = work.links.view();
  place_links(arm, x, table);
  for (int i = 0; i < n; ++i) {
    *table.at(link_row::qd, i) = qd[i];
    *table.at(link_row::qdd, i) = qdd[i];
  }
  const Vec3<double> g = lift_in_first(arm, x, arm.gravity());
  const Force<double> F = tip_in_first(arm, table, tip);
  const double lift[] = {g.x, g.y, g.z}, held[] = {F.ang.x, F.ang.y, F.ang.z, F.lin.x, F.lin.y, F.lin.z};
  kernels.differentiate({n, table.data, lift, held, out.by_q.data, out.by_qd.data, out.by_qdd.data,
                         out.by_q.stride, out.by_qd.stride, out.by_qdd.stride});
}

void fd_derivatives(const DerivativesKernels& kernels, const Chain<double>& arm, const Posture<double>& x,
                    std::span<const double> qd, const Force<double>& tip, FdDerivativesWork<double>& work,
                    const FdDerivativesOut<double>& out) {
  rnea_derivatives(kernels, arm, x, qd, work.qdd, tip, work.id, {out.by_q, out.by_qd, out.by_tau});
  kernels.solve({arm.dof(), out.by_q.data, out.by_qd.data, out.by_tau.data, out.by_q.stride, out.by_qd.stride,
                 out.by_tau.stride, work.columns.data()});
}

}  // namespace catena::detail
