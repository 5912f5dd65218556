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

struct AxisBlock {
  Real x[6];  // of W joints
};

CATENA_INLINE AxisBlock axis_block(const double* axes, std::size_t n, std::size_t j) {
  AxisBlock b;
  for (std::size_t c = 0; c < 6; ++c) b.x[c] = load_lanes<CATENA_ARCH>(axes + c * n + j);
  return b;
}

// Elements j..j+W of the column whose wrench is w.
CATENA_INLINE Real column_block(const AxisBlock& b, const double* w) {
  return (b.x[0] * w[0] + b.x[1] * w[1] + b.x[2] * w[2]) + (b.x[3] * w[3] + b.x[4] * w[4] + b.x[5] * w[5]);
}

CATENA_INLINE double element(const double* axes, std::size_t n, std::size_t j, const double* w) {
  const double* const x = axes + j;
  return (x[0] * w[0] + x[n] * w[1] + x[2 * n] * w[2]) +
         (x[3 * n] * w[3] + x[4 * n] * w[4] + x[5 * n] * w[5]);
}

// Rows j..j+W of the upper triangle go out as they are made, W columns at a time, and turned over as columns below
// the diagonal: one stream of stores each.
CATENA_INLINE void rank_six_fill(const double* axes, const double* wrenches, std::size_t n, double* M,
                                 std::size_t ld) {
  std::size_t j = 0;
  for (; j + W <= n; j += W) {
    const AxisBlock b = axis_block(axes, n, j);
    for (std::size_t i = j; i < j + W; ++i) {  // on the diagonal
      const Real v = column_block(b, wrenches + 6 * i);
      for (std::size_t k = 0; j + k <= i; ++k) M[i * ld + j + k] = M[(j + k) * ld + i] = v[k];
    }
    std::size_t i = j + W;
    for (; i + W <= n; i += W) {
      Real block[W];
      for (std::size_t k = 0; k < W; ++k) block[k] = column_block(b, wrenches + 6 * (i + k));
      for (std::size_t k = 0; k < W; ++k) store_lanes<CATENA_ARCH>(block[k], M + (i + k) * ld + j);
      Lanes<CATENA_ARCH>::transpose(block);
      for (std::size_t k = 0; k < W; ++k) store_lanes<CATENA_ARCH>(block[k], M + (j + k) * ld + i);
    }
    for (; i < n; ++i) {
      const Real v = column_block(b, wrenches + 6 * i);
      store_lanes<CATENA_ARCH>(v, M + i * ld + j);
      for (std::size_t k = 0; k < W; ++k) M[(j + k) * ld + i] = v[k];
    }
  }
  for (; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) M[i * ld + j] = M[j * ld + i] = element(axes, n, j, wrenches + 6 * i);
}

}  // namespace
}  // namespace catena::detail
#endif
