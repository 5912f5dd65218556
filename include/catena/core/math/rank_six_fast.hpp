// SPDX-License-Identifier: Apache-2.0
// The product of math/rank_six.hpp with fewer operations than two inner products for each element: the joints in pairs, and
// for two pairs seven products in the place of eight (V. Strassen 1969, in the form with 15 additions of S. Winograd).
// For study: it shows that 5.5n² operations are not the least for an inertia matrix, as paper 000 says.
//
// Symbols  (k, t)_j axis, (d, y)_i wrench as in algo/gdahj.hpp | s, r sums of a pair of axes or wrenches, in the order of
//          Winograd's S_1..S_4, T_1..T_4
// Cost     (21n² + 30n) / 8 mul, (21n² + 114n) / 8 add for even n: 5.25n² in all, fewer than rank_six (5.5n²) from n = 52 on;
//          asserted in rank_six_fast_test.cpp. An error is relative to the largest of the seven products.
#pragma once

#include <array>
#include <vector>

#include "catena/core/math/dense.hpp"

namespace catena {

namespace detail {

// Two six-vectors (upper; lower) of neighbours, and their four sums.
template <class T>
struct SixPair {
  Vec3<T> a11, a12, a21,
      a22;  // (upper, lower) of the first, of the second; wrenches: a12 is the upper of the second
  std::array<Vec3<T>, 4> sums;  // S_1..S_4 or T_1..T_4
};

template <class T>
Vec3<T> six_part(const T* from, std::size_t stride, int joint, std::size_t part) {
  const T* const at = from + 3 * part * stride + static_cast<std::size_t>(joint);
  return {at[0], at[stride], at[2 * stride]};
}

template <class T>
SixPair<T> axes_pair(const T* axes, std::size_t stride, int j) {
  const Vec3<T> k1 = six_part(axes, stride, j, 0), t1 = six_part(axes, stride, j, 1);
  const Vec3<T> k2 = six_part(axes, stride, j + 1, 0), t2 = six_part(axes, stride, j + 1, 1);
  const Vec3<T> s1 = k2 + t2, s2 = s1 - k1;
  return {k1, t1, k2, t2, {s1, s2, k1 - k2, t1 - s2}};
}
template <class T>
SixPair<T> wrench_pair(const T* wrenches, std::size_t stride, int i) {
  const Vec3<T> d1 = six_part(wrenches, stride, i, 0), y1 = six_part(wrenches, stride, i, 1);
  const Vec3<T> d2 = six_part(wrenches, stride, i + 1, 0), y2 = six_part(wrenches, stride, i + 1, 1);
  const Vec3<T> r1 = d2 - d1, r2 = y2 - r1;
  return {d1, d2, y1, y2, {r1, r2, y2 - d2, r2 - y1}};
}

// (11, 12, 21, 22) of the product of a pair of axes and a pair of wrenches: 21M 21A.
template <class T>
std::array<T, 4> seven_products(const SixPair<T>& A, const SixPair<T>& B) {
  const T p1 = dot(A.a11, B.a11), p2 = dot(A.a12, B.a21), p3 = dot(A.sums[3], B.a22),
          p4 = dot(A.a22, B.sums[3]);
  const T p5 = dot(A.sums[0], B.sums[0]), p6 = dot(A.sums[1], B.sums[1]), p7 = dot(A.sums[2], B.sums[2]);
  const T u2 = p1 + p6, u3 = u2 + p7, u4 = u2 + p5;
  return {p1 + p2, u4 + p3, u3 - p4, u3 + p5};
}

}  // namespace detail

// As rank_six; M has an even number of columns. 000 (SectionI)
template <class T>
void rank_six_fast(const T* axes, const T* wrenches, std::size_t stride, MatView<T> M) {
  const auto element = [&](int j, int i) {
    return dot(detail::six_part(axes, stride, j, 0), detail::six_part(wrenches, stride, i, 0)) +
           dot(detail::six_part(axes, stride, j, 1), detail::six_part(wrenches, stride, i, 1));
  };
  std::vector<detail::SixPair<T>> pairs;
  for (int j = 0; j + 1 < M.cols; j += 2) pairs.push_back(detail::axes_pair(axes, stride, j));
  for (int i = 0; i + 1 < M.cols; i += 2) {
    const detail::SixPair<T> wrench = detail::wrench_pair(wrenches, stride, i);
    for (int j = 0; j < i; j += 2) {
      const std::array<T, 4> c = detail::seven_products(pairs[static_cast<std::size_t>(j / 2)], wrench);
      M(j, i) = M(i, j) = c[0], M(j, i + 1) = M(i + 1, j) = c[1];
      M(j + 1, i) = M(i, j + 1) = c[2], M(j + 1, i + 1) = M(i + 1, j + 1) = c[3];
    }
    M(i, i) = element(i, i);
    M(i, i + 1) = M(i + 1, i) = element(i, i + 1);
    M(i + 1, i + 1) = element(i + 1, i + 1);
  }
}

}  // namespace catena
