// SPDX-License-Identifier: Apache-2.0
// The inner loop of GDAHJ: M(j, i) = M(i, j) = k_j · d_i + t_j · y_i for j <= i, a product of rank six, which vectorises
// completely. Symbols as in gdahj.hpp.
#pragma once

#include <cstdint>

#include "catena/math/dense.hpp"
#include "catena/math/group.hpp"

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

// In squares of as many joints as there are lanes. `axes` and `wrenches` go component by component, `stride` apart, which
// leaves room for whole groups.
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

// In panels: the rows that a line of the cache takes, across some columns. Both triangles are computed, by the same sums
// in the same order, none is turned, and a line of M is written once and whole, where in memory M may stand. For matrices
// that do not fit into the first cache. At least a panel of rows.
template <class G, class T>
struct RankSixPanels {
  using Lane = Group<G, T>;
  static constexpr int W = Lane::width;
  static constexpr int kRows = 8, kGroups = kRows / W;
  static constexpr int kColumns = 32;  // that are filled from the first row to the last before the next
  int n;
  const T *axes, *wrenches;
  std::size_t stride;
  T* M;
  std::size_t ld;

  // Spatial vectors of all joints, component by component.
  struct Vectors {
    const T* x[6];
    CATENA_INLINE Vectors(const T* from, std::size_t stride)
        : x{from,
            from + stride,
            from + 2 * stride,
            from + 3 * stride,
            from + 4 * stride,
            from + 5 * stride} {}
  };

  struct Line {
    G x[kGroups];
    CATENA_INLINE void store(T* to) const {
      for (int g = 0; g < kGroups; ++g) Lane::store(to + g * W, x[g]);
    }
  };

  // Those of the joints of a panel.
  struct Panel {
    G x[6][kGroups];
    CATENA_INLINE Panel(const Vectors& from, int i) {
      for (int k = 0; k < 6; ++k)
        for (int g = 0; g < kGroups; ++g) x[k][g] = Lane::load(from.x[k] + i + g * W);
    }
    CATENA_INLINE Line times(const Vectors& columns, int j) const {  // 000 (30) (31) (Algorithm1)
      Line to;
      for (int k = 0; k < 6; ++k) {
        const G all = Lane::all(columns.x[k][j]);
        for (int g = 0; g < kGroups; ++g) to.x[g] = k == 0 ? x[k][g] * all : to.x[g] + x[k][g] * all;
      }
      return to;
    }
  };

  // `late` from lane k on, `early` before.
  CATENA_INLINE static Line from_lane(int k, const Line& early, const Line& late) {
    Line to;
    for (int g = 0; g < kGroups; ++g) to.x[g] = Lane::from_lane(k - g * W, early.x[g], late.x[g]);
    return to;
  }

  // Rows i.. of columns j, j + apart, ... before `end`; those of the first go to `to`, of the next to `to + step`.
  CATENA_INLINE static void fill(const Vectors& axes, const Vectors& wrenches, int i, int j, int apart,
                                 int end, T* to, std::size_t step) {
    const Panel axis(axes, i), wrench(wrenches, i);
    const int below = i < end ? i : end, across = i + kRows - 1 < end ? i + kRows - 1 : end;
#pragma GCC unroll 1
    for (; j < below; j += apart, to += step) wrench.times(axes, j).store(to);
#pragma GCC unroll 1
    for (; j < across; j += apart, to += step)
      from_lane(j - i + 1, axis.times(wrenches, j), wrench.times(axes, j)).store(to);
#pragma GCC unroll 1
    for (; j < end; j += apart, to += step) axis.times(wrenches, j).store(to);
  }

  [[gnu::noinline, gnu::flatten]] void run() const {
    const Vectors a(axes, stride), w(wrenches, stride);
    const int rows = n;
    int apart = 1;  // columns that begin alike in their lines
    while (static_cast<std::size_t>(apart) * ld % kRows != 0) apart *= 2;
    const std::size_t step = static_cast<std::size_t>(apart) * ld;
    for (int first = 0; first < rows; first += apart * kColumns) {
      const int end = first + apart * kColumns < rows ? first + apart * kColumns : rows;
      for (int j = first; j < first + apart && j < end; ++j) {
        T* const column = M + static_cast<std::size_t>(j) * ld;
        const int line = static_cast<int>((0 - reinterpret_cast<std::uintptr_t>(column) / sizeof(T)) % kRows);
#pragma GCC unroll 1
        for (int at = line > 0 ? line - kRows : 0; at < rows; at += kRows) {
          const int i = at < 0 ? 0 : at + kRows <= rows ? at : rows - kRows;
          fill(a, w, i, j, apart, end, column + i, step);
        }
      }
    }
  }
};

// From here on panels are quicker than squares, by the width of a group: squares depend on where in its line M begins
// (Xeon with AVX-512, both levels; with AVX2 about even from 96 to 128).
constexpr int rank_six_panels_from(int width) { return width >= 8 ? 80 : 128; }

template <class G, class T>
CATENA_INLINE void rank_six_groups(int n, const T* axes, const T* wrenches, std::size_t stride, T* M,
                                   std::size_t ld) {
  constexpr int W = Group<G, T>::width;
  if constexpr (W == 1)
    rank_six_elements(n, axes, wrenches, stride, M, ld);
  else if (W > 2 && n >= rank_six_panels_from(W))
    RankSixPanels<G, T>{n, axes, wrenches, stride, M, ld}.run();
  else
    rank_six_squares<G, T>(n, axes, wrenches, stride, M, ld);
}

}  // namespace detail

// `axes`: k_x, k_y, k_z, t_x, t_y, t_z of all joints, component by component, each padded to `stride` numbers, a multiple of
// eight and at least M's columns; `wrenches`: d and y likewise. Fills the full matrix.
template <class T>
void rank_six(const T* axes, const T* wrenches, std::size_t stride, MatView<T> M) {
  detail::rank_six_elements<T>(M.cols, axes, wrenches, stride, M.data, static_cast<std::size_t>(M.stride));
}

// For double with the vector instructions of the machine (src/simd).
#if !defined(CATENA_HEADER_ONLY)
template <>
void rank_six<double>(const double* axes, const double* wrenches, std::size_t stride, MatView<double> M);
#endif

}  // namespace catena
