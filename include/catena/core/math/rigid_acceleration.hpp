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

// V × B V less the weight of the body under gravity g, (ω × I ω + h × (ω × v - g); m (ω × v - g) + ω × (ω × h)): the
// wrench that the body needs while the components of its velocity V are constant.
template <class T>
CATENA_INLINE Force<T> bias_force(const RigidInertia<T>& B, const Motion<T>& V, const Vec3<T>& g) {
  const Vec3<T>& w = V.ang;
  const Vec3<T> vd = cross(w, V.lin) - g;
  return {cross(w, B.I * w) + cross(B.h, vd), B.m * vd + cross(w, cross(w, B.h))};
}

}  // namespace catena
