// SPDX-License-Identifier: Apache-2.0
// The second derivatives of inverse dynamics, several joints at once.
#include "core/kernels/level/frame_walk.hpp"
#include "core/kernels/level/level.hpp"

namespace catena::detail::CATENA_LEVEL {

// Flat: every call is inlined. A separate function could be called by code for older machines (tools/check_kernels.py).
[[gnu::flatten]] void second_derivatives(const IdSecondDerivativesJob<double>& job) {
  if (!job.first.by_q.data || !job.first.by_qd.data || !job.first.by_qdd.data)
    return;  // the compiler then knows
  id_second_derivatives_run<Pack<CATENA_ARCH>, double>(job);
}

}  // namespace catena::detail::CATENA_LEVEL
