// SPDX-License-Identifier: Apache-2.0
// The Coriolis matrix, the rate of the inertia matrix, and all terms of the equation of motion, several links at once.
#include "catena/core/math/add_transpose.hpp"
#include "core/kernels/level/frame_walk.hpp"
#include "core/kernels/level/level.hpp"

namespace catena::detail::CATENA_LEVEL {

using G = Pack<CATENA_ARCH>;

// Flat: every call is inlined. A separate function could be called by code for older machines (tools/check_kernels.py).
[[gnu::flatten]] void coriolis(const RneaDerivativesJob<double>& job) {
  if (job.by_q.data || job.by_qdd.data || !job.by_qd.data) return;  // the compiler then knows
  coriolis_run<G, double>(job);
}

[[gnu::flatten]] void inertia_rate(const RneaDerivativesJob<double>& job) {
  CATENA_LEVEL::coriolis(job);
  add_transpose<G, double>(job.by_qd);
}

[[gnu::flatten]] void terms(const RneaDerivativesJob<double>& job, double* torque) {
  if (job.by_q.data || !job.by_qd.data || !job.by_qdd.data) return;
  terms_run<G, double>(job, torque);
}

}  // namespace catena::detail::CATENA_LEVEL
