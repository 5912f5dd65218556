// SPDX-License-Identifier: Apache-2.0
// Yoshikawa's manipulability w = sqrt(det(J Jᵀ)).   004 (21) (22)
//
// Choice   n >= 6: J is the whole 6 x n Jacobian. n < 6: its linear rows (a 3 x n matrix); for n < 3 the
//          determinant of the smaller matrix Jᵀ J. For a square Jacobian w = |det J|, which loses no digits
//          near a singularity.
// Differs  determinants by Laplace expansion, not elimination: no division, so that a singular posture gives 0 and not NaN.
#pragma once

#include <cmath>

#include "catena/core/math/dense.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {
namespace detail {

template <class T>
T det3(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
  return dot(a, cross(b, c));
}

// Laplace expansion of a 6 x 6 determinant by the first three rows: 20 products of 3 x 3 minors.
template <class T>
T det6(const MatView<T>& A) {
  const auto minor = [&](int row, int i, int j, int k) {
    const auto col = [&](int c) { return Vec3<T>{A(row, c), A(row + 1, c), A(row + 2, c)}; };
    return det3(col(i), col(j), col(k));
  };
  T det = T(0);
  for (int i = 0; i < 6; ++i)
    for (int j = i + 1; j < 6; ++j)
      for (int k = j + 1; k < 6; ++k) {
        int rest[3], m = 0;
        for (int c = 0; c < 6; ++c)
          if (c != i && c != j && c != k) rest[m++] = c;
        const T term = minor(0, i, j, k) * minor(3, rest[0], rest[1], rest[2]);
        det = (i + j + k) % 2 == 1 ? det + term : det - term;  // sign of the permutation (i j k rest)
      }
  return det;
}

template <class T>
T absolute(const T& x) {
  return sign_select(x, -x, T(0), x);
}

template <class T>
T root_of_gram(const T& det) {
  using std::sqrt;
  return sqrt(sign_select(det, T(0), T(0), det));  // rounding may leave a small negative determinant
}

}  // namespace detail

// After set_poses.
template <class T>
T manipulability(const Chain<T>& arm, const Kinematics<T>& k) {
  using detail::absolute, detail::root_of_gram;
  const int n = arm.dof();
  T storage[36] = {T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0),
                   T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0),
                   T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0)};
  const MatView<T> G = {storage, 6, 6, 6};

  const auto column = [&](int i) -> Motion<T> {
    const Vec3<T> z = k.frame[i].R.col_z();
    if (!arm.link(i).revolute()) return {Vec3<T>::zero(), z};
    return {z, cross(z, k.tool.p - k.frame[i].p)};
  };

  if (n == 1) return root_of_gram(dot(column(0).lin, column(0).lin));
  if (n == 2) {
    const Vec3<T> a = column(0).lin, b = column(1).lin, c = cross(a, b);
    return root_of_gram(dot(c, c));  // det(Jᵀ J) = |a × b|²
  }
  if (n == 3) return absolute(detail::det3(column(0).lin, column(1).lin, column(2).lin));
  if (n < 6) {
    Mat3<T> JJ = Mat3<T>::zero();
    for (int i = 0; i < n; ++i) JJ += outer(column(i).lin, column(i).lin);
    return root_of_gram(detail::det3(JJ.col_x(), JJ.col_y(), JJ.col_z()));
  }
  for (int i = 0; i < n; ++i) {
    const Motion<T> S = column(i);
    const T s[6] = {S.ang.x, S.ang.y, S.ang.z, S.lin.x, S.lin.y, S.lin.z};
    for (int r = 0; r < 6; ++r) {
      if (n == 6)
        G(r, i) = s[r];
      else
        for (int c = 0; c < 6; ++c) G(r, c) = G(r, c) + s[r] * s[c];
    }
  }
  return n == 6 ? absolute(detail::det6(G)) : root_of_gram(detail::det6(G));
}

}  // namespace catena
