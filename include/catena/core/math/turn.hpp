// SPDX-License-Identifier: Apache-2.0
// Rotations about one axis by an angle with cosine c and sine s, written out: 4 multiplications for a vector, 8 for a
// symmetric matrix, 12 for a general one. Rotations about x also accept cosine and sine as types (math/fixed.hpp).
// `turn` maps coordinates of the child to the parent, `turn_back` the reverse.
#pragma once

#include "catena/core/inline.hpp"
#include "catena/core/math/fixed.hpp"
#include "catena/core/math/mat3.hpp"

namespace catena {

template <class T>
CATENA_INLINE Vec3<T> turn_z(const T& c, const T& s, const Vec3<T>& v) {
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}
template <class T>
CATENA_INLINE Vec3<T> turn_back_z(const T& c, const T& s, const Vec3<T>& v) {
  return {c * v.x + s * v.y, c * v.y - s * v.x, v.z};
}
template <class T, class C, class S>
CATENA_INLINE Vec3<T> turn_x(const C& c, const S& s, const Vec3<T>& v) {
  return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}
template <class T, class C, class S>
CATENA_INLINE Vec3<T> turn_back_x(const C& c, const S& s, const Vec3<T>& v) {
  return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
}

// R S Rᵀ: 8 multiplications, 8 additions.
template <class T>
CATENA_INLINE Sym3<T> turn_z(const T& c, const T& s, const Sym3<T>& S) {
  const T h0 = S.xy * c;
  const T h1 = (S.xx - S.yy) * s + (h0 + h0);
  const T h5 = h1 * s;
  return {S.xx - h5, S.yy + h5, S.zz, h1 * c - S.xy, S.xz * c - S.yz * s, S.xz * s + S.yz * c};
}
template <class T, class C, class S>
CATENA_INLINE Sym3<T> turn_x(const C& c, const S& s, const Sym3<T>& A) {
  const auto h0 = A.yz * c;
  const T h1 = (A.yy - A.zz) * s + (h0 + h0);
  const auto h5 = h1 * s;
  return {A.xx, A.yy - h5, A.zz + h5, A.xy * c - A.xz * s, A.xy * s + A.xz * c, h1 * c - A.yz};
}

// R A Rᵀ: 12 multiplications, 11 additions.
template <class T>
CATENA_INLINE Mat3<T> turn_z(const T& c, const T& s, const Mat3<T>& A) {
  const T b = (A.xx - A.yy) * s + (A.xy + A.yx) * c;
  const T bs = b * s, bc = b * c;
  return {A.xx - bs,           bc - A.yx,           c * A.xz - s * A.yz,  //
          bc - A.xy,           A.yy + bs,           s * A.xz + c * A.yz,  //
          c * A.zx - s * A.zy, s * A.zx + c * A.zy, A.zz};
}
template <class T, class C, class S>
CATENA_INLINE Mat3<T> turn_x(const C& c, const S& s, const Mat3<T>& A) {
  const T b = (A.yy - A.zz) * s + (A.yz + A.zy) * c;
  const auto bs = b * s;
  const auto bc = b * c;
  return {A.xx,
          c * A.xy - s * A.xz,
          s * A.xy + c * A.xz,  //
          c * A.yx - s * A.zx,
          A.yy - bs,
          bc - A.zy,  //
          s * A.yx + c * A.zx,
          bc - A.yz,
          A.zz + bs};
}

}  // namespace catena
