// SPDX-License-Identifier: Apache-2.0
// The derivatives for one architecture, several links at once. Only plain numbers and pointers pass, so that the files
// compiled for more than the baseline emit no function that others might share (scalar/lanes.hpp).
#pragma once

#include <cstddef>

namespace catena::detail {

// n x n each, column by column.
struct DerivativesJob {
  int n;
  double* table;       // links are placed, q̇ and q̈ are set (algo/link_table.hpp)
  const double* lift;  // (3) minus gravity
  const double* held;  // (6) the wrench at the tool
  double *by_q, *by_qd, *by_qdd;
  std::ptrdiff_t q_stride, qd_stride, qdd_stride;
};

// After a DerivativesJob: M becomes its inverse, the others that times minus themselves.
struct SolveJob {
  int n;
  double *by_q, *by_qd, *M;
  std::ptrdiff_t q_stride, qd_stride, M_stride;
  double* columns;  // (n x 4) scratch
};

struct DerivativesKernels {
  void (*differentiate)(const DerivativesJob& job);
  void (*solve)(const SolveJob& job);
};

extern const DerivativesKernels derivatives_sse2;
extern const DerivativesKernels derivatives_avx2;
extern const DerivativesKernels derivatives_avx512;

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "catena/algo/fd_derivatives.hpp"
#include "simd/link_group.hpp"

namespace catena::detail {
namespace {

using G = Pack<CATENA_ARCH>;

void differentiate(const DerivativesJob& job) {
  const LinkTable<double> table{job.table};
  const double *g = job.lift, *f = job.held;
  if (!job.by_q || !job.by_qd || !job.by_qdd) return;  // the compiler then knows
  move_links<G>(table, job.n, Vec3<double>{g[0], g[1], g[2]}, true);
  load_joints<G>(table, job.n, Force<double>{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}}, true, true);
  fill_columns<G>(table, job.n, job.by_q, job.q_stride, job.by_qd, job.qd_stride, job.by_qdd, job.qdd_stride);
}

void solve(const SolveJob& job) {
  invert<G>(job.M, job.M_stride, job.n);
  times_minus<G>(job.M, job.M_stride, job.n, job.by_q, job.q_stride, job.columns);
  times_minus<G>(job.M, job.M_stride, job.n, job.by_qd, job.qd_stride, job.columns);
}

constexpr DerivativesKernels kKernels = {differentiate, solve};

}  // namespace
}  // namespace catena::detail
#endif
