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

// Flat: a function that is left over would be shared with code for older machines (tools/check_kernels.py).
[[gnu::flatten]] void differentiate_by_q(const RneaDerivativesJob<double>& job) {
  if (!job.by_q.data || job.by_qd.data || job.by_qdd.data) return;
  some_derivatives_run<G, double>(job);
}

[[gnu::flatten]] void differentiate_by_qd(const RneaDerivativesJob<double>& job) {
  if (job.by_q.data || !job.by_qd.data || job.by_qdd.data) return;
  some_derivatives_run<G, double>(job);
}

void solve_derivatives(const SolveJob<double>& job) {
  if (!job.by_q || !job.by_qd) return;
  detail::solve_derivatives<G, double>(job);
}

}  // namespace catena::detail::CATENA_LEVEL
