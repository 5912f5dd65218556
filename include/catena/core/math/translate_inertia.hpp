// SPDX-License-Identifier: Apache-2.0
// An articulated inertia [[I, Fᵀ], [F, G]] about another point: with C = [c]x, c from the old point to the new one,
// F1 = F + G C and I1 = I + (Fᵀ C - C F1). 30M 42A in all.
#pragma once

#include "catena/core/math/mat3.hpp"

namespace catena {

// G [c]x for symmetric G: three products appear twice, 15M 9A.
template <class T>
Mat3<T> times_hat(const Sym3<T>& G, const Vec3<T>& c) {
  const T p = G.xy * c.z, q = G.xz * c.y, r = G.yz * c.x;
  return {p - q, G.xz * c.x - G.xx * c.z, G.xx * c.y - G.xy * c.x, G.yy * c.z - G.yz * c.y,
          r - p, G.xy * c.y - G.yy * c.x, G.yz * c.z - G.zz * c.y, G.zz * c.x - G.xz * c.z,
          q - r};
}

// Fᵀ C - C F1, which is symmetric: 15M 18A.
template <class T>
Sym3<T> translated_inertia(const Mat3<T>& F, const Mat3<T>& F1, const Vec3<T>& c) {
  return {c.z * (F.yx + F1.yx) - c.y * (F.zx + F1.zx),     c.x * (F.zy + F1.zy) - c.z * (F.xy + F1.xy),
          c.y * (F.xz + F1.xz) - c.x * (F.yz + F1.yz),     F.zx * c.x + c.z * (F1.yy - F.xx) - c.y * F1.zy,
          c.y * (F.xx - F1.zz) - F.yx * c.x + c.z * F1.yz, c.x * (F1.zz - F.yy) + F.xy * c.y - c.z * F1.xz};
}

}  // namespace catena
