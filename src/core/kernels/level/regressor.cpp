// SPDX-License-Identifier: Apache-2.0
// Regressors, several joints at once.
#include "core/kernels/level/level.hpp"
#include "core/kernels/level/link_group.hpp"

namespace catena::detail::CATENA_LEVEL {

using G = Pack<CATENA_ARCH>;

// Flat: every call is inlined. A separate function could be called by code for older machines (tools/check_kernels.py).
[[gnu::flatten]] void regressor(const RegressorJob<double>& job) { regressor_run<G, double>(job); }
[[gnu::flatten]] void momentum_regressor(const RegressorJob<double>& job) {
  momentum_regressor_run<G, double>(job);
}

}  // namespace catena::detail::CATENA_LEVEL
