// SPDX-License-Identifier: Apache-2.0
// Centre of mass of a rigid body and its inertia about it, from the moments about the origin of its frame.
#pragma once

#include "catena/core/math/mat3.hpp"
#include "catena/core/scalar/concept.hpp"

namespace catena {

// h / m. The centre of mass of a massless body, whose first moment is zero, is taken to be the origin.
template <class T>
CATENA_INLINE Vec3<T> mass_centre(const T& m, const Vec3<T>& h) {
  return (T(1) / sign_select(m, m, T(1), m)) * h;
}

// Inertia about the centre of mass c of a body with first moment h and inertia I about the origin: I - h·c 1 + h cᵀ.
template <class T>
CATENA_INLINE Sym3<T> central_inertia(const Sym3<T>& I, const Vec3<T>& h, const Vec3<T>& c) {
  const T xx = h.x * c.x, yy = h.y * c.y, zz = h.z * c.z;
  return {I.xx - (yy + zz), I.yy - (xx + zz), I.zz - (xx + yy),
          I.xy + h.x * c.y, I.xz + h.x * c.z, I.yz + h.y * c.z};
}

}  // namespace catena
