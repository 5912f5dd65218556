// SPDX-License-Identifier: Apache-2.0
// Arms whose axes 2, 3 and 4 are parallel to a direction h: their joints move everything beyond them in planes normal to h.
//
// Method   M = E1⁻¹ G = (E2 E3 E4) E5 E6, and E2 E3 E4 changes no component along h:
//            h·R1⁻¹ R_G h6  = h·R5 h6          the direction of axis 6
//            h·(E1⁻¹ G p6)  = h·(E5 p6)        a point p6 on axis 6
//          are two equations, linear in the cosines and sines of q1 and of q5. Eliminating q5 leaves one in q1: of degree one
//          if axes 5 and 6 meet, as in the arms of Universal Robots, otherwise of degree two. Joint 6 follows from the
//          direction of h in the tool, and joints 2, 3 and 4 from a triangle.
#include <algorithm>

#include "core/ik/closed_form/geometry.hpp"
#include "core/ik/closed_form/roots.hpp"

namespace catena::detail {
namespace {

struct Pair {
  double q1, q5;
};
struct Pairs {
  std::array<Pair, 8> at;
  int count = 0;
  void add(double q1, double q5) { at[static_cast<std::size_t>(count++)] = {q1, q5}; }
};

double value(const Wave& w, double x) { return w.k + w.a * std::cos(x) + w.b * std::sin(x); }
Wave constant(double k) { return {k}; }

// h·(v turned about the axis by s q), as a wave in q.
Wave turned_wave(const V3& h, const V3& axis, double s, const V3& v) {
  const V3 side = across(v, axis);
  return {dot(h, v - side), dot(h, side), s * dot(h, cross(axis, v))};
}

Pairs first_and_fifth(const SixAxes& axes, const V3& h, const Pose<double>& G, double length) {
  const ScrewAxis &one = axes[0], &five = axes[4], &six = axes[5];
  const V3 p6 = common_normal(five, six, kSmallAngle).on_b, far = G * p6;
  const double unit = 1 / length;  // both equations without dimension
  const Wave left[2] = {turned_wave(h, one.h, -1, G.R * six.h),
                        unit * (constant(dot(h, one.o)) + turned_wave(h, one.h, -1, far - one.o))};
  const Wave right[2] = {turned_wave(h, five.h, 1, six.h),
                         unit * (constant(dot(h, five.o)) + turned_wave(h, five.h, 1, p6 - five.o))};
  Wave rest[2];  // = right without its constant
  for (int i = 0; i < 2; ++i) rest[i] = left[i] - constant(right[i].k);
  Pairs out;
  const double D = right[0].a * right[1].b - right[0].b * right[1].a;
  if (std::abs(D) > kSmallLength) {
    const Wave c5 = (1 / D) * (right[1].b * rest[0] - right[0].b * rest[1]);
    const Wave s5 = (1 / D) * (right[0].a * rest[1] - right[1].a * rest[0]);
    for (const double q1 : angles(c5 * c5 + s5 * s5 - constant(1)))
      out.add(q1, std::atan2(value(s5, q1), value(c5, q1)));
    return out;
  }
  // both right sides are multiples of one wave: of the larger one
  const double size[2] = {std::hypot(right[0].a, right[0].b), std::hypot(right[1].a, right[1].b)};
  const int large = size[0] >= size[1] ? 0 : 1, little = 1 - large;
  const double sign = right[0].a * right[1].a + right[0].b * right[1].b < 0 ? -1 : 1;
  const Wave alone = rest[little] - (sign * size[little] / size[large]) * rest[large];
  for (const double q1 : angles(alone))
    for (const double q5 : angles(Wave{-value(rest[large], q1), right[large].a, right[large].b}))
      out.add(q1, q5);
  return out;
}

}  // namespace

bool has_three_parallel(const SixAxes& axes, double length) {
  for (const ScrewAxis& axis : axes)
    if (!axis.revolute) return false;
  const auto sine = [&](int i, int j) { return norm(cross(axes[i].h, axes[j].h)); };
  if (sine(1, 2) > kSmallAngle || sine(2, 3) > kSmallAngle || sine(1, 3) > kSmallAngle) return false;
  for (const auto& [i, j] : {std::pair{1, 2}, {2, 3}})
    if (common_normal(axes[i], axes[j], kSmallAngle).distance <= kSmallLength * length) return false;
  return sine(0, 1) > kSmallAngle && sine(1, 4) > kSmallAngle && sine(4, 5) > kSmallAngle;
}

void solve_three_parallel(const SixAxes& axes, const Pose<double>& G, const SixAngles& near, double length,
                          Candidates& out) {
  const V3 &h = axes[1].h, &h6 = axes[5].h;
  const double small = kSmallLength * length;
  const double s3 = dot(h, axes[2].h) < 0 ? -1 : 1, s4 = dot(h, axes[3].h) < 0 ? -1 : 1;
  const V3 e = across(std::abs(h.x) < 0.6 ? V3{1, 0, 0} : V3{0, 1, 0}, h);
  const Pairs pairs = first_and_fifth(axes, h, G, length);
  for (int k = 0; k < pairs.count; ++k) {
    const auto [q1, q5] = pairs.at[static_cast<std::size_t>(k)];
    // h in the tool: R6 (R_Gᵀ R1 h) = R5ᵀ h
    const V3 there = transpose_times(G.R, turned(axes[0].h, q1, h)), here = turned(axes[4].h, -q5, h);
    const double q6 = angle_about(h6, there, here, kSmallAngle).value_or(near[5]);
    const Pose<double> E = motion(axes[0], -q1) * G * motion(axes[5], -q6) * motion(axes[4], -q5);
    // E = E2 E3 E4: the triangle of axes 2, 3 and 4 seen along h
    const V3 p4 = axes[3].o, goal = across(E * p4 - axes[1].o, h);
    const V3 upper = across(axes[2].o - axes[1].o, h), fore = across(p4 - axes[2].o, h);
    const double turn = angle_about(h, e, E.R * e, 0).value_or(0);
    const Wave reach{dot(upper, upper) + dot(fore, fore) - dot(goal, goal), 2 * dot(upper, fore),
                     2 * dot(upper, cross(axes[2].h, fore))};
    for (const double q3 : angles(reach)) {
      const V3 bent = upper + turned(axes[2].h, q3, fore);
      const double q2 = angle_about(h, bent, goal, small).value_or(near[1]);
      out.add({q1, q2, q3, s4 * (turn - q2 - s3 * q3), q5, q6});
    }
  }
}

}  // namespace catena::detail
