// SPDX-License-Identifier: Apache-2.0
// The acceleration field of a rigid body, r̈ = v̇ + U r, and the wrenches that it requires.
//
// Symbols  w, wd angular velocity and acceleration | vd acceleration of the origin | U = [wd]x + [w]x²
#pragma once

#include "catena/core/math/spatial.hpp"

namespace catena {

// U = [wd]x + [w]x², the gradient of the acceleration field.
template <class T>
CATENA_INLINE Mat3<T> acceleration_gradient(const Vec3<T>& w, const Vec3<T>& wd) {
  const T xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const T xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  return {-(yy + zz), xy - wd.z,  xz + wd.y,  //
          xy + wd.z,  -(xx + zz), yz - wd.x,  //
          xz - wd.y,  yz + wd.x,  -(xx + yy)};
}

// ∫ r × U r dm for a body with second moments S = ∫ r rᵀ dm.
template <class T>
CATENA_INLINE Vec3<T> moment_of_gradient(const Mat3<T>& U, const Sym3<T>& S) {
  return {(U.zx * S.xy - U.yx * S.xz) + (U.zy * S.yy - U.yz * S.zz) + (U.zz - U.yy) * S.yz,
          (U.xy * S.yz - U.zy * S.xy) + (U.xz * S.zz - U.zx * S.xx) + (U.xx - U.zz) * S.xz,
          (U.yz * S.xz - U.xz * S.yz) + (U.yx * S.xx - U.xy * S.yy) + (U.yy - U.xx) * S.xy};
}

// (ω × I ω + h × vd; m vd + ω × (ω × h)): the wrench that a body needs if its origin has the acceleration vd and its angular
// velocity ω is constant.
template <class T>
CATENA_INLINE Force<T> spinning_wrench(const RigidInertia<T>& B, const Vec3<T>& w, const Vec3<T>& vd) {
  return {cross(w, B.I * w) + cross(B.h, vd), B.m * vd + cross(w, cross(w, B.h))};
}

// V × B V: the wrench that the body needs while the components of its velocity V are constant. The products with v × m v, which is
// zero, are left out: far from the base, their rounding errors would be larger than the wrench.
template <class T>
CATENA_INLINE Force<T> bias_force(const RigidInertia<T>& B, const Motion<T>& V) {
  return spinning_wrench(B, V.ang, cross(V.ang, V.lin));
}

// The same less the weight of the body under gravity g.
template <class T>
CATENA_INLINE Force<T> bias_force(const RigidInertia<T>& B, const Motion<T>& V, const Vec3<T>& g) {
  return spinning_wrench(B, V.ang, cross(V.ang, V.lin) - g);
}

// B A + V × B V: the wrench that the body needs for the rate A of its velocity V.
template <class T>
CATENA_INLINE Force<T> moving_wrench(const RigidInertia<T>& B, const Motion<T>& V, const Motion<T>& A) {
  Force<T> f = spinning_wrench(B, V.ang, A.lin + cross(V.ang, V.lin));
  f.ang += B.I * A.ang;
  f.lin += cross(A.ang, B.h);
  return f;
}

}  // namespace catena
