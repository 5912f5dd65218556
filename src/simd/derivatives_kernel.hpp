// SPDX-License-Identifier: Apache-2.0
// The derivatives for one architecture, several links at once. Only plain numbers and pointers pass, so that the files
// compiled for more than the baseline emit no function that others might share (scalar/lanes.hpp).
#pragma once

#include <cstddef>

#include "catena/algo/fd_derivatives.hpp"

namespace catena::detail {

// After a RneaDerivativesJob: M becomes its inverse, the others that times minus themselves.
struct SolveJob {
  int n;
  double *by_q, *by_qd, *M;
  std::ptrdiff_t q_stride, qd_stride, M_stride;
  double *inverse, *columns;  // scratch of FdDerivativesWork
};

struct DerivativesKernels {
  void (*differentiate)(const RneaDerivativesJob<double>& job);
  void (*solve)(const SolveJob& job);
};

extern const DerivativesKernels derivatives_sse2;
extern const DerivativesKernels derivatives_avx2;
extern const DerivativesKernels derivatives_avx512;

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "simd/frame_walk.hpp"

namespace catena::detail {
namespace {

using G = Pack<CATENA_ARCH>;

void differentiate(const RneaDerivativesJob<double>& job) {
  if (!job.by_q.data || !job.by_qd.data || !job.by_qdd.data) return;  // the compiler then knows
  rnea_derivatives_run<G, double>(job);
}

void solve(const SolveJob& job) {
  invert<G>(job.M, job.M_stride, job.n, job.inverse);
  times_minus<G>(job.inverse, job.n, job.by_q, job.q_stride, job.columns);
  times_minus<G>(job.inverse, job.n, job.by_qd, job.qd_stride, job.columns);
}

constexpr DerivativesKernels kKernels = {differentiate, solve};

}  // namespace
}  // namespace catena::detail
#endif
