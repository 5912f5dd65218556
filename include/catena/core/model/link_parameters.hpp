// SPDX-License-Identifier: Apache-2.0
// The ten inertial parameters of a link, in which the dynamics are linear: mass, first moments, moments of inertia about the
// origin of its frame, in the order of kInertialParameters (base_parameters.hpp).
#pragma once

#include <span>

#include "catena/core/math/spatial.hpp"

namespace catena {

inline constexpr int kLinkParameters = 10;  // of each link

namespace detail {

// Coefficients of the parameters of one link: what a joint, or an energy, has of a unit of each.
template <class G>
struct Columns {
  G m;
  Vec3<G> h;
  Sym3<G> I;
};

// The coefficients of I in a·(I b).
template <class G>
CATENA_INLINE Sym3<G> coefficients(const Vec3<G>& a, const Vec3<G>& b) {
  return {
      a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y};
}

// Into the ten numbers of link l.
template <class T>
void put_columns(const Columns<T>& y, int l, std::span<T> all) {
  const std::span<T> to = all.subspan(static_cast<std::size_t>(kLinkParameters * l));
  to[0] = y.m, to[1] = y.h.x, to[2] = y.h.y, to[3] = y.h.z;
  to[4] = y.I.xx, to[5] = y.I.yy, to[6] = y.I.zz, to[7] = y.I.xy, to[8] = y.I.xz, to[9] = y.I.yz;
}

// The body whose parameter number k is 1, all others 0.
template <class T>
RigidInertia<T> unit_body(int k) {
  const auto is = [k](int j) { return T(j == k ? 1 : 0); };
  return {is(0), {is(1), is(2), is(3)}, {is(4), is(5), is(6), is(7), is(8), is(9)}};
}

}  // namespace detail
}  // namespace catena
