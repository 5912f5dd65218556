// SPDX-License-Identifier: Apache-2.0
// The derivatives of inverse and forward dynamics, several links at once.
#include "core/kernels/level/frame_walk.hpp"
#include "core/kernels/level/level.hpp"

namespace catena::detail::CATENA_LEVEL {

using G = Pack<CATENA_ARCH>;

void differentiate(const RneaDerivativesJob<double>& job) {
  if (!job.by_q.data || !job.by_qd.data || !job.by_qdd.data) return;  // the compiler then knows
  rnea_derivatives_run<G, double>(job);
}

void solve_derivatives(const SolveJob<double>& job) {
  if (!job.by_q || !job.by_qd) return;
  detail::solve_derivatives<G, double>(job);
}

}  // namespace catena::detail::CATENA_LEVEL
