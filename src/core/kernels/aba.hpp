// SPDX-License-Identifier: Apache-2.0
// The articulated-body algorithm with multiply-adds. Only plain numbers and pointers pass (scalar/lanes.hpp).
#pragma once

#include "catena/core/algo/aba.hpp"

namespace catena::detail {

void aba_avx2(const AbaJob<double>& job);
void aba_avx512(const AbaJob<double>& job);  // twice as many registers

}  // namespace catena::detail
