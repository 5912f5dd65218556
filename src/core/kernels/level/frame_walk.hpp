// SPDX-License-Identifier: Apache-2.0
// The frames of a chain, one after the other, each axis in a register; then several links side by side.
#pragma once

#include "catena/core/model/link_sums.hpp"
#include "core/kernels/level/link_group.hpp"

namespace catena::detail {

// x, y, z; in a register, the fourth lane is unused.
template <std::size_t width>
struct FrameAxis {
  typedef double Type __attribute__((vector_size(32)));
};
template <>
struct FrameAxis<2> {  // no register holds three numbers
  using Type = Vec3<double>;
};

template <class Arch>
struct FrameWalk<Pack<Arch>, double> {
  using G = Pack<Arch>;
  using Real = typename G::Real;
  static constexpr int W = static_cast<int>(G::width);
  using Axis = typename FrameAxis<G::width>::Type;

  Axis ex = {1, 0, 0}, ey = {0, 1, 0}, ez = {0, 0, 1}, p = {0, 0, 0};

  CATENA_INLINE static Vec3<double> numbers(const Axis& a) {
    if constexpr (W == 2)
      return a;
    else
      return {a[0], a[1], a[2]};
  }

  CATENA_INLINE void start_at(const Vec3<double>& place) { p = Axis{place.x, place.y, place.z}; }

  // Lane k of x, y, z from axis k.
  CATENA_INLINE static Vec3<G> side_by_side(const Axis (&a)[W]) {
    if constexpr (W == 4) {
      Real v[4] = {a[0], a[1], a[2], a[3]};
      Lanes<Arch>::transpose(v);
      return {G(v[0]), G(v[1]), G(v[2])};
    } else if constexpr (W == 2) {
      return {G(Real{a[0].x, a[1].x}), G(Real{a[0].y, a[1].y}), G(Real{a[0].z, a[1].z})};
    } else if constexpr (requires(Real(&v)[3]) { Lanes<Arch>::side_by_side(a, v); }) {
      Real v[3];
      Lanes<Arch>::side_by_side(a, v);
      return {G(v[0]), G(v[1]), G(v[2])};
    } else {
      const auto row = [&](int c) {
        return G(Real{a[0][c], a[1][c], a[2][c], a[3][c], a[4][c], a[5][c], a[6][c], a[7][c]});
      };
      return {row(0), row(1), row(2)};
    }
  }

  // One step outward. If `plain`, right-angle twists are not treated specially.
  template <bool from_start, bool plain>
  CATENA_INLINE Axis turn(const Step<double>& s) {
    const Axis ex_before = ex;
    const auto turned = [&](const auto& ca, const auto& sa) {
      const Axis ey1 = ca * ey + sa * ez;
      ez = ca * ez - sa * ey;
      ey = s.c * ey1 - s.s * ex;
      ex = s.c * ex + s.s * ey1;
    };
    if constexpr (plain)
      turned(s.ca, s.sa);
    else
      by_twist(s, turned);
    if constexpr (from_start)
      return p = (p + s.a * ex_before) + s.d * ez;
    else
      return s.a * ex_before + s.d * ez;
  }

  template <bool from_start = false>
  CATENA_INLINE Placed<G> next(const Step<double>* steps, int count, bool left_out = false) {
    Axis x[W], y[W], z[W], r[W];
    const auto keep = [&](int k, const Axis& at) { x[k] = ex, y[k] = ey, z[k] = ez, r[k] = at; };
    if (count == W && !left_out) {
#pragma GCC unroll 8
      for (int k = 0; k < W; ++k) keep(k, turn<from_start, true>(steps[k]));
    } else {
#pragma GCC unroll 8
      for (int k = 0; k < W; ++k)
        keep(k, k < count && !(k == 0 && left_out) ? turn<from_start, false>(steps[k])
                : from_start                       ? p
                                                   : Axis{});
    }
    const Vec3<G> cx = side_by_side(x), cy = side_by_side(y), cz = side_by_side(z);
    return {{cx.x, cy.x, cz.x, cx.y, cy.y, cz.y, cx.z, cy.z, cz.z}, side_by_side(r)};
  }
  CATENA_INLINE Vec3<double> origin() const { return numbers(p); }
  CATENA_INLINE Mat3<double> last() const {
    const Vec3<double> x = numbers(ex), y = numbers(ey), z = numbers(ez);
    return {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  }
};

}  // namespace catena::detail
