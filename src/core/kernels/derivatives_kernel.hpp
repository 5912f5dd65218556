// SPDX-License-Identifier: Apache-2.0
// The derivatives for one architecture, several links at once. Only plain numbers, pointers and what is
// inlined pass, so that the files compiled for more than the baseline emit no function that others might share
// (scalar/lanes.hpp).
#pragma once

#include <cstddef>

#include "catena/core/algo/fd_derivatives.hpp"

namespace catena::detail {

struct DerivativesKernels {
  void (*differentiate)(const RneaDerivativesJob<double>& job);
  void (*solve)(const SolveJob<double>& job);  // after `differentiate`
};

extern const DerivativesKernels derivatives_sse2;
extern const DerivativesKernels derivatives_avx2;
extern const DerivativesKernels derivatives_avx512;

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "core/kernels/frame_walk.hpp"

namespace catena::detail {
namespace {

using G = Pack<CATENA_ARCH>;

void differentiate(const RneaDerivativesJob<double>& job) {
  if (!job.by_q.data || !job.by_qd.data || !job.by_qdd.data) return;  // the compiler then knows
  rnea_derivatives_run<G, double>(job);
}

void solve(const SolveJob<double>& job) {
  if (!job.by_q || !job.by_qd) return;
  solve_derivatives<G, double>(job);
}

constexpr DerivativesKernels kKernels = {differentiate, solve};

}  // namespace
}  // namespace catena::detail
#endif
