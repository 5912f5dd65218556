// SPDX-License-Identifier: Apache-2.0
// Stores that bypass the caches (non-temporal stores), for results that are larger than them: an ordinary store first reads the cache
// line that it changes, and displaces another. Included in batch.cpp and batch_float.cpp.
#pragma once

#include <cstddef>

#include "catena/core/scalar/lanes.hpp"

namespace catena::batch {
namespace {

// To an address that is a multiple of the size of the vector. Other processors than x86 store as usual.
template <class Arch>
CATENA_INLINE void stream_lanes(const typename Lanes<Arch>::Real& v, LaneNumber<Arch>* to) {
#if defined(__AVX512F__)
  if constexpr (sizeof(v) == 64) return _mm512_stream_pd(reinterpret_cast<double*>(to), (__m512d)v);
#endif
#if defined(__AVX__)
  if constexpr (sizeof(v) == 32) return _mm256_stream_pd(reinterpret_cast<double*>(to), (__m256d)v);
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(v) == 16) return _mm_stream_pd(reinterpret_cast<double*>(to), (__m128d)v);
#endif
  store_lanes<Arch>(v, to);
}

// Before another thread may read what was streamed.
CATENA_INLINE void finish_streams() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

constexpr std::size_t kDoublesOfLine = 64 / sizeof(double);

// The results of as many states as a cache line has doubles, from state after state, `next` apart, to joint-major: number i of
// state k to to[i N + k]. With past_cache, `to` begins a cache line, and N is a multiple of its length.
template <class Arch, bool past_cache>
CATENA_INLINE void put_states(const double* from, std::size_t next, std::size_t each, double* to,
                              std::size_t N) {
  constexpr std::size_t width = Lanes<Arch>::width;
  const auto put_square = [&](std::size_t i) {
    typename Lanes<Arch>::Real v[kDoublesOfLine / width][width];
    for (std::size_t b = 0; b < kDoublesOfLine / width; ++b) {
      const double* row[width];
      for (std::size_t k = 0; k < width; ++k) row[k] = from + (b * width + k) * next + i;
      gather_lanes<Arch>(row, v[b]);
    }
    for (std::size_t k = 0; k < width; ++k)
      for (std::size_t b = 0; b < kDoublesOfLine / width; ++b) {
        double* const at = to + (i + k) * N + b * width;
        if constexpr (past_cache)
          stream_lanes<Arch>(v[b][k], at);
        else
          store_lanes<Arch>(v[b][k], at);
      }
  };
  if (each < width) {
    for (std::size_t i = 0; i < each; ++i)
      for (std::size_t k = 0; k < kDoublesOfLine; ++k) to[i * N + k] = from[k * next + i];
    return;
  }
  for (std::size_t i = 0; i < each; i += width) put_square(i + width <= each ? i : each - width);
  if constexpr (past_cache) finish_streams();
}

}  // namespace
}  // namespace catena::batch
