// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level.hpp"

#include <cstdlib>

#include "catena/core/simd.hpp"
#include "catena/core/text.hpp"

namespace catena {

bool simd_supported(SimdLevel level) {
#if CATENA_X86
  __builtin_cpu_init();
  switch (level) {
    case SimdLevel::sse2:
      return true;
    case SimdLevel::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case SimdLevel::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma");
  }
  return false;
#else
  return level == SimdLevel::sse2;
#endif
}

std::string_view simd_name(SimdLevel level) {
  switch (level) {
    case SimdLevel::sse2:
      return "sse2";
    case SimdLevel::avx2:
      return "avx2";
    case SimdLevel::avx512:
      return "avx512";
  }
  return "";
}

SimdLevel simd_level() {
  static const SimdLevel level = [] {
    const char* set = std::getenv("CATENA_SIMD");
    const std::string_view wanted = set ? set : "";
    SimdLevel best = SimdLevel::sse2;
    for (const SimdLevel candidate : kSimdLevels) {
      if (!simd_supported(candidate)) break;
      best = candidate;
      if (simd_name(candidate) == wanted) break;
    }
    return best;
  }();
  return level;
}

std::string simd_remark() {
  const char* set = std::getenv("CATENA_SIMD");
  if (!set || *set == '\0') return "";
  const std::string used = "; " + std::string(simd_name(simd_level())) + " is used";
  for (const SimdLevel level : kSimdLevels)
    if (simd_name(level) == set)
      return simd_supported(level) ? ""
                                   : "CATENA_SIMD=" + std::string(set) + ": this machine lacks it" + used;
  return "CATENA_SIMD='" + text::printable(set) + "' is none of sse2, avx2, avx512" + used;
}

}  // namespace catena
