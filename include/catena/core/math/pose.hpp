// SPDX-License-Identifier: Apache-2.0
// Poses: a rotation and an origin. X maps coordinates of the child frame to the parent frame, x ↦ R x + p.
#pragma once

#include "catena/core/math/mat3.hpp"

namespace catena {

template <class T>
struct Pose {
  Mat3<T> R;
  Vec3<T> p;

  bool operator==(const Pose&) const = default;

  static constexpr Pose identity() { return {Mat3<T>::identity(), Vec3<T>::zero()}; }

  friend Pose operator*(const Pose& a, const Pose& b) { return {a.R * b.R, a.R * b.p + a.p}; }
  friend Vec3<T> operator*(const Pose& a, const Vec3<T>& x) { return a.R * x + a.p; }
};

template <class T>
Pose<T> inverse(const Pose<T>& X) {
  return {transpose(X.R), -transpose_times(X.R, X.p)};
}

// Screws: rotation about an axis by an angle with cosine c and sine s, and translation along it.
template <class T>
Pose<T> screw_x(const T& c, const T& s, const T& a) {
  return {{T(1), T(0), T(0), T(0), c, -s, T(0), s, c}, {a, T(0), T(0)}};
}
template <class T>
Pose<T> screw_z(const T& c, const T& s, const T& d) {
  return {{c, -s, T(0), s, c, T(0), T(0), T(0), T(1)}, {T(0), T(0), d}};
}

}  // namespace catena
