// SPDX-License-Identifier: Apache-2.0
// Sums along the chain for one architecture (algo/link_sums.hpp). Only plain numbers and pointers pass
// (scalar/lanes.hpp).
#pragma once

#include "catena/core/algo/gdahj_sums.hpp"
#include "catena/core/algo/rnea_sums.hpp"

namespace catena::detail {

struct RankSixJob {
  int n;
  const double *axes, *wrenches;
  std::size_t stride;
  double* M;
  std::size_t ld;  // between columns
};

struct LinkSumsKernels {
  void (*rnea_sums)(const RneaSumsJob<double>& job);
  void (*gdahj_sums)(const GdahjSumsJob<double>& job);
  void (*rank_six)(const RankSixJob& job);
};

extern const LinkSumsKernels link_sums_sse2;
extern const LinkSumsKernels link_sums_avx2;
extern const LinkSumsKernels link_sums_avx512;

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "core/kernels/frame_walk.hpp"

namespace catena::detail {
namespace {

void run_rnea_sums(const RneaSumsJob<double>& job) { rnea_sums_run<Pack<CATENA_ARCH>, double>(job); }
void run_gdahj_sums(const GdahjSumsJob<double>& job) { gdahj_sums_run<Pack<CATENA_ARCH>, double>(job); }
void run_rank_six(const RankSixJob& job) {
  rank_six_groups<Pack<CATENA_ARCH>, double>(job.n, job.axes, job.wrenches, job.stride, job.M, job.ld);
}

constexpr LinkSumsKernels kKernels = {run_rnea_sums, run_gdahj_sums, run_rank_six};

}  // namespace
}  // namespace catena::detail
#endif
