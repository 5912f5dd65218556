// SPDX-License-Identifier: Apache-2.0
// Sines and cosines of arrays.
#include "catena/core/scalar/lanes.hpp"
#include "core/kernels/level/level.hpp"

namespace catena::detail {
namespace {

template <class Arch>
struct Sines {
  using L = Lanes<Arch>;
  using Real = typename L::Real;

  // Blocks are full vectors: the last one ends with the array and repeats some angles. For an array shorter than a
  // vector, the unused lanes are 0. So all lanes take the same path, and no scalar store is read back as a vector, which
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

void CATENA_LEVEL::sincos(const double* x, std::size_t n, double* s, double* c) {
  Sines<CATENA_ARCH>::each(x, n, s, c);
}

// The sines and cosines of one short arm, in four lanes.
void CATENA_LEVEL::sines(const double* theta, const double* q, std::size_t n, double* s, double* c,
                         bool backwards) {
  Sines<CATENA_FOUR>::of_sums(theta, q, n, s, c, backwards);
}

void CATENA_LEVEL::turns(const double* theta, const double* q, std::size_t n, double* cs,
                         std::size_t stride) {
  if (n < 32)
    Sines<CATENA_FOUR>::turns(theta, q, n, cs, stride);
  else
    Sines<CATENA_ARCH>::turns(theta, q, n, cs, stride);
}

}  // namespace catena::detail
