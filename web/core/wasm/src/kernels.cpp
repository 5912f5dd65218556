// SPDX-License-Identifier: Apache-2.0
// The table of kernels, as core/kernels/level/table.cpp has it, without those for batches of states, which the module does not have.
#define CATENA_LEVEL sse2
#define CATENA_ARCH arch::Sse2
#define CATENA_FOUR arch::Sse2
#include "core/kernels/level/level.hpp"

namespace catena::detail::sse2 {

extern const Kernels kKernels;

const Kernels kKernels = {.level = SimdLevel::sse2,
                          .sincos = sincos,
                          .sines = sines,
                          .turns = turns,
                          .rnea_sums = rnea_sums,
                          .gdahj_sums = gdahj_sums,
                          .rank_six = rank_six,
                          .aba = aba,
                          .crba_small = nullptr,
                          .crba_small_solve = nullptr,
                          .differentiate = differentiate,
                          .solve_derivatives = solve_derivatives,
                          .coriolis = coriolis,
                          .inertia_rate = inertia_rate,
                          .inertia_inverse = inertia_inverse,
                          .respond = respond,
                          .second_derivatives = second_derivatives,
                          .regressor = regressor,
                          .momentum_regressor = momentum_regressor,
                          .batch = nullptr,
                          .peak = peak};

}  // namespace catena::detail::sse2
