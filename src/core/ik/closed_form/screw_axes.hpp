// SPDX-License-Identifier: Apache-2.0
// Six joint axes at q = 0, in the base frame, and what the closed forms ask of them: turns about an axis, the angle between two
// vectors about an axis, common normals.
//
// The pose is a product of turns about these axes, G(q) = T(q) T(0)⁻¹ = E1(q1) ... E6(q6), where Ei turns about axis i as it is
// at q = 0, or slides along it. The inverse, G⁻¹ = E6(-q6) ... E1(-q1), has the same form with the axes in reverse order.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "catena/core/math/pose.hpp"

namespace catena::detail {

using V3 = Vec3<double>;

struct ScrewAxis {
  V3 h;           // direction, a unit vector
  V3 o;           // a point on it
  bool revolute;  // otherwise prismatic
};
using SixAxes = std::array<ScrewAxis, 6>;
using SixAngles = std::array<double, 6>;

inline double norm(const V3& v) { return std::sqrt(dot(v, v)); }
inline V3 across(const V3& v, const V3& h) {
  return v - dot(h, v) * h;
}  // without its part along the unit vector h

// v turned by q about h.
inline V3 turned(const V3& h, double q, const V3& v) {
  const V3 side = across(v, h);
  return v + (std::cos(q) - 1) * side + std::sin(q) * cross(h, v);
}
inline V3 moved(const ScrewAxis& s, double q, const V3& x) {
  return s.revolute ? s.o + turned(s.h, q, x - s.o) : x + q * s.h;
}
inline Pose<double> motion(const ScrewAxis& s, double q) {
  if (!s.revolute) return {Mat3<double>::identity(), q * s.h};
  const V3 x = turned(s.h, q, {1, 0, 0}), y = turned(s.h, q, {0, 1, 0}), z = turned(s.h, q, {0, 0, 1});
  const Mat3<double> R = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
  return {R, s.o - R * s.o};
}

// The angle about h that takes a to b, both projected onto the plane normal to h; nothing if one of them is parallel to h,
// where every angle does.
inline std::optional<double> angle_about(const V3& h, const V3& a, const V3& b, double small) {
  const V3 u = across(a, h), v = across(b, h);
  if (norm(u) <= small || norm(v) <= small) return std::nullopt;
  return std::atan2(dot(h, cross(u, v)), dot(u, v));
}

// The feet of the common normal of two axes; of parallel ones, that through the point of the first.
struct CommonNormal {
  V3 on_a, on_b;
  double distance;
  double sine;  // of the angle between the axes
};
inline CommonNormal common_normal(const ScrewAxis& a, const ScrewAxis& b, double parallel_below) {
  const V3 n = cross(a.h, b.h), r = b.o - a.o;
  const double nn = dot(n, n), sine = std::sqrt(nn);
  if (sine <= parallel_below) {
    const V3 foot = b.o - dot(b.h, r) * b.h;
    return {a.o, foot, norm(foot - a.o), 0};
  }
  const V3 pa = a.o + (dot(cross(r, b.h), n) / nn) * a.h, pb = b.o + (dot(cross(r, a.h), n) / nn) * b.h;
  return {pa, pb, norm(pb - pa), sine};
}

}  // namespace catena::detail
