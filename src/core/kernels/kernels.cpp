// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/kernels.hpp"

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <string>

#include "catena/core/math/sincos.hpp"
#include "catena/core/text.hpp"

#if defined(__x86_64__) || defined(__i386__)
#define CATENA_X86 1
#endif

namespace catena {
namespace detail {

namespace sse2 {
extern const Kernels kKernels;
}
#if CATENA_X86
namespace avx2 {
extern const Kernels kKernels;
}
namespace avx512 {
extern const Kernels kKernels;
}
#endif

namespace {

// The best level that the machine has, or the one that CATENA_SIMD names below it.
const Kernels* best() {
  const char* const set = std::getenv("CATENA_SIMD");
  const std::string_view wanted = set ? set : "";
  const Kernels* best = &sse2::kKernels;
  for (const SimdLevel level : kSimdLevels) {
    const Kernels* const found = kernels_at(level);
    if (!found) break;
    best = found;
    if (simd_name(level) == wanted) break;
  }
  return best;
}

// Chosen at the first call; a plain load afterwards.
constinit std::atomic<const Kernels*> in_use{nullptr};

[[gnu::noinline]] const Kernels& choose() {
  const Kernels* const found = best();
  in_use.store(found, std::memory_order_release);
  return *found;
}

}  // namespace

const Kernels* kernels_at([[maybe_unused]] SimdLevel level) {
#if CATENA_X86
  __builtin_cpu_init();
  switch (level) {
    case SimdLevel::sse2:
      return &sse2::kKernels;
    case SimdLevel::avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &avx2::kKernels : nullptr;
    case SimdLevel::avx512:
      return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma")
                 ? &avx512::kKernels
                 : nullptr;
  }
  return nullptr;
#else
  return level == SimdLevel::sse2 ? &sse2::kKernels : nullptr;
#endif
}

const Kernels& kernels() {
  const Kernels* const k = in_use.load(std::memory_order_acquire);
  return k ? *k : choose();
}

bool runs_small(const Kernels& kernels, int n) {
  return kernels.crba_small && n >= kSmallLeast && n <= kSmallMost;
}

UseKernels::UseKernels(const Kernels& kernels) : before_(in_use.exchange(&kernels)) {}
UseKernels::~UseKernels() { in_use.store(before_); }

}  // namespace detail

// --- catena/core/simd.hpp, catena/core/math/sincos.hpp ----------------------------------------------------

bool simd_supported(SimdLevel level) { return detail::kernels_at(level) != nullptr; }

SimdLevel simd_level() { return detail::kernels().level; }

std::string_view simd_name(SimdLevel level) {
  constexpr std::string_view kNames[] = {"sse2", "avx2", "avx512"};
  return kNames[static_cast<std::size_t>(level)];
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

void sincos(std::span<const double> x, std::span<double> s, std::span<double> c) {
  assert(s.size() == x.size() && c.size() == x.size());
  detail::kernels().sincos(x.data(), x.size(), s.data(), c.data());
}

void sincos(SimdLevel level, std::span<const double> x, std::span<double> s, std::span<double> c) {
  assert(simd_supported(level) && s.size() == x.size() && c.size() == x.size());
  detail::kernels_at(level)->sincos(x.data(), x.size(), s.data(), c.data());
}

}  // namespace catena
