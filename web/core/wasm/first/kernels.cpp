// SPDX-License-Identifier: Apache-2.0
// The table of kernels without those that only methods of the second module run (methods.hpp).
#include "core/kernels/kernels.hpp"

#include "core/kernels/level/level.hpp"

namespace catena::detail::sse2 {

extern const Kernels kKernels;
const Kernels kKernels = {.level = SimdLevel::sse2,
                          .sincos = sincos,
                          .sines = sines,
                          .turns = turns,
                          .rnea_sums = nullptr,
                          .gdahj_sums = gdahj_sums,
                          .rank_six = nullptr,
                          .aba = aba,
                          .crba_small = nullptr,
                          .crba_small_solve = nullptr,
                          .differentiate = nullptr,
                          .solve_derivatives = nullptr,
                          .coriolis = coriolis,
                          .inertia_rate = nullptr,
                          .inertia_inverse = inertia_inverse,
                          .respond = nullptr,
                          .second_derivatives = nullptr,
                          .regressor = nullptr,
                          .momentum_regressor = nullptr,
                          .batch = nullptr,
                          .peak = nullptr};

}  // namespace catena::detail::sse2
