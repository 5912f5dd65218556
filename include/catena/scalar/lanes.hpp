// SPDX-License-Identifier: Apache-2.0
// Lanes<Arch>: several doubles in one register, by the vector types that gcc and clang share, and their sines.
//
// One program holds kernels for several instruction sets. Each is compiled in a file of its own with its own flags,
// so a function that two of them instantiate would be merged by the linker, and the wrong one might run. Therefore
// all names here carry the architecture, and Lanes of an architecture exist only where the compiler may use it.
#pragma once

#include <cmath>
#include <cstddef>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "catena/inline.hpp"

namespace catena {

namespace arch {
struct Sse2 {};    // two lanes; on other processors than x86 whatever holds two doubles
struct Avx2 {};    // four lanes, fused multiply-add
struct Avx512 {};  // eight lanes, fused multiply-add
}  // namespace arch

template <class Arch>
struct Lanes;

template <>
struct Lanes<arch::Sse2> {
  static constexpr std::size_t width = 2;
  typedef double Real __attribute__((vector_size(16)));
  typedef long long Bits __attribute__((vector_size(16)));
  CATENA_INLINE static bool any(const Bits& mask) { return (mask[0] | mask[1]) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return Real{std::sqrt(x[0]), std::sqrt(x[1])}; }
  CATENA_INLINE static void transpose(Real (&x)[width]) {
    const Real a = x[0], b = x[1];
    x[0] = Real{a[0], b[0]}, x[1] = Real{a[1], b[1]};
  }
};

#if defined(__AVX2__) && defined(__FMA__)
template <>
struct Lanes<arch::Avx2> {
  static constexpr std::size_t width = 4;
  typedef double Real __attribute__((vector_size(32)));
  typedef long long Bits __attribute__((vector_size(32)));
  CATENA_INLINE static bool any(const Bits& mask) { return _mm256_movemask_pd((__m256d)mask) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return (Real)_mm256_sqrt_pd((__m256d)x); }
  CATENA_INLINE static void transpose(Real (&x)[width]) {
    const __m256d a = _mm256_unpacklo_pd((__m256d)x[0], (__m256d)x[1]);
    const __m256d b = _mm256_unpackhi_pd((__m256d)x[0], (__m256d)x[1]);
    const __m256d c = _mm256_unpacklo_pd((__m256d)x[2], (__m256d)x[3]);
    const __m256d d = _mm256_unpackhi_pd((__m256d)x[2], (__m256d)x[3]);
    x[0] = (Real)_mm256_permute2f128_pd(a, c, 0x20), x[1] = (Real)_mm256_permute2f128_pd(b, d, 0x20);
    x[2] = (Real)_mm256_permute2f128_pd(a, c, 0x31), x[3] = (Real)_mm256_permute2f128_pd(b, d, 0x31);
  }
};
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__)
template <>
struct Lanes<arch::Avx512> {
  static constexpr std::size_t width = 8;
  typedef double Real __attribute__((vector_size(64)));
  typedef long long Bits __attribute__((vector_size(64)));
  CATENA_INLINE static bool any(const Bits& mask) { return _mm512_movepi64_mask((__m512i)mask) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return (Real)_mm512_sqrt_pd((__m512d)x); }
  CATENA_INLINE static void transpose(Real (&x)[width]) {
    for (std::size_t i = 0; i < width; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const double upper = x[j][i];
        x[j][i] = x[i][j];
        x[i][j] = upper;
      }
  }
};
#endif

// At any address. A copy by memcpy goes through memory in halves, which the next load would wait for.
template <class Arch>
CATENA_INLINE typename Lanes<Arch>::Real load_lanes(const double* from) {
  typedef typename Lanes<Arch>::Real Anywhere __attribute__((aligned(8), may_alias));
  return *reinterpret_cast<const Anywhere*>(from);
}
template <class Arch>
CATENA_INLINE void store_lanes(const typename Lanes<Arch>::Real& v, double* to) {
  typedef typename Lanes<Arch>::Real Anywhere __attribute__((aligned(8), may_alias));
  *reinterpret_cast<Anywhere*>(to) = v;
}

// For lanes beyond |x| = 1e5 or not finite.
template <class Arch>
[[gnu::cold, gnu::noinline]] void sincos_by_library(const typename Lanes<Arch>::Real& x,
                                                    typename Lanes<Arch>::Real& sine,
                                                    typename Lanes<Arch>::Real& cosine) {
  for (std::size_t i = 0; i < Lanes<Arch>::width; ++i) {
    if (std::abs(x[i]) <= 1e5) continue;
    sine[i] = std::sin(x[i]);
    cosine[i] = std::cos(x[i]);
  }
}

// Sines and cosines of all lanes, within 1.3 ulp in tests for |x| <= 1e5; beyond, and where x is not finite, by the C library.
//
// Source   range reduction in three parts after Cody and Waite 1980: n and the first two parts have so few digits
//          that their products are exact, fused or not; polynomials for |r| <= π/4 + its rounding: fdlibm, Sun 1993.
template <class Arch>
CATENA_INLINE void sincos(const typename Lanes<Arch>::Real& x, typename Lanes<Arch>::Real& sine,
                          typename Lanes<Arch>::Real& cosine) {
  using Real = typename Lanes<Arch>::Real;
  using Bits = typename Lanes<Arch>::Bits;
  constexpr double kTwoOverPi = 0x1.45f306dc9c883p-1, kRound = 0x1.8p52;
  constexpr double kHalfPi1 = 0x1.921fb5444p0, kHalfPi2 = 0x1.68c234c400000p-39,
                   kHalfPi3 = 0x1.8cc51701b839ap-72;

  // x = n π/2 + r - lo; the last two bits of `rounded` are those of n
  const Real rounded = x * kTwoOverPi + kRound;
  const Real n = rounded - kRound;
  const Real w = n * kHalfPi2, r0 = x - n * kHalfPi1;
  const Real r = r0 - w;
  const Real lo = n * kHalfPi3 - ((r0 - r) - w);

  // sin and cos of r - lo; the signs are such that sin(-0) is -0
  const Real z = r * r, zz = z * z;
  const Real s = (-1.66666666666666324348e-01 + z * 8.33333333332248946124e-03) +
                 zz * ((-1.98412698298579493134e-04 + z * 2.75573137070700676789e-06) +
                       zz * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10));
  const Real sin_r = r - (lo - (r * z) * s);
  const Real c = (4.16666666666666019037e-02 + z * -1.38888888888741095749e-03) +
                 zz * ((2.48015872894767294178e-05 + z * -2.75573143513906633035e-07) +
                       zz * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11));
  const Real cos_r = (1.0 - 0.5 * z) + (zz * c + r * lo);

  // the quarter turns: odd ones exchange sine and cosine
  const Bits k = (Bits)rounded;
  const Bits odd = -(k & 1);
  const Bits sin_bits = (Bits)sin_r, cos_bits = (Bits)cos_r;
  sine = (Real)(((sin_bits & ~odd) | (cos_bits & odd)) ^ ((k & 2) << 62));
  cosine = (Real)(((cos_bits & ~odd) | (sin_bits & odd)) ^ (((k + 1) & 2) << 62));

  const Bits far = ~((Real)((Bits)x & 0x7fffffffffffffff) <= 1e5);
  if (Lanes<Arch>::any(far)) [[unlikely]] {
    Real s_far = sine, c_far = cosine;  // apart, so that the others stay in registers
    sincos_by_library<Arch>(x, s_far, c_far);
    sine = s_far, cosine = c_far;
  }
}

}  // namespace catena
