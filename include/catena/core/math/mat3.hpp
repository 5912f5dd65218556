// SPDX-License-Identifier: Apache-2.0
// 3 x 3 matrices, general and symmetric.
#pragma once

#include "catena/core/inline.hpp"
#include "catena/core/math/vec3.hpp"

namespace catena {

template <class T>
struct Mat3 {
  T xx, xy, xz, yx, yy, yz, zx, zy, zz;  // row by row

  bool operator==(const Mat3&) const = default;

  static constexpr Mat3 zero() { return {T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0), T(0)}; }
  static constexpr Mat3 identity() { return {T(1), T(0), T(0), T(0), T(1), T(0), T(0), T(0), T(1)}; }

  Vec3<T> col_x() const { return {xx, yx, zx}; }
  Vec3<T> col_y() const { return {xy, yy, zy}; }
  Vec3<T> col_z() const { return {xz, yz, zz}; }
  Vec3<T> row_x() const { return {xx, xy, xz}; }
  Vec3<T> row_y() const { return {yx, yy, yz}; }
  Vec3<T> row_z() const { return {zx, zy, zz}; }

  Mat3& operator+=(const Mat3& b) { return *this = *this + b; }

  CATENA_INLINE friend Mat3 operator+(const Mat3& a, const Mat3& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yx + b.yx, a.yy + b.yy,
            a.yz + b.yz, a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
  }
  CATENA_INLINE friend Mat3 operator-(const Mat3& a, const Mat3& b) {
    return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yx - b.yx, a.yy - b.yy,
            a.yz - b.yz, a.zx - b.zx, a.zy - b.zy, a.zz - b.zz};
  }
  CATENA_INLINE friend Vec3<T> operator*(const Mat3& a, const Vec3<T>& v) {
    return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.yx * v.x + a.yy * v.y + a.yz * v.z,
            a.zx * v.x + a.zy * v.y + a.zz * v.z};
  }
  CATENA_INLINE friend Mat3 operator*(const Mat3& a, const Mat3& b) {
    const Vec3<T> x = a * b.col_x(), y = a * b.col_y(), z = a * b.col_z();
    return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  }
};

template <class T>
CATENA_INLINE Mat3<T> transpose(const Mat3<T>& a) {
  return {a.xx, a.yx, a.zx, a.xy, a.yy, a.zy, a.xz, a.yz, a.zz};
}

// aᵀ v
template <class T>
CATENA_INLINE Vec3<T> transpose_times(const Mat3<T>& a, const Vec3<T>& v) {
  return {a.xx * v.x + a.yx * v.y + a.zx * v.z, a.xy * v.x + a.yy * v.y + a.zy * v.z,
          a.xz * v.x + a.yz * v.y + a.zz * v.z};
}

// a bᵀ
template <class T>
CATENA_INLINE Mat3<T> outer(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x * b.x, a.x * b.y, a.x * b.z, a.y * b.x, a.y * b.y, a.y * b.z, a.z * b.x, a.z * b.y, a.z * b.z};
}

template <class T>
struct Sym3 {
  T xx, yy, zz, xy, xz, yz;

  static constexpr Sym3 zero() { return {T(0), T(0), T(0), T(0), T(0), T(0)}; }
  static constexpr Sym3 diagonal(const T& k) { return {k, k, k, T(0), T(0), T(0)}; }

  Vec3<T> col_x() const { return {xx, xy, xz}; }
  Vec3<T> col_y() const { return {xy, yy, yz}; }
  Vec3<T> col_z() const { return {xz, yz, zz}; }
  Mat3<T> full() const { return {xx, xy, xz, xy, yy, yz, xz, yz, zz}; }

  Sym3& operator+=(const Sym3& b) { return *this = *this + b; }

  CATENA_INLINE friend Sym3 operator+(const Sym3& a, const Sym3& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
  }
  CATENA_INLINE friend Sym3 operator-(const Sym3& a, const Sym3& b) {
    return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
  }
  CATENA_INLINE friend Vec3<T> operator*(const Sym3& a, const Vec3<T>& v) {
    return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
            a.xz * v.x + a.yz * v.y + a.zz * v.z};
  }
};

// m (c·c 1 - c cᵀ): what a point mass at c adds to an inertia about the origin.
template <class T>
CATENA_INLINE Sym3<T> parallel_axis(const T& m, const Vec3<T>& c) {
  const T mx = m * c.x, my = m * c.y, mz = m * c.z;
  const T xx = mx * c.x, yy = my * c.y, zz = mz * c.z;
  return {yy + zz, xx + zz, xx + yy, -(mx * c.y), -(mx * c.z), -(my * c.z)};
}

// R S Rᵀ for a general rotation, the upper triangle only: 45 multiplications, 30 additions. The recursions rotate
// about one axis at a time, which costs less.
template <class T>
CATENA_INLINE Sym3<T> rotated(const Mat3<T>& R, const Sym3<T>& S) {
  const Mat3<T> A = R * S.full();
  const Vec3<T> x = R.row_x(), y = R.row_y(), z = R.row_z();
  return {dot(A.row_x(), x), dot(A.row_y(), y), dot(A.row_z(), z),
          dot(A.row_x(), y), dot(A.row_x(), z), dot(A.row_y(), z)};
}

}  // namespace catena
