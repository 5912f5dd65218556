// SPDX-License-Identifier: Apache-2.0
// A symmetric product of rank six: M(j, i) = M(i, j) = k_j · d_i + t_j · y_i for j <= i, the inner loop of GDAHJ, which
// vectorises completely. Symbols as in algo/gdahj.hpp.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/math/group.hpp"
#include "catena/core/math/rank_six_panels.hpp"

namespace catena {

namespace detail {

// One element after the other.
template <class T>
CATENA_INLINE void rank_six_elements(int n, const T* axes, const T* wrenches, std::size_t stride, T* M,
                                     std::size_t ld) {
  const T *kx = axes, *ky = kx + stride, *kz = ky + stride, *tx = kz + stride, *ty = tx + stride,
          *tz = ty + stride;
  for (int i = 0; i < n; ++i) {
    const T* const w = wrenches + i;
    const T &dx = w[0], &dy = w[stride], &dz = w[2 * stride];
    const T &yx = w[3 * stride], &yy = w[4 * stride], &yz = w[5 * stride];
    T* const column = M + static_cast<std::size_t>(i) * ld;
    for (int j = 0; j <= i; ++j)  // 000 (30) (31) (Algorithm1)
      column[j] = (kx[j] * dx + ky[j] * dy + kz[j] * dz) + (tx[j] * yx + ty[j] * yy + tz[j] * yz);
    for (int j = 0; j < i; ++j) M[static_cast<std::size_t>(j) * ld + static_cast<std::size_t>(i)] = column[j];
  }
}

// In square blocks of as many joints as there are lanes. `axes` and `wrenches` are stored component by component, `stride`
// apart, with padding for whole groups.
template <class G, class T>
[[gnu::noinline, gnu::flatten]] void rank_six_squares(int n, const T* axes, const T* wrenches,
                                                      std::size_t stride, T* M, std::size_t ld) {
  using Lane = Group<G, T>;
  constexpr int W = Lane::width;
  for (int j = 0; j < n; j += W) {
    const T* const a = axes + j;
    const G kx = Lane::load(a), ky = Lane::load(a + stride), kz = Lane::load(a + 2 * stride);
    const G tx = Lane::load(a + 3 * stride), ty = Lane::load(a + 4 * stride), tz = Lane::load(a + 5 * stride);
    const auto column = [&](int i) {  // 000 (30) (31) (Algorithm1)
      const T* const w = wrenches + i;
      const G dx = Lane::all(w[0]), dy = Lane::all(w[stride]), dz = Lane::all(w[2 * stride]);
      const G yx = Lane::all(w[3 * stride]), yy = Lane::all(w[4 * stride]), yz = Lane::all(w[5 * stride]);
      return (kx * dx + ky * dy + kz * dz) + (tx * yx + ty * yy + tz * yz);
    };
    T* above = M + static_cast<std::size_t>(j) * (ld + 1);
    T* below = above;
    G upper[W], lower[W];  // on the diagonal
    for (int k = 0; k < W; ++k) upper[k] = lower[k] = column(j + k);
    Lane::transpose(lower);
    for (int k = 0; k < W; ++k)
      if (j + k < n)
        store_some(above + static_cast<std::size_t>(k) * ld, Lane::from_lane(k + 1, upper[k], lower[k]),
                   n - j);
    for (int i = j + W; i < n; i += W) {
      above += W * ld;
      below += W;
      G square[W];
      for (int k = 0; k < W; ++k) square[k] = column(i + k);
      for (int k = 0; k < W; ++k)
        if (i + k < n) Lane::store(above + static_cast<std::size_t>(k) * ld, square[k]);
      Lane::transpose(square);
      for (int k = 0; k < W; ++k) store_some(below + static_cast<std::size_t>(k) * ld, square[k], n - i);
    }
  }
}

// The number of joints from which panels are faster than squares, by the width of a group: the speed of squares depends on
// the alignment of M within a cache line (Xeon with AVX-512, both levels; with AVX2 about equal from 96 to 128).
constexpr int rank_six_panels_from(int width) { return width >= 8 ? 80 : 128; }

template <class G, class T>
CATENA_INLINE void rank_six_groups(int n, const T* axes, const T* wrenches, std::size_t stride, T* M,
                                   std::size_t ld) {
  constexpr int W = Group<G, T>::width;
  if constexpr (W == 1) {
    rank_six_elements(n, axes, wrenches, stride, M, ld);
  } else {
    if constexpr (W > 2)
      if (n >= rank_six_panels_from(W)) return RankSixPanels<G, T>{n, axes, wrenches, stride, M, ld}.run();
    rank_six_squares<G, T>(n, axes, wrenches, stride, M, ld);
  }
}

}  // namespace detail

// `axes`: k_x, k_y, k_z, t_x, t_y, t_z of all joints, component by component, each padded to `stride` numbers, a multiple of
// eight and at least M's columns; `wrenches`: d and y likewise. Fills the full matrix.
template <class T>
void rank_six(const T* axes, const T* wrenches, std::size_t stride, MatView<T> M) {
  detail::rank_six_elements<T>(M.cols, axes, wrenches, stride, M.data, static_cast<std::size_t>(M.stride));
}

}  // namespace catena
