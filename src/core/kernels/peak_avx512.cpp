// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#if CATENA_X86
#define CATENA_ARCH arch::Avx512
#include "core/kernels/peak_kernel.hpp"

namespace catena::detail {

double peak_avx512(std::size_t rounds) { return peak_chains(rounds); }

}  // namespace catena::detail
#endif
