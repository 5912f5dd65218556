// SPDX-License-Identifier: Apache-2.0
// sincos of an array for one architecture. Only plain pointers pass, so that the files compiled for more than the
// baseline emit no function that others might share (scalar/lanes.hpp).
#pragma once

#include <cstddef>

namespace catena::detail {

void sincos_sse2(const double* x, std::size_t n, double* s, double* c);
void sincos_avx2(const double* x, std::size_t n, double* s, double* c);
void sincos_avx512(const double* x, std::size_t n, double* s, double* c);

// cs[i * stride] and the next = cosine and sine of theta[i] + q[i].
void turns_sse2(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride);
void turns_avx2(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride);
void turns_avx512(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride);

// s[i] and c[i] = sine and cosine of theta[i] + q[i], the last ones first if `backwards`: what goes from the tip to the
// base waits for them. No array overlaps another.
void sines_sse2(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards);
void sines_avx2(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards);
void sines_avx512(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards);

// With the level in use.
void sines(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards);
void turns(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride);

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "catena/core/scalar/lanes.hpp"

namespace catena::detail {
namespace {

template <class Arch>
struct Sines {
  using L = Lanes<Arch>;
  using Real = typename L::Real;

  // Blocks are full vectors: the last one begins so early that it ends with the array, and does some angles again. Of an
  // array shorter than a vector some lanes are 0. No lane takes another path, no store is read back as a vector, which
  // would stall.
  CATENA_INLINE static std::size_t begin_of(std::size_t i, std::size_t n) {
    return i + L::width <= n || n < L::width ? i : n - L::width;
  }

  // The lanes from `first` on that lie in the array.
  CATENA_INLINE static std::size_t lanes_of(std::size_t first, std::size_t n) {
    return first + L::width <= n ? L::width : n - first;
  }

  CATENA_INLINE static Real load(const double* x, std::size_t first, std::size_t n) {
    if (first + L::width <= n) return load_lanes<Arch>(x + first);
    return load_lanes<Arch>(x + first, n - first);
  }

  CATENA_INLINE static void store(const Real& v, double* x, std::size_t first, std::size_t n) {
    if (first + L::width <= n)
      store_lanes<Arch>(v, x + first);
    else
      store_lanes<Arch>(v, x + first, n - first);
  }

  CATENA_INLINE static void each(const double* x, std::size_t n, double* s, double* c) {
    if (n == 0) return;
    Real angle = load(x, 0, n);
    for (std::size_t i = 0; i < n; i += L::width) {
      const std::size_t next = begin_of(i + L::width, n);
      Real sine, cosine, angle_then = angle;
      if (i + L::width < n) angle_then = load(x, next, n);  // before s or c, which may be x, is written
      sincos<Arch>(angle, sine, cosine);
      store(sine, s, begin_of(i, n), n);
      store(cosine, c, begin_of(i, n), n);
      angle = angle_then;
    }
  }

  CATENA_INLINE static void of_sums(const double* theta, const double* q, std::size_t n, double* s, double* c,
                                    bool backwards) {
    const std::size_t blocks = (n + L::width - 1) / L::width;
    for (std::size_t k = 0; k < blocks; ++k) {
      const std::size_t first = begin_of((backwards ? blocks - 1 - k : k) * L::width, n);
      Real sine, cosine;
      sincos<Arch>(load(theta, first, n) + load(q, first, n), sine, cosine);
      store(sine, s, first, n);
      store(cosine, c, first, n);
    }
  }

  CATENA_INLINE static void turns(const double* theta, const double* q, std::size_t n, double* cs,
                                  std::size_t stride) {
    for (std::size_t i = 0; i < n; i += L::width) {
      const std::size_t first = begin_of(i, n);
      Real sine, cosine;
      sincos<Arch>(load(theta, first, n) + load(q, first, n), sine, cosine);
      Pair both[L::width];
      L::pairs(cosine, sine, both);
      const std::size_t count = lanes_of(first, n);
#pragma GCC unroll 8
      for (std::size_t k = 0; k < L::width; ++k)
        if (k < count) store_lanes<arch::Sse2>(both[k], cs + (first + k) * stride);
    }
  }
};

}  // namespace
}  // namespace catena::detail
#endif
