// SPDX-License-Identifier: Apache-2.0
// The product of rank six (rank_six.hpp) for matrices that exceed the L1 cache.
//
// Idea     in panels: the rows of one or two cache lines, across several columns. Both triangles are computed, by the same
//          sums in the same order, and none is transposed. Except at the ends of a column, each cache line of M is
//          written once and completely, for any address of M: columns with the same alignment within a cache line are
//          processed together.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catena/core/math/group.hpp"

namespace catena::detail {

// For matrices of at least kLine rows. Other symbols as in rank_six.hpp.
template <class G, class T>
struct RankSixPanels {
  using Lane = Group<G, T>;
  static constexpr int W = Lane::width;
  static constexpr int kLine = 8;               // rows of a cache line
  static constexpr int kLines = W < 8 ? 1 : 2;  // cache lines of a panel, by the number of registers
  static constexpr int kColumns = 32;           // columns that are filled completely before the next ones
  int n;
  const T *axes, *wrenches;
  std::size_t stride;
  T* M;
  std::size_t ld;

  // Spatial vectors of all joints, component by component.
  struct Vectors {
    const T* x[6];
    CATENA_INLINE Vectors(const T* from, std::size_t stride) {
      for (std::size_t k = 0; k < 6; ++k) x[k] = from + k * stride;
    }
  };

  // The elements of neighbouring rows in one column.
  template <int groups>
  struct Part {
    G x[groups];
    CATENA_INLINE void store(T* to) const {
      for (int g = 0; g < groups; ++g) Lane::store(to + g * W, x[g]);
    }
  };
  // `late` from row k on, `early` before.
  template <int groups>
  CATENA_INLINE static Part<groups> from_row(int k, const Part<groups>& early, const Part<groups>& late) {
    Part<groups> to;
    for (int g = 0; g < groups; ++g) to.x[g] = Lane::from_lane(k - g * W, early.x[g], late.x[g]);
    return to;
  }

  // Spatial vectors of neighbouring rows.
  template <int groups>
  struct Panel {
    G x[6][groups];
    CATENA_INLINE Panel(const Vectors& from, int i) {
      for (int k = 0; k < 6; ++k)
        for (int g = 0; g < groups; ++g) x[k][g] = Lane::load(from.x[k] + i + g * W);
    }
    CATENA_INLINE Part<groups> times(const Vectors& columns, int j) const {  // 000 (30) (31) (Algorithm1)
      Part<groups> to;
      for (int k = 0; k < 6; ++k) {
        const G all = Lane::all(columns.x[k][j]);
        for (int g = 0; g < groups; ++g)
          to.x[g] = k == 0 ? x[k][g] * all : Lane::times_plus(x[k][g], all, to.x[g]);
      }
      return to;
    }
  };

  // Columns j, j + apart, ... before `end`, the first of them at `column`, the next ones `step` further each.
  struct Columns {
    const Vectors &axes, &wrenches;
    int j, apart, end;
    T* column;
    std::size_t step;

    // Their rows from i on.
    template <int lines>
    CATENA_INLINE void fill(int i) const {
      constexpr int kRows = lines * kLine;
      const Panel<kRows / W> axis(axes, i), wrench(wrenches, i);
      const int below = i < end ? i : end, across = i + kRows - 1 < end ? i + kRows - 1 : end;
      int at = j;
      T* const to = column + i;
      std::size_t offset = 0;
#pragma GCC unroll 1
      for (; at < below; at += apart, offset += step) wrench.times(axes, at).store(to + offset);
#pragma GCC unroll 1
      for (; at < across; at += apart, offset += step)
        from_row(at - i + 1, axis.times(wrenches, at), wrench.times(axes, at)).store(to + offset);
#pragma GCC unroll 1
      for (; at < end; at += apart, offset += step) axis.times(wrenches, at).store(to + offset);
    }
  };

  [[gnu::noinline, gnu::flatten]] void run() const {
    const Vectors a(axes, stride), w(wrenches, stride);
    const int rows = n;
    int apart = 1;
    while (static_cast<std::size_t>(apart) * ld % kLine != 0) apart *= 2;
    for (int first = 0; first < rows; first += apart * kColumns) {
      const int end = first + apart * kColumns < rows ? first + apart * kColumns : rows;
      for (int j = first; j < first + apart && j < end; ++j) {
        T* const column = M + static_cast<std::size_t>(j) * ld;
        const Columns columns{a, w, j, apart, end, column, static_cast<std::size_t>(apart) * ld};
        int i = static_cast<int>((0 - reinterpret_cast<std::uintptr_t>(column) / sizeof(T)) % kLine);
        if (i > 0) columns.template fill<1>(0);  // some rows twice, here and at the end
        for (; kLines > 1 && i + kLines * kLine <= rows; i += kLines * kLine)
          columns.template fill<kLines>(i);
        for (; i < rows; i += kLine) columns.template fill<1>(i + kLine <= rows ? i : rows - kLine);
      }
    }
  }
};

}  // namespace catena::detail
