// SPDX-License-Identifier: Apache-2.0
#include "core/ik/closed_form/three_joints.hpp"

#include <algorithm>
#include <cmath>

#include "core/ik/closed_form/geometry.hpp"

namespace catena::detail {
namespace {

// A polynomial in the displacement of a slide, as Wave is one in the cosine and sine of an angle.
struct Polynomial {
  std::array<double, 5> c = {};

  friend Polynomial operator+(Polynomial x, const Polynomial& y) {
    for (std::size_t i = 0; i < 5; ++i) x.c[i] += y.c[i];
    return x;
  }
  friend Polynomial operator-(Polynomial x, const Polynomial& y) {
    for (std::size_t i = 0; i < 5; ++i) x.c[i] -= y.c[i];
    return x;
  }
  friend Polynomial operator*(double s, Polynomial x) {
    for (double& each : x.c) each *= s;
    return x;
  }
  friend Polynomial operator*(const Polynomial& x, const Polynomial& y) {
    Polynomial out;
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = 0; i + j < 5; ++j) out.c[i + j] += x.c[i] * y.c[j];
    return out;
  }
};

// Axes 1 and 2, and the place as seen from axis 1.
struct Shoulder {
  V3 o1, o2;                 // feet of the common normal
  V3 v1, v2;                 // h1 and o2 - o1, projected onto the plane normal to axis 2
  double V, a;               // |v1|², |v2|
  double cosine;             // of the angle between the axes
  double height, distance2;  // of the place: along axis 1, and its squared distance from o1
  bool meet, parallel;

  double f1(double h2u) const { return height - cosine * h2u; }
  double f2(double uu) const { return 0.5 * (distance2 - a * a - uu); }
};

Shoulder shoulder_of(const SixAxes& axes, const V3& place, double length) {
  const CommonNormal n = common_normal(axes[0], axes[1], kSmallAngle);
  Shoulder s{};
  s.o1 = n.on_a, s.o2 = n.on_b;
  s.v1 = across(axes[0].h, axes[1].h), s.v2 = across(s.o2 - s.o1, axes[1].h);
  s.V = dot(s.v1, s.v1), s.a = norm(s.v2);
  s.cosine = dot(axes[0].h, axes[1].h);
  s.height = dot(axes[0].h, place - s.o1) - dot(axes[0].h, s.o2 - s.o1);
  s.distance2 = dot(place - s.o1, place - s.o1);
  s.meet = n.distance <= kSmallLength * length;
  s.parallel = n.sine <= kSmallAngle;
  return s;
}

// The equation in the variable of joint 3, whose functions have the type F; `one` is the constant 1.
template <class F>
F equation(const Shoulder& s, const F& one, const F& h2u, const F& uu) {
  const F f1 = s.height * one - s.cosine * h2u, f2 = (0.5 * (s.distance2 - s.a * s.a)) * one - 0.5 * uu;
  if (s.meet) return f2;
  if (s.parallel) return f1;
  return (s.a * s.a) * (f1 * f1) + s.V * (f2 * f2) - (s.a * s.a * s.V) * (uu - h2u * h2u);
}

Roots third_joint(const SixAxes& axes, const Shoulder& s, const V3& x, double length) {
  const ScrewAxis& third = axes[2];
  const V3& h2 = axes[1].h;
  if (!third.revolute) {
    const V3 u = x - s.o2;
    const Polynomial h2u{{dot(h2, u), dot(h2, third.h)}}, uu{{dot(u, u), 2 * dot(u, third.h), 1}};
    return real_roots(equation(s, Polynomial{{1}}, h2u, uu).c, length);
  }
  const V3 r = x - third.o, c = across(r, third.h), q = cross(third.h, r), u = x - c - s.o2;
  const Wave h2u{dot(h2, u), dot(h2, c), dot(h2, q)}, uu{dot(u, u) + dot(c, c), 2 * dot(u, c), 2 * dot(u, q)};
  return angles(equation(s, Wave{1}, h2u, uu));
}

}  // namespace

ThreeAngles three_joints(const SixAxes& axes, const V3& x, const V3& place, const SixAngles& near,
                         double length) {
  ThreeAngles out;
  const Shoulder s = shoulder_of(axes, place, length);
  if (s.meet && s.parallel) return out;  // one axis: the two joints do the same
  const V3 &h1 = axes[0].h, &h2 = axes[1].h;
  const double small = kSmallLength * length;
  for (const double q3 : third_joint(axes, s, x, length)) {
    const V3 moved3 = moved(axes[2], q3, x), u = moved3 - s.o2, side = across(u, h2);
    const double f1 = s.f1(dot(h2, u)), f2 = s.f2(dot(u, u));
    V3 along{}, turn{};  // w = along ± turn
    if (s.meet)
      along = (f1 / s.V) * s.v1, turn = (1 / std::sqrt(s.V)) * cross(h2, s.v1);
    else if (s.parallel)
      along = (f2 / (s.a * s.a)) * s.v2, turn = (1 / s.a) * cross(h2, s.v2);
    else
      along = (f1 / s.V) * s.v1 + (f2 / (s.a * s.a)) * s.v2;
    const bool two = s.meet || s.parallel;
    const double rest = dot(side, side) - dot(along, along);
    if (two && rest < -kNearlyZero * length * length) continue;
    for (int branch = 0; branch < (two ? 2 : 1); ++branch) {
      const V3 w = along + ((branch ? -1 : 1) * std::sqrt(std::max(rest, 0.0))) * turn;
      const double q2 = angle_about(h2, side, two ? w : along, small).value_or(near[1]);
      const V3 y = moved(axes[1], q2, moved3);
      const double q1 = angle_about(h1, y - s.o1, place - s.o1, small).value_or(near[0]);
      out.at[static_cast<std::size_t>(out.count++)] = {q1, q2, q3};
    }
  }
  return out;
}

}  // namespace catena::detail
