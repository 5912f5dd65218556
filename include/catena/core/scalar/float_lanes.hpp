// SPDX-License-Identifier: Apache-2.0
// Lanes<Arch> of floats: twice as many as of doubles in the same registers. See lanes.hpp, which includes them.
//
// Rows of memory are turned into lanes, and back, four columns at a time: short arms would leave most of a larger square
// unused. In each 16 bytes of the registers this is a square of four.
#pragma once

#include <cmath>
#include <cstddef>

#include "catena/core/inline.hpp"
#include "catena/core/scalar/arch.hpp"

namespace catena {

template <>
struct Lanes<arch::Sse2Float> {
  static constexpr std::size_t width = 4, strip = 4;
  using Number = float;
  typedef float Real __attribute__((vector_size(16)));
  typedef int Bits __attribute__((vector_size(16)));
  CATENA_INLINE static bool any(const Bits& mask) { return (mask[0] | mask[1] | mask[2] | mask[3]) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) {
    return Real{std::sqrt(x[0]), std::sqrt(x[1]), std::sqrt(x[2]), std::sqrt(x[3])};
  }
  // x where the sign of the mask is set, else y
  CATENA_INLINE static Real choose(const Bits& mask, const Real& x, const Real& y) {
    const Bits all = mask >> 31;
    return (Real)(((Bits)x & all) | ((Bits)y & ~all));
  }
  CATENA_INLINE static void transpose(Real (&x)[4]) {
    const Real a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
    const Real b = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
    const Real c = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
    const Real d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
    x[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5), x[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    x[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5), x[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
  }
  // Lane k of x[i] = from[k][i].
  CATENA_INLINE static void gather(const float* const (&from)[width], Real (&x)[strip]) {
    for (std::size_t k = 0; k < 4; ++k) x[k] = *reinterpret_cast<const Anywhere*>(from[k]);
    transpose(x);
  }
  // to[k][i] = lane k of x[i]; the registers are used up.
  CATENA_INLINE static void scatter(Real (&x)[strip], float* const (&to)[width]) {
    transpose(x);
    for (std::size_t k = 0; k < 4; ++k) *reinterpret_cast<Anywhere*>(to[k]) = x[k];
  }

 private:
  typedef float Anywhere __attribute__((vector_size(16), aligned(4), may_alias));
};

#if defined(__AVX2__) && defined(__FMA__)
template <>
struct Lanes<arch::Avx2Float> {
  static constexpr std::size_t width = 8, strip = 4;
  using Number = float;
  typedef float Real __attribute__((vector_size(32)));
  typedef int Bits __attribute__((vector_size(32)));
  CATENA_INLINE static bool any(const Bits& mask) { return _mm256_movemask_ps((__m256)mask) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return (Real)_mm256_sqrt_ps((__m256)x); }
  CATENA_INLINE static Real choose(const Bits& mask, const Real& x, const Real& y) {
    return (Real)_mm256_blendv_ps((__m256)y, (__m256)x, (__m256)mask);
  }
  CATENA_INLINE static void gather(const float* const (&from)[width], Real (&x)[strip]) {
    for (std::size_t k = 0; k < 4; ++k) {
      const __m256 low = _mm256_castps128_ps256(_mm_loadu_ps(from[k]));
      x[k] = (Real)_mm256_insertf128_ps(low, _mm_loadu_ps(from[k + 4]), 1);
    }
    turn(x);
  }
  CATENA_INLINE static void scatter(Real (&x)[strip], float* const (&to)[width]) {
    turn(x);
    for (std::size_t k = 0; k < 4; ++k) {
      _mm_storeu_ps(to[k], _mm256_castps256_ps128((__m256)x[k]));
      _mm_storeu_ps(to[k + 4], _mm256_extractf128_ps((__m256)x[k], 1));
    }
  }

 private:
  // A square of four in either half.
  CATENA_INLINE static void turn(Real (&x)[4]) {
    const __m256d a = (__m256d)_mm256_unpacklo_ps((__m256)x[0], (__m256)x[1]);
    const __m256d b = (__m256d)_mm256_unpackhi_ps((__m256)x[0], (__m256)x[1]);
    const __m256d c = (__m256d)_mm256_unpacklo_ps((__m256)x[2], (__m256)x[3]);
    const __m256d d = (__m256d)_mm256_unpackhi_ps((__m256)x[2], (__m256)x[3]);
    x[0] = (Real)_mm256_unpacklo_pd(a, c), x[1] = (Real)_mm256_unpackhi_pd(a, c);
    x[2] = (Real)_mm256_unpacklo_pd(b, d), x[3] = (Real)_mm256_unpackhi_pd(b, d);
  }
};
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__)
template <>
struct Lanes<arch::Avx512Float> {
  static constexpr std::size_t width = 16, strip = 4;
  using Number = float;
  typedef float Real __attribute__((vector_size(64)));
  typedef int Bits __attribute__((vector_size(64)));
  CATENA_INLINE static bool any(const Bits& mask) { return _mm512_movepi32_mask((__m512i)mask) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return (Real)_mm512_sqrt_ps((__m512)x); }
  CATENA_INLINE static Real choose(const Bits& mask, const Real& x, const Real& y) {
    return (Real)_mm512_mask_blend_ps(_mm512_movepi32_mask((__m512i)mask), (__m512)y, (__m512)x);
  }
  CATENA_INLINE static void gather(const float* const (&from)[width], Real (&x)[strip]) {
    for (std::size_t k = 0; k < 4; ++k) {
      __m512 v = _mm512_castps128_ps512(_mm_loadu_ps(from[k]));  // the others from memory, without a shuffle
      v = _mm512_mask_broadcast_f32x4(v, 0x00f0, _mm_loadu_ps(from[k + 4]));
      v = _mm512_mask_broadcast_f32x4(v, 0x0f00, _mm_loadu_ps(from[k + 8]));
      x[k] = (Real)_mm512_mask_broadcast_f32x4(v, 0xf000, _mm_loadu_ps(from[k + 12]));
    }
    turn(x);
  }
  CATENA_INLINE static void scatter(Real (&x)[strip], float* const (&to)[width]) {
    turn(x);
    const auto put = [](const auto& quarter, float* there) { _mm_storeu_ps(there, (__m128)quarter); };
    for (std::size_t k = 0; k < 4; ++k) {
      put(__builtin_shufflevector(x[k], x[k], 0, 1, 2, 3), to[k]);
      put(__builtin_shufflevector(x[k], x[k], 4, 5, 6, 7), to[k + 4]);
      put(__builtin_shufflevector(x[k], x[k], 8, 9, 10, 11), to[k + 8]);
      put(__builtin_shufflevector(x[k], x[k], 12, 13, 14, 15), to[k + 12]);
    }
  }

 private:
  typedef double Twos __attribute__((vector_size(64)));

  // A square of four in each quarter.
  CATENA_INLINE static void turn(Real (&x)[4]) {
    const auto low = [&](int k) {
      return (Twos)__builtin_shufflevector(x[k], x[k + 1], 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28,
                                           13, 29);
    };
    const auto high = [&](int k) {
      return (Twos)__builtin_shufflevector(x[k], x[k + 1], 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30,
                                           15, 31);
    };
    const Twos a = low(0), b = high(0), c = low(2), d = high(2);
    x[0] = (Real)__builtin_shufflevector(a, c, 0, 8, 2, 10, 4, 12, 6, 14);
    x[1] = (Real)__builtin_shufflevector(a, c, 1, 9, 3, 11, 5, 13, 7, 15);
    x[2] = (Real)__builtin_shufflevector(b, d, 0, 8, 2, 10, 4, 12, 6, 14);
    x[3] = (Real)__builtin_shufflevector(b, d, 1, 9, 3, 11, 5, 13, 7, 15);
  }
};
#endif

}  // namespace catena
