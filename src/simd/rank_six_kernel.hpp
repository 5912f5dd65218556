// SPDX-License-Identifier: Apache-2.0
// The product of rank six of GDAHJ for one architecture (algo/gdahj.hpp). Only plain pointers pass (scalar/lanes.hpp).
#pragma once

#include <cstddef>

namespace catena::detail {

// M(j, i) = M(i, j) = axis j · wrench i for j <= i < n. `axes` go component by component, each over all joints;
// `wrenches` joint by joint. M goes by columns that are `ld` apart.
void rank_six_sse2(const double* axes, const double* wrenches, std::size_t n, double* M, std::size_t ld);
void rank_six_avx2(const double* axes, const double* wrenches, std::size_t n, double* M, std::size_t ld);
void rank_six_avx512(const double* axes, const double* wrenches, std::size_t n, double* M, std::size_t ld);

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "catena/scalar/lanes.hpp"

namespace catena::detail {
namespace {

using Real = Lanes<CATENA_ARCH>::Real;
constexpr std::size_t W = Lanes<CATENA_ARCH>::width;
constexpr std::size_t kPanel = 8;  // columns that are mirrored together: rows of a whole cache line

// Two columns from `i` on, down to the diagonal and to the end of its block: what lies below the diagonal is wrong
// until the mirror image is written there.
CATENA_INLINE void two_columns(const double* axes, const double* w, std::size_t n, std::size_t i, double* a,
                               double* b) {
  const Real zero = {};
  const Real a0 = w[0] - zero, a1 = w[1] - zero, a2 = w[2] - zero, a3 = w[3] - zero, a4 = w[4] - zero,
             a5 = w[5] - zero;
  const Real b0 = w[6] - zero, b1 = w[7] - zero, b2 = w[8] - zero, b3 = w[9] - zero, b4 = w[10] - zero,
             b5 = w[11] - zero;
  std::size_t j = 0;
  for (; j <= i + 1 && j + W <= n; j += W) {
    const double* const x = axes + j;
    const Real x0 = load_lanes<CATENA_ARCH>(x), x1 = load_lanes<CATENA_ARCH>(x + n),
               x2 = load_lanes<CATENA_ARCH>(x + 2 * n), x3 = load_lanes<CATENA_ARCH>(x + 3 * n),
               x4 = load_lanes<CATENA_ARCH>(x + 4 * n), x5 = load_lanes<CATENA_ARCH>(x + 5 * n);
    store_lanes<CATENA_ARCH>((x0 * a0 + x1 * a1 + x2 * a2) + (x3 * a3 + x4 * a4 + x5 * a5), a + j);
    store_lanes<CATENA_ARCH>((x0 * b0 + x1 * b1 + x2 * b2) + (x3 * b3 + x4 * b4 + x5 * b5), b + j);
  }
  for (; j <= i + 1; ++j) {
    const double* const x = axes + j;
    const auto element = [&](const double* y) {
      return (x[0] * y[0] + x[n] * y[1] + x[2 * n] * y[2]) +
             (x[3 * n] * y[3] + x[4 * n] * y[4] + x[5 * n] * y[5]);
    };
    a[j] = element(w), b[j] = element(w + 6);
  }
}

CATENA_INLINE void last_column(const double* axes, const double* w, std::size_t n, double* a) {
  for (std::size_t j = 0; j < n; ++j) {
    const double* const x = axes + j;
    a[j] =
        (x[0] * w[0] + x[n] * w[1] + x[2 * n] * w[2]) + (x[3 * n] * w[3] + x[4 * n] * w[4] + x[5 * n] * w[5]);
  }
}

// The rows first..last from the columns of the same numbers.
CATENA_INLINE void mirror(std::size_t first, std::size_t last, double* M, std::size_t ld) {
  std::size_t j = 0;
  if (last - first == kPanel)
    for (; j + W <= first; j += W)
      for (std::size_t i = first; i < last; i += W) {
        Real block[W];
        for (std::size_t k = 0; k < W; ++k) block[k] = load_lanes<CATENA_ARCH>(M + (i + k) * ld + j);
        Lanes<CATENA_ARCH>::transpose(block);
        for (std::size_t k = 0; k < W; ++k) store_lanes<CATENA_ARCH>(block[k], M + (j + k) * ld + i);
      }
  for (; j < last; ++j)
    for (std::size_t i = j < first ? first : j + 1; i < last; ++i) M[j * ld + i] = M[i * ld + j];
}

CATENA_INLINE void rank_six_fill(const double* axes, const double* wrenches, std::size_t n, double* M,
                                 std::size_t ld) {
  for (std::size_t first = 0; first < n; first += kPanel) {
    const std::size_t last = first + kPanel < n ? first + kPanel : n;
    std::size_t i = first;
    for (; i + 1 < last; i += 2) two_columns(axes, wrenches + 6 * i, n, i, M + i * ld, M + (i + 1) * ld);
    if (i < last) last_column(axes, wrenches + 6 * i, n, M + i * ld);
    mirror(first, last, M, ld);
  }
}

}  // namespace
}  // namespace catena::detail
#endif
