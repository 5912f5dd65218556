// SPDX-License-Identifier: Apache-2.0
// Three-vectors of any scalar. Written by hand so that every operation is seen by the counting scalar.
#pragma once

#include "catena/core/inline.hpp"

namespace catena {

template <class T>
struct Vec3 {
  T x, y, z;

  bool operator==(const Vec3&) const = default;

  static constexpr Vec3 zero() { return {T(0), T(0), T(0)}; }

  Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  Vec3& operator-=(const Vec3& b) { return *this = *this - b; }

  CATENA_INLINE friend Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  CATENA_INLINE friend Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  CATENA_INLINE friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  CATENA_INLINE friend Vec3 operator*(const T& k, const Vec3& a) { return {k * a.x, k * a.y, k * a.z}; }
};

template <class T>
CATENA_INLINE T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
CATENA_INLINE Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// a × ẑ and ẑ × a: no multiplication.
template <class T>
CATENA_INLINE Vec3<T> cross_z(const Vec3<T>& a) {
  return {a.y, -a.x, T(0)};
}
template <class T>
CATENA_INLINE Vec3<T> z_cross(const Vec3<T>& a) {
  return {-a.y, a.x, T(0)};
}

}  // namespace catena
