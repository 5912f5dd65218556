// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level/level.hpp"

// Flat: every call is inlined. A separate function could be called by code for older machines (tools/check_kernels.py).
[[gnu::flatten]] void catena::detail::CATENA_LEVEL::aba(const AbaJob<double>& job) { aba_run<true>(job); }
