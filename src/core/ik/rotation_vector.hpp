// SPDX-License-Identifier: Apache-2.0
// Rotations as vectors: axis times angle, the angle from 0 to pi.
#pragma once

#include <algorithm>
#include <cmath>

#include "catena/core/math/mat3.hpp"

namespace catena::detail {

// The rotation vector of R, to full accuracy at all angles.
inline Vec3<double> rotation_vector(const Mat3<double>& R) {
  const Vec3<double> v = {R.zy - R.yz, R.xz - R.zx, R.yx - R.xy};  // 2 sin(angle) axis
  const double s = std::sqrt(dot(v, v)), c = R.xx + R.yy + R.zz - 1;
  if (s < 1e-8 && c > 0) return 0.5 * v;
  if (c > -1.9) return (std::atan2(s, c) / s) * v;
  // near half a turn the sine says little about the axis: take it from the largest column of R + 1, as a quaternion
  const Vec3<double> d = {R.xx, R.yy, R.zz};
  Vec3<double> a{};
  double w = 0;
  if (d.x >= d.y && d.x >= d.z) {
    a = {1 + d.x - d.y - d.z, R.xy + R.yx, R.xz + R.zx}, w = v.x;
  } else if (d.y >= d.z) {
    a = {R.xy + R.yx, 1 + d.y - d.x - d.z, R.yz + R.zy}, w = v.y;
  } else {
    a = {R.xz + R.zx, R.yz + R.zy, 1 + d.z - d.x - d.y}, w = v.z;
  }
  const double n = std::sqrt(dot(a, a));
  return (2 * std::atan2(n, std::abs(w)) / (w < 0 ? -n : n)) * a;
}

// The shortest rotation that takes the unit vector a to the unit vector b; if b = -a, a half turn about some vector normal to a.
inline Vec3<double> shortest_rotation(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> v = cross(a, b);
  const double s = std::sqrt(dot(v, v)), c = dot(a, b);
  if (s > 1e-12) return (std::atan2(s, c) / s) * v;
  if (c > 0) return v;
  const Vec3<double> across = std::abs(a.x) < 0.6 ? cross(a, {1, 0, 0}) : cross(a, {0, 1, 0});
  return (3.141592653589793 / std::sqrt(dot(across, across))) * across;
}

// The rotation nearest to a matrix that is nearly one: Newton's iteration for the polar factor.
inline Mat3<double> orthonormal(Mat3<double> R) {
  for (int pass = 0; pass < 3; ++pass) {
    const Mat3<double> E = transpose(R) * R;
    const Mat3<double> K = {1.5 - 0.5 * E.xx, -0.5 * E.xy, -0.5 * E.xz, -0.5 * E.yx,     1.5 - 0.5 * E.yy,
                            -0.5 * E.yz,      -0.5 * E.zx, -0.5 * E.zy, 1.5 - 0.5 * E.zz};
    R = R * K;
  }
  return R;
}

}  // namespace catena::detail
