// SPDX-License-Identifier: Apache-2.0
#define CATENA_ARCH arch::Sse2
#include "core/kernels/peak_kernel.hpp"

namespace catena::detail {

double peak_sse2(std::size_t rounds) { return peak_chains(rounds); }

}  // namespace catena::detail
