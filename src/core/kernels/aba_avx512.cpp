// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/aba.hpp"
#include "core/kernels/level.hpp"

#if CATENA_X86
namespace catena::detail {

// Flat: a function that is left over would be shared with code for older machines (tools/check_kernels.py).
[[gnu::flatten]] void aba_avx512(const AbaJob<double>& job) { aba_run<true>(job); }

}  // namespace catena::detail
#endif
