// SPDX-License-Identifier: Apache-2.0
// Lanes<Arch>: several doubles or floats in one register, by the vector types that gcc and clang share, and their sines.
//
// One program holds kernels for several instruction sets. Each is compiled in its own file with its own flags, and
// the linker would merge a function that two of them instantiate, and the wrong one might run. So all names
// here carry the architecture, and Lanes of an architecture exist only where the compiler may use it. What Avx512Four
// inherits from Avx2 is always inlined and emits no function (checked by tools/check_kernels.py).
#pragma once

#include <cmath>
#include <cstddef>

#include "catena/core/inline.hpp"
#include "catena/core/scalar/arch.hpp"
#include "catena/core/scalar/float_lanes.hpp"  // IWYU pragma: export

namespace catena {

typedef double Pair __attribute__((vector_size(16)));

template <>
struct Lanes<arch::Sse2> {
  static constexpr std::size_t width = 2;
  using Number = double;
  typedef double Real __attribute__((vector_size(16)));
  typedef long long Bits __attribute__((vector_size(16)));
  CATENA_INLINE static bool any(const Bits& mask) { return (mask[0] | mask[1]) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return Real{std::sqrt(x[0]), std::sqrt(x[1])}; }
  // x where the sign of the mask is set, else y
  CATENA_INLINE static Real choose(const Bits& mask, const Real& x, const Real& y) {
    typedef unsigned long long Plain __attribute__((vector_size(16)));
    const Bits all = -(Bits)((Plain)mask >> 63);
    return (Real)(((Bits)x & all) | ((Bits)y & ~all));
  }
  CATENA_INLINE static void transpose(Real (&x)[width]) {
    const Real a = x[0], b = x[1];
    x[0] = Real{a[0], b[0]}, x[1] = Real{a[1], b[1]};
  }
  // x[k] and y[k] together
  CATENA_INLINE static void pairs(const Real& x, const Real& y, Pair (&xy)[width]) {
    xy[0] = Pair{x[0], y[0]}, xy[1] = Pair{x[1], y[1]};
  }
};

#if defined(__AVX2__) && defined(__FMA__)
template <>
struct Lanes<arch::Avx2> {
  static constexpr std::size_t width = 4;
  using Number = double;
  typedef double Real __attribute__((vector_size(32)));
  typedef long long Bits __attribute__((vector_size(32)));
  CATENA_INLINE static bool any(const Bits& mask) { return _mm256_movemask_pd((__m256d)mask) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return (Real)_mm256_sqrt_pd((__m256d)x); }
  CATENA_INLINE static Real times_plus(const Real& x, const Real& y, const Real& z) {
    return (Real)_mm256_fmadd_pd((__m256d)x, (__m256d)y, (__m256d)z);
  }
  CATENA_INLINE static Real choose(const Bits& mask, const Real& x, const Real& y) {
    return (Real)_mm256_blendv_pd((__m256d)y, (__m256d)x, (__m256d)mask);
  }
  CATENA_INLINE static void transpose(Real (&x)[width]) {
    const __m256d a = _mm256_unpacklo_pd((__m256d)x[0], (__m256d)x[1]);
    const __m256d b = _mm256_unpackhi_pd((__m256d)x[0], (__m256d)x[1]);
    const __m256d c = _mm256_unpacklo_pd((__m256d)x[2], (__m256d)x[3]);
    const __m256d d = _mm256_unpackhi_pd((__m256d)x[2], (__m256d)x[3]);
    x[0] = (Real)_mm256_permute2f128_pd(a, c, 0x20), x[1] = (Real)_mm256_permute2f128_pd(b, d, 0x20);
    x[2] = (Real)_mm256_permute2f128_pd(a, c, 0x31), x[3] = (Real)_mm256_permute2f128_pd(b, d, 0x31);
  }
  // As gather_lanes. Halves are loaded from memory, which is faster than moving them between registers.
  CATENA_INLINE static void gather(const double* const (&from)[width], Real (&x)[width]) {
    const auto halves = [&](std::size_t k, std::size_t i) {
      const __m256d low = _mm256_castpd128_pd256(_mm_loadu_pd(from[k] + i));
      return _mm256_insertf128_pd(low, _mm_loadu_pd(from[k + 2] + i), 1);
    };
    const __m256d a = halves(0, 0), b = halves(1, 0), c = halves(0, 2), d = halves(1, 2);
    x[0] = (Real)_mm256_unpacklo_pd(a, b), x[1] = (Real)_mm256_unpackhi_pd(a, b);
    x[2] = (Real)_mm256_unpacklo_pd(c, d), x[3] = (Real)_mm256_unpackhi_pd(c, d);
  }
  CATENA_INLINE static void pairs(const Real& x, const Real& y, Pair (&xy)[width]) {
    const __m256d even = _mm256_unpacklo_pd((__m256d)x, (__m256d)y);
    const __m256d odd = _mm256_unpackhi_pd((__m256d)x, (__m256d)y);
    xy[0] = (Pair)_mm256_castpd256_pd128(even), xy[1] = (Pair)_mm256_castpd256_pd128(odd);
    xy[2] = (Pair)_mm256_extractf128_pd(even, 1), xy[3] = (Pair)_mm256_extractf128_pd(odd, 1);
  }
};
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__)
template <>
struct Lanes<arch::Avx512> {
  static constexpr std::size_t width = 8;
  using Number = double;
  typedef double Real __attribute__((vector_size(64)));
  typedef long long Bits __attribute__((vector_size(64)));
  typedef double Half __attribute__((vector_size(32)));
  CATENA_INLINE static bool any(const Bits& mask) { return _mm512_movepi64_mask((__m512i)mask) != 0; }
  CATENA_INLINE static Real sqrt(const Real& x) { return (Real)_mm512_sqrt_pd((__m512d)x); }
  CATENA_INLINE static Real times_plus(const Real& x, const Real& y, const Real& z) {
    return (Real)_mm512_fmadd_pd((__m512d)x, (__m512d)y, (__m512d)z);
  }
  CATENA_INLINE static Real choose(const Bits& mask, const Real& x, const Real& y) {
    return (Real)_mm512_mask_blend_pd(_mm512_movepi64_mask((__m512i)mask), (__m512d)y, (__m512d)x);
  }
  CATENA_INLINE static void transpose(Real (&x)[width]) {
    Real low[4], high[4];  // halves of rows k and k + 4
    for (std::size_t k = 0; k < 4; ++k) {
      low[k] = __builtin_shufflevector(x[k], x[k + 4], 0, 1, 2, 3, 8, 9, 10, 11);
      high[k] = __builtin_shufflevector(x[k], x[k + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    turn(low, x[0], x[1], x[2], x[3]);
    turn(high, x[4], x[5], x[6], x[7]);
  }
  // As gather_lanes, with halves from memory.
  CATENA_INLINE static void gather(const double* const (&from)[width], Real (&x)[width]) {
    for (std::size_t i = 0; i < width; i += 4) {
      const auto halves = [&](std::size_t k) { return load_halves(from[k] + i, from[k + 4] + i); };
      const Real square[] = {halves(0), halves(1), halves(2), halves(3)};
      turn(square, x[i], x[i + 1], x[i + 2], x[i + 3]);
    }
  }
  // Lane k of x[i] = lane i of a[k], for the first three of four lanes.
  CATENA_INLINE static void side_by_side(const Half (&a)[width], Real (&x)[3]) {
    const Real square[] = {joined(a[0], a[4]), joined(a[1], a[5]), joined(a[2], a[6]), joined(a[3], a[7])};
    Real none;
    turn(square, x[0], x[1], x[2], none);
  }
  CATENA_INLINE static Real load(const double* from, std::size_t count) {
    return (Real)_mm512_maskz_loadu_pd(first(count), from);
  }
  CATENA_INLINE static void store(const Real& v, double* to, std::size_t count) {
    _mm512_mask_storeu_pd(to, first(count), (__m512d)v);
  }
  CATENA_INLINE static Real load_halves(const double* low, const double* high) {
    const __m512d x = _mm512_castpd256_pd512(_mm256_loadu_pd(low));
    return (Real)_mm512_mask_insertf64x4(x, 0xff, x, _mm256_loadu_pd(high), 1);  // with an operand in memory
  }
  CATENA_INLINE static void store_halves(const Real& v, double* low, double* high) {
    _mm256_storeu_pd(low, (__m256d)__builtin_shufflevector(v, v, 0, 1, 2, 3));
    _mm256_storeu_pd(high, (__m256d)__builtin_shufflevector(v, v, 4, 5, 6, 7));
  }
  // Lanes k to k + 7 of both, one after the other.
  CATENA_INLINE static Real shifted(const Real& early, const Real& late, std::size_t k) {
    const Bits lane = Bits{0, 1, 2, 3, 4, 5, 6, 7} + static_cast<long long>(k);
    return (Real)_mm512_permutex2var_pd((__m512d)early, (__m512i)lane, (__m512d)late);
  }
  // `late` from lane k on, `early` before; k from -8 on.
  CATENA_INLINE static Real from_lane(int k, const Real& early, const Real& late) {
    const auto lanes = static_cast<__mmask8>(0xffffU << static_cast<unsigned>(k + 8) >> 8U);
    return (Real)_mm512_mask_blend_pd(lanes, (__m512d)early, (__m512d)late);
  }
  CATENA_INLINE static void pairs(const Real& x, const Real& y, Pair (&xy)[width]) {
    const Real even = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    const Real odd = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
    for (std::size_t k = 0; k < width; k += 2)
      xy[k] = Pair{even[k], even[k + 1]}, xy[k + 1] = Pair{odd[k], odd[k + 1]};
  }

 private:
  CATENA_INLINE static Real joined(const Half& low, const Half& high) {
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
  }
  // A square of four in either half.
  CATENA_INLINE static void turn(const Real (&v)[4], Real& x0, Real& x1, Real& x2, Real& x3) {
    const auto even = [&](int k) {
      return __builtin_shufflevector(v[k], v[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    };
    const auto odd = [&](int k) {
      return __builtin_shufflevector(v[k], v[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    };
    x0 = __builtin_shufflevector(even(0), even(2), 0, 1, 8, 9, 4, 5, 12, 13);
    x1 = __builtin_shufflevector(odd(0), odd(2), 0, 1, 8, 9, 4, 5, 12, 13);
    x2 = __builtin_shufflevector(even(0), even(2), 2, 3, 10, 11, 6, 7, 14, 15);
    x3 = __builtin_shufflevector(odd(0), odd(2), 2, 3, 10, 11, 6, 7, 14, 15);
  }
  CATENA_INLINE static __mmask8 first(std::size_t count) { return static_cast<__mmask8>((1U << count) - 1U); }
};
#endif

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
template <>
struct Lanes<arch::Avx512Four> : Lanes<arch::Avx2> {
  // As above; k from -4 on.
  CATENA_INLINE static Real from_lane(int k, const Real& early, const Real& late) {
    const auto lanes = static_cast<__mmask8>(0xffU << static_cast<unsigned>(k + 4) >> 4U);
    return (Real)_mm256_mask_blend_pd(lanes, (__m256d)early, (__m256d)late);
  }
};
#endif

// --- loads and stores ---------------------------------------------------------------------------------------

template <class Arch>
using LaneNumber = typename Lanes<Arch>::Number;

// At any address. A copy by memcpy is split into halves, on which the next load would stall.
template <class Arch>
CATENA_INLINE typename Lanes<Arch>::Real load_lanes(const LaneNumber<Arch>* from) {
  typedef typename Lanes<Arch>::Real Anywhere
      __attribute__((aligned(alignof(typename Lanes<Arch>::Number)), may_alias));
  return *reinterpret_cast<const Anywhere*>(from);
}
template <class Arch>
CATENA_INLINE void store_lanes(const typename Lanes<Arch>::Real& v, LaneNumber<Arch>* to) {
  typedef typename Lanes<Arch>::Real Anywhere
      __attribute__((aligned(alignof(typename Lanes<Arch>::Number)), may_alias));
  *reinterpret_cast<Anywhere*>(to) = v;
}

// The first `count` lanes alone, fewer than all; the others are 0.
template <class Arch>
CATENA_INLINE typename Lanes<Arch>::Real load_lanes(const double* from, std::size_t count) {
  if constexpr (requires { Lanes<Arch>::load(from, count); }) {
    return Lanes<Arch>::load(from, count);
  } else {
    typename Lanes<Arch>::Real v = {};
    for (std::size_t k = 0; k + 1 < Lanes<Arch>::width; ++k)
      if (k < count) v[k] = from[k];
    return v;
  }
}

// With AVX2 in halves: stores through its masks are slow on some machines.
template <class Arch>
CATENA_INLINE void store_lanes(const typename Lanes<Arch>::Real& v, double* to, std::size_t count) {
  if constexpr (requires { Lanes<Arch>::store(v, to, count); }) {
    Lanes<Arch>::store(v, to, count);
  } else if constexpr (Lanes<Arch>::width == 4) {
    if (count < 2) {
      if (count == 1) *to = v[0];
      return;
    }
    store_lanes<arch::Sse2>(Pair{v[0], v[1]}, to);
    if (count == 3) to[2] = v[2];
  } else {
    for (std::size_t k = 0; k + 1 < Lanes<Arch>::width; ++k)
      if (k < count) to[k] = v[k];
  }
}

// The columns that gather_lanes takes at a time.
template <class Arch>
inline constexpr std::size_t kStrip = [] {
  if constexpr (requires { Lanes<Arch>::strip; })
    return Lanes<Arch>::strip;
  else
    return Lanes<Arch>::width;
}();

// Lane k of x[i] = from[k][i]: a square or strip from memory, transposed.
template <class Arch>
CATENA_INLINE void gather_lanes(const LaneNumber<Arch>* const (&from)[Lanes<Arch>::width],
                                typename Lanes<Arch>::Real (&x)[kStrip<Arch>]) {
  if constexpr (requires { Lanes<Arch>::gather(from, x); }) {
    Lanes<Arch>::gather(from, x);
  } else {
    for (std::size_t k = 0; k < Lanes<Arch>::width; ++k) x[k] = load_lanes<Arch>(from[k]);
    Lanes<Arch>::transpose(x);
  }
}

// --- sines ------------------------------------------------------------------------------------------------

// The angles that sincos_near takes: up to this magnitude.
template <class Number>
inline constexpr Number kNear = 1e5;
template <>
inline constexpr float kNear<float> = 400;

template <class Number>
struct SincosConstants;

template <>
struct SincosConstants<double> {
  static constexpr double values[] = {
      0x1.45f306dc9c883p-1,
      0x1.8p52,  // 2/π, what rounds to an integer
      0x1.921fb5444p0,
      0x1.68c234c400000p-39,
      0x1.8cc51701b839ap-72,  // π/2
      1.0,
      0.5,
      -1.66666666666666324348e-01,
      8.33333333332248946124e-03,  // sin
      -1.98412698298579493134e-04,
      2.75573137070700676789e-06,  //
      -2.50507602534068634195e-08,
      1.58969099521155010221e-10,  //
      4.16666666666666019037e-02,
      -1.38888888888741095749e-03,  // cos
      2.48015872894767294178e-05,
      -2.75573143513906633035e-07,  //
      2.08757232129817482790e-09,
      -1.13596475577881948265e-11,
  };
};

// Minimax polynomials for |r| <= 1.0005 π/4, by the Remez algorithm, one coefficient after the other rounded and the rest
// fitted again: their relative errors are 2^-27.9 for the sine and 2^-32.3 for the cosine.
template <>
struct SincosConstants<float> {
  static constexpr float values[] = {
      0x1.45f306p-1F,
      0x1.8p23F,  // 2/π, what rounds to an integer
      0x1.921ep0F,
      0x1.b544p-16F,
      0x1.0b4612p-34F,  // π/2
      1.0F,
      0.5F,
      -0x1.555546p-3F,
      0x1.110776p-7F,
      -0x1.9952fap-13F,  // sin
      0x1.55554ep-5F,
      -0x1.6c0e2ep-10F,
      0x1.9a6766p-16F,  // cos
  };
};

// The constants of sincos in all lanes.
template <class Arch>
struct SincosTable {
  using Number = typename Lanes<Arch>::Number;
  static constexpr std::size_t size = sizeof(SincosConstants<Number>::values) / sizeof(Number);
  struct Row {
    Number lane[Lanes<Arch>::width];
  };
  alignas(64) static constexpr auto rows = [] {
    struct {
      Row row[size];
    } table{};
    for (std::size_t i = 0; i < size; ++i)
      for (Number& x : table.row[i].lane) x = SincosConstants<Number>::values[i];
    return table;
  }();
};

// For lanes beyond kNear or not finite.
template <class Arch>
[[gnu::cold, gnu::noinline]] void sincos_by_library(const typename Lanes<Arch>::Real& x,
                                                    typename Lanes<Arch>::Real& sine,
                                                    typename Lanes<Arch>::Real& cosine) {
  using Number = typename Lanes<Arch>::Number;
  for (std::size_t i = 0; i < Lanes<Arch>::width; ++i) {
    const double angle = x[i];
    if (std::abs(angle) <= kNear<Number>) continue;
    sine[i] = static_cast<Number>(std::sin(angle));
    cosine[i] = static_cast<Number>(std::cos(angle));
  }
}

template <class Arch>
CATENA_INLINE typename Lanes<Arch>::Real magnitude_of(const typename Lanes<Arch>::Real& x) {
  using Bits = typename Lanes<Arch>::Bits;
  if constexpr (sizeof(typename Lanes<Arch>::Number) == 8)
    return (typename Lanes<Arch>::Real)((Bits)x & 0x7fffffffffffffff);
  else
    return (typename Lanes<Arch>::Real)((Bits)x & 0x7fffffff);
}

// The lanes whose angles sincos_near does not take.
template <class Arch>
CATENA_INLINE typename Lanes<Arch>::Bits is_far(const typename Lanes<Arch>::Real& x) {
  return ~(magnitude_of<Arch>(x) <= kNear<typename Lanes<Arch>::Number>);
}

// Sines and cosines of lanes with |x| <= kNear: doubles within 1.3 ulp and floats within 1.3 in tests.
//
// Source   range reduction in three parts after Cody and Waite 1980: n and the first two parts have so few digits
//          that their products are exact, fused or not; polynomials for |r| <= π/4 + its rounding: for doubles fdlibm, Sun 1993.
template <class Arch>
CATENA_INLINE void sincos_near(const typename Lanes<Arch>::Real& x, typename Lanes<Arch>::Real& sine,
                               typename Lanes<Arch>::Real& cosine) {
  using Real = typename Lanes<Arch>::Real;
  using Bits = typename Lanes<Arch>::Bits;
  constexpr bool is_double = sizeof(typename Lanes<Arch>::Number) == 8;
  // Behind a pointer that the compiler cannot see through the constants are operands in memory; otherwise it would load
  // each into a register.
  const auto* row = SincosTable<Arch>::rows.row;
  asm("" : "+r"(row));
  const auto k = [&](std::size_t i) { return load_lanes<Arch>(row[i].lane); };

  // x = n π/2 + r - lo; the last two bits of `rounded` are those of n
  const Real rounded = x * k(0) + k(1);
  const Real n = rounded - k(1);
  const Real w = n * k(3), r0 = x - n * k(2);
  const Real r = r0 - w;
  const Real lo = n * k(4) - ((r0 - r) - w);

  // sin and cos of r - lo; the signs are such that sin(-0) is -0
  const Real z = r * r, zz = z * z;
  Real s, c;
  if constexpr (is_double) {
    s = (k(7) + z * k(8)) + zz * ((k(9) + z * k(10)) + zz * (k(11) + z * k(12)));
    c = (k(13) + z * k(14)) + zz * ((k(15) + z * k(16)) + zz * (k(17) + z * k(18)));
  } else {
    s = (k(7) + z * k(8)) + zz * k(9);
    c = (k(10) + z * k(11)) + zz * k(12);
  }
  const Real sin_r = r - (lo - (r * z) * s);
  const Real cos_r = (k(5) - k(6) * z) + (zz * c + r * lo);

  // the quarter turns: odd ones exchange sine and cosine
  constexpr int kTop = is_double ? 63 : 31;
  const Bits turns = (Bits)rounded;
  const Bits odd = turns << kTop;
  const Bits sign = (Bits)(-Real{});
  sine = (Real)((Bits)Lanes<Arch>::choose(odd, cos_r, sin_r) ^ ((turns << (kTop - 1)) & sign));
  cosine = (Real)((Bits)Lanes<Arch>::choose(odd, sin_r, cos_r) ^ (((turns << (kTop - 1)) ^ odd) & sign));
}

// The sine and cosine of all lanes; beyond kNear, and where x is not finite, by the C library.
template <class Arch>
CATENA_INLINE void sincos(const typename Lanes<Arch>::Real& x, typename Lanes<Arch>::Real& sine,
                          typename Lanes<Arch>::Real& cosine) {
  sincos_near<Arch>(x, sine, cosine);
  if (Lanes<Arch>::any(is_far<Arch>(x))) [[unlikely]] {
    typename Lanes<Arch>::Real s_far = sine, c_far = cosine;  // apart, so that the others stay in registers
    sincos_by_library<Arch>(x, s_far, c_far);
    sine = s_far, cosine = c_far;
  }
}

}  // namespace catena
