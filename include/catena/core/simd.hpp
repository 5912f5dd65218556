// SPDX-License-Identifier: Apache-2.0
// The vector instructions in use. The library holds kernels for several instruction sets and selects one at first use.
//
// The environment variable CATENA_SIMD = sse2, avx2 or avx512 forces a lower level; a level that the machine lacks,
// or another word, leaves the best that it has. Results of different levels differ by rounding.
#pragma once

#include <string>
#include <string_view>

namespace catena {

enum class SimdLevel { sse2, avx2, avx512 };  // 2, 4 and 8 doubles at a time

inline constexpr SimdLevel kSimdLevels[] = {SimdLevel::sse2, SimdLevel::avx2, SimdLevel::avx512};

bool simd_supported(SimdLevel level);  // by this machine and this build
SimdLevel simd_level();                // in use
std::string_view simd_name(SimdLevel level);
std::string simd_remark();  // why CATENA_SIMD is ignored; empty if it is obeyed or not set

}  // namespace catena
