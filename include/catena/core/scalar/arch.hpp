// SPDX-License-Identifier: Apache-2.0
// The instruction sets for which Lanes (lanes.hpp) are defined.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace catena {

namespace arch {
struct Sse2 {};    // two lanes; on other processors than x86 whatever holds two doubles
struct Avx2 {};    // four lanes, fused multiply-add
struct Avx512 {};  // eight lanes, fused multiply-add
// Four lanes with the registers and masks of AVX-512: 512-bit instructions slow down the scalar ones around them.
struct Avx512Four {};
// Twice as many floats in the same registers.
struct Sse2Float {};
struct Avx2Float {};
struct Avx512Float {};
}  // namespace arch

template <class Arch>
struct Lanes;

}  // namespace catena
