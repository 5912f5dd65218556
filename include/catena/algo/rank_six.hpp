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

// Column by column, each from its first row to its last in whole lines of the cache: both triangles are computed, by the
// same sums in the same order, none is turned, and M is written in the order of memory. For matrices that fill the caches.
// At least a group of rows.
template <class G, class T>
struct RankSixColumns {
  using Lane = Group<G, T>;
  static constexpr int W = Lane::width;
  static constexpr int kTogether = W < 8 ? 2 : 6;      // columns that are filled at once
  static constexpr int kRows = W < 8 ? 512 : 1 << 16;  // that are filled in all columns before the next
  int n;
  const T *axes, *wrenches;
  std::size_t stride;
  T* M;
  std::size_t ld;

  // A spatial vector of each of these columns, in all lanes.
  struct Columns {
    G x[kTogether][6];
    CATENA_INLINE Columns(const T* from, std::size_t stride, const int (&j)[kTogether]) {
      for (int c = 0; c < kTogether; ++c)
        for (int k = 0; k < 6; ++k) x[c][k] = Lane::all(from[static_cast<std::size_t>(k) * stride + j[c]]);
    }
  };

  struct Values {
    G x[kTogether];
  };
  CATENA_INLINE Values values(const T* rows, const Columns& columns) const {
    G r[6];
    for (int k = 0; k < 6; ++k) r[k] = Lane::load(rows + static_cast<std::size_t>(k) * stride);
    Values to;
    for (int c = 0; c < kTogether; ++c) {  // 000 (30) (31) (Algorithm1)
      const G(&x)[6] = columns.x[c];
      to.x[c] = (r[0] * x[0] + r[1] * x[1] + r[2] * x[2]) + (r[3] * x[3] + r[4] * x[4] + r[5] * x[5]);
    }
    return to;
  }

  CATENA_INLINE void store(int i, const int (&j)[kTogether], const Values& values) const {
    for (int c = 0; c < kTogether; ++c) Lane::store(M + static_cast<std::size_t>(j[c]) * ld + i, values.x[c]);
  }

  // Rows i.. of column j alone.
  CATENA_INLINE G value(const T* rows, const T* columns, int i, int j) const {
    const auto term = [&](int k) {
      const std::size_t at = static_cast<std::size_t>(k) * stride;
      return Lane::load(rows + at + i) * Lane::all(columns[at + j]);
    };
    return (term(0) + term(1) + term(2)) + (term(3) + term(4) + term(5));
  }

  CATENA_INLINE void put_one(int i, int j) const {
    T* const to = M + static_cast<std::size_t>(j) * ld + i;
    if (i > j) return Lane::store(to, value(wrenches, axes, i, j));
    const G above = value(axes, wrenches, i, j);
    if (i + W <= j + 1) return Lane::store(to, above);
    Lane::store(to, Lane::from_lane(j - i + 1, above, value(wrenches, axes, i, j)));
  }
  CATENA_INLINE void fill_one(int j, int line, int begin, int end) const {
    int i = begin;
    if (i < line) put_one(i, j), i = line;
    for (; i + W <= end; i += W) put_one(i, j);
    if (i < end) put_one(end - W, j);
  }

  // Rows i.. where they are on the diagonal of some of these columns.
  CATENA_INLINE void diagonal(int i, const int (&j)[kTogether]) const {
#pragma GCC unroll 1
    for (int c = 0; c < kTogether; ++c) put_one(i, j[c]);
  }

  // Rows begin..end of columns j, which ascend; lines of the cache begin in row `line` and every group from there on.
  CATENA_INLINE void fill(const int (&j)[kTogether], int line, int begin, int end) const {
    int i = begin;
    const int above = j[0] + 1 < end ? j[0] + 1 : end, last = j[kTogether - 1];
    if (i + W <= above) {
      const Columns wrench(wrenches, stride, j);
      const auto put = [&](int row) { store(row, j, values(axes + row, wrench)); };
      if (i < line) put(i), i = line;
      for (; i + W <= above; i += W) put(i);
    } else if (i < line) {
      diagonal(i, j), i = line;
    }
    for (; i + W <= end && i <= last; i += W) diagonal(i, j);
    if (i < end && end - W > last) {
      const Columns axis(axes, stride, j);
      const auto put = [&](int row) { store(row, j, values(wrenches + row, axis)); };
      for (; i + W <= end; i += W) put(i);
      if (i < end) put(end - W), i = end;
    }
    if (i < end) diagonal(end - W, j);
  }

  [[gnu::noinline, gnu::flatten]] void run() const {
    const auto line_of = [&](std::size_t j) {
      const T* const column = M + j * ld;
      return static_cast<int>((0 - reinterpret_cast<std::uintptr_t>(column) / sizeof(T)) % W);
    };
    int apart = 1;  // columns that begin alike in their lines
    while (static_cast<std::size_t>(apart) * ld % W != 0) apart *= 2;
    for (int row = 0; row < n; row += kRows) {
      const bool last = row + kRows + 2 * W > n;
      for (int first = 0; first < n; first += apart * kTogether)
        for (int o = first; o < first + apart && o < n; ++o) {
          const int line = line_of(static_cast<std::size_t>(o));
          const int begin = row == 0 ? 0 : row + line, end = last ? n : row + kRows + line;
          int j[kTogether];
          for (int c = 0; c < kTogether; ++c) j[c] = o + c * apart;
          if (j[kTogether - 1] < n)
            fill(j, line, begin, end);
          else
            for (const int alone : j)
              if (alone < n) fill_one(alone, line, begin, end);
        }
      if (last) break;
    }
  }
};

// From here on columns are quicker than squares, by the width of a group (Xeon with AVX-512, both levels): squares depend
// on where in its line M begins.
constexpr int rank_six_columns_from(int width) { return width >= 8 ? 96 : 300; }

template <class G, class T>
CATENA_INLINE void rank_six_groups(int n, const T* axes, const T* wrenches, std::size_t stride, T* M,
                                   std::size_t ld) {
  constexpr int W = Group<G, T>::width;
  if constexpr (W == 1)
    rank_six_elements(n, axes, wrenches, stride, M, ld);
  else if (W > 2 && n >= rank_six_columns_from(W))
    RankSixColumns<G, T>{n, axes, wrenches, stride, M, ld}.run();
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
