// SPDX-License-Identifier: Apache-2.0
// Sums along the chain (model/link_sums.hpp), several links at once.
#include "core/kernels/level/frame_walk.hpp"
#include "core/kernels/level/level.hpp"

namespace catena::detail::CATENA_LEVEL {

using G = Pack<CATENA_ARCH>;

void rnea_sums(const RneaSumsJob<double>& job) { rnea_sums_run<G, double>(job); }
void gdahj_sums(const GdahjSumsJob<double>& job) { gdahj_sums_run<G, double>(job); }
void gdahj_sums_from_poses(const GdahjSumsJob<double>& job, const double* poses) {
  gdahj_sums_from_poses_run<G, double>(job, poses);
}
void rank_six(const RankSixJob& job) {
  rank_six_groups<G, double>(job.n, job.axes, job.wrenches, job.stride, job.M, job.ld);
}

}  // namespace catena::detail::CATENA_LEVEL
