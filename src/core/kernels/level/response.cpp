// SPDX-License-Identifier: Apache-2.0
// The inverse of the inertia matrix, its products, and the derivatives of forward dynamics of long arms, several columns at once.
#include "core/kernels/level/frame_walk.hpp"
#include "core/kernels/level/level.hpp"

namespace catena::detail::CATENA_LEVEL {

using G = Pack<CATENA_ARCH>;

// Flat: every call is inlined. A separate function could be called by code for older machines (tools/check_kernels.py).
[[gnu::flatten]] void inertia_inverse(const AbaResponseJob<double>& job) {
  articulate(job);
  place_joints<G, double>(job);
  detail::respond<G, double>(job);
}

[[gnu::flatten]] void respond(const AbaResponseJob<double>& job, const ResponseMatrices<double>& matrices) {
  respond_to<G, double>(job, matrices);
}

[[gnu::flatten]] void solve(const AbaResponseJob<double>& job, const ResponseColumns<double>& X) {
  solve_by_response<G, double>(job, X);
}

}  // namespace catena::detail::CATENA_LEVEL
