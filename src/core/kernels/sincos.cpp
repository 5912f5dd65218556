// SPDX-License-Identifier: Apache-2.0
#include "catena/core/math/sincos.hpp"

#include <atomic>
#include <cassert>

#include "core/kernels/level.hpp"
#include "core/kernels/sincos_kernel.hpp"

namespace catena {
namespace {

struct Kernels {
  void (*sincos)(const double*, std::size_t, double*, double*);
  void (*sines)(const double*, const double*, std::size_t, double*, double*, bool);
  void (*turns)(const double*, const double*, std::size_t, double*, std::size_t);
};

constexpr Kernels kSse2 = {detail::sincos_sse2, detail::sines_sse2, detail::turns_sse2};
#if CATENA_X86
constexpr Kernels kAvx2 = {detail::sincos_avx2, detail::sines_avx2, detail::turns_avx2};
constexpr Kernels kAvx512 = {detail::sincos_avx512, detail::sines_avx512, detail::turns_avx512};
#endif

const Kernels* kernels_for(SimdLevel level) {
#if CATENA_X86
  if (level == SimdLevel::avx512) return &kAvx512;
  if (level == SimdLevel::avx2) return &kAvx2;
#endif
  return (void)level, &kSse2;
}

// Chosen at the first call; a plain load afterwards.
constinit std::atomic<const Kernels*> chosen{nullptr};

[[gnu::noinline]] const Kernels* choose() {
  const Kernels* const best = kernels_for(simd_level());
  chosen.store(best, std::memory_order_relaxed);
  return best;
}

const Kernels& kernels() {
  const Kernels* const k = chosen.load(std::memory_order_relaxed);
  return k ? *k : *choose();
}

}  // namespace

void detail::sines(const double* theta, const double* q, std::size_t n, double* s, double* c,
                   bool backwards) {
  kernels().sines(theta, q, n, s, c, backwards);
}

void detail::turns(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride) {
  kernels().turns(theta, q, n, cs, stride);
}

void sincos(std::span<const double> x, std::span<double> s, std::span<double> c) {
  assert(s.size() == x.size() && c.size() == x.size());
  kernels().sincos(x.data(), x.size(), s.data(), c.data());
}

void sincos(SimdLevel level, std::span<const double> x, std::span<double> s, std::span<double> c) {
  assert(simd_supported(level) && s.size() == x.size() && c.size() == x.size());
  kernels_for(level)->sincos(x.data(), x.size(), s.data(), c.data());
}

}  // namespace catena
