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

// With the level in use.
void turns(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride);

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "catena/scalar/lanes.hpp"

namespace catena::detail {
namespace {

using L = Lanes<CATENA_ARCH>;
using Real = L::Real;

// A block reads full vectors. Behind the last full one some lanes repeat the last angle: no lane takes another path,
// no store is read back as a vector, which would stall.
CATENA_INLINE std::size_t place(std::size_t i, std::size_t n) { return i < n ? i : n - 1; }

CATENA_INLINE Real load(const double* x, std::size_t first, std::size_t n) {
  if (first + L::width <= n) return load_lanes<CATENA_ARCH>(x + first);
  Real v;
  for (std::size_t k = 0; k < L::width; ++k) v[k] = x[place(first + k, n)];
  return v;
}

CATENA_INLINE void store(const Real& v, double* x, std::size_t first, std::size_t n) {
  if (first + L::width <= n)
    store_lanes<CATENA_ARCH>(v, x + first);
  else
    for (std::size_t k = 0; k < L::width; ++k) x[place(first + k, n)] = v[k];
}

CATENA_INLINE void sincos_array(const double* x, std::size_t n, double* s, double* c) {
  for (std::size_t i = 0; i < n; i += L::width) {
    Real sine, cosine;
    sincos<CATENA_ARCH>(load(x, i, n), sine, cosine);
    store(sine, s, i, n);
    store(cosine, c, i, n);
  }
}

CATENA_INLINE void turns_array(const double* theta, const double* q, std::size_t n, double* cs,
                               std::size_t stride) {
  for (std::size_t i = 0; i < n; i += L::width) {
    Real sine, cosine;
    sincos<CATENA_ARCH>(load(theta, i, n) + load(q, i, n), sine, cosine);
    for (std::size_t k = 0; k < L::width; ++k) {
      double* const to = cs + place(i + k, n) * stride;
      to[0] = cosine[k];
      to[1] = sine[k];
    }
  }
}

}  // namespace
}  // namespace catena::detail
#endif
