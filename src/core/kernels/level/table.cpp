// SPDX-License-Identifier: Apache-2.0
// The table of kernels for one instruction set.
#include "catena/core/scalar/lanes.hpp"
#include "core/kernels/level/level.hpp"

namespace catena::detail::CATENA_LEVEL {

extern const Kernels kKernels;

constexpr bool kSmall = Lanes<CATENA_FOUR>::width == 4;

const Kernels kKernels = {.level = SimdLevel::CATENA_LEVEL,
                          .sincos = sincos,
                          .sines = sines,
                          .turns = turns,
                          .rnea_sums = rnea_sums,
                          .gdahj_sums = gdahj_sums,
                          .gdahj_sums_from_poses = gdahj_sums_from_poses,
                          .rank_six = rank_six,
                          .aba = aba,
                          .crba_small = kSmall ? crba_small : nullptr,
                          .crba_small_solve = kSmall ? crba_small_solve : nullptr,
                          .differentiate = differentiate,
                          .differentiate_by_q = differentiate_by_q,
                          .differentiate_by_qd = differentiate_by_qd,
                          .solve_derivatives = solve_derivatives,
                          .coriolis = coriolis,
                          .inertia_rate = inertia_rate,
                          .terms = terms,
                          .inertia_inverse = inertia_inverse,
                          .respond = respond,
                          .solve = solve,
                          .second_derivatives = second_derivatives,
                          .regressor = regressor,
                          .momentum_regressor = momentum_regressor,
                          .batch = &kBatch,
                          .batch_float = &kBatchFloat,
                          .peak = peak};

}  // namespace catena::detail::CATENA_LEVEL
