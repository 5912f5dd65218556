// SPDX-License-Identifier: Apache-2.0
#include "core/ik/closed_form/arm_angle.hpp"

#include "core/ik/closed_form/roots.hpp"
#include "core/ik/closed_form/three_turns.hpp"

namespace catena::detail {
namespace {

V3 unit(const V3& v) { return (1 / norm(v)) * v; }

// The direction, normal to the unit vector `line` from the shoulder to the wrist, in which the arm angle is 0.
V3 zero_of_arm_angle(const SevenAxes& axes, const V3& line) {
  const V3 side = across(axes[0].h, line);
  return unit(norm(side) > kSmallAngle ? side : across(axes[1].h, line));
}

// The direction of the elbow normal to that line, with the shoulder at q = 0. The elbow of a stretched arm lies on the line;
// then it is the limit of that direction.
V3 elbow_side(const SevenAxes& axes, const ShoulderAndWrist& points, const V3& line, double length) {
  const V3 side = across(points.elbow - points.shoulder, line);
  return unit(norm(side) > kSmallLength * length ? side : cross(axes[3].h, line));
}

// The rotation that takes a to b and s to t, where s is normal to a, and t to b; all of length one.
Mat3<double> rotation_between(const V3& a, const V3& s, const V3& b, const V3& t) {
  const V3 u = cross(a, s), v = cross(b, t);
  const auto row = [&](double x, double y, double z) { return x * a + y * s + z * u; };
  const V3 rx = row(b.x, t.x, v.x), ry = row(b.y, t.y, v.y), rz = row(b.z, t.z, v.z);
  return {rx.x, rx.y, rx.z, ry.x, ry.y, ry.z, rz.x, rz.y, rz.z};
}

}  // namespace

std::optional<ShoulderAndWrist> shoulder_and_wrist(const SevenAxes& axes, double length) {
  const std::optional<V3> shoulder = meeting_point(axes[0], axes[1], axes[2], length);
  const std::optional<V3> wrist = meeting_point(axes[4], axes[5], axes[6], length);
  if (!shoulder || !wrist || !axes[3].revolute) return std::nullopt;
  // joint 4 has to change the distance between the two
  const double small = kSmallLength * length;
  if (norm(across(*shoulder - axes[3].o, axes[3].h)) <= small ||
      norm(across(*wrist - axes[3].o, axes[3].h)) <= small)
    return std::nullopt;
  const V3 elbow = axes[3].o + dot(axes[3].h, *shoulder - axes[3].o) * axes[3].h;
  return ShoulderAndWrist{*shoulder, elbow, *wrist};
}

double arm_angle(const SevenAxes& axes, const ShoulderAndWrist& points, const SevenAngles& q, double length) {
  const V3 reach = moved(axes[3], q[3], points.wrist) - points.shoulder;
  if (norm(reach) <= kSmallLength * length) return 0;
  const V3 line = unit(reach), side = elbow_side(axes, points, line, length);
  const auto turn = [&](const V3& v) {
    return turned(axes[0].h, q[0], turned(axes[1].h, q[1], turned(axes[2].h, q[2], v)));
  };
  const V3 there = turn(line);
  return angle_about(there, zero_of_arm_angle(axes, there), turn(side), 0).value_or(0);
}

void solve_arm_angle(const SevenAxes& axes, const ShoulderAndWrist& points, const Pose<double>& G,
                     double angle, const SevenAngles& near, double length, CandidatesOf<7>& out) {
  const V3 goal = G * points.wrist - points.shoulder;
  if (norm(goal) <= kSmallLength * length) return;  // the wrist in the shoulder: no line between them
  // |f + c cos q4 + s sin q4| = |goal|
  const V3& h4 = axes[3].h;
  const V3 r = points.wrist - axes[3].o, c = across(r, h4), s = cross(h4, r);
  const V3 f = (points.wrist - c) - points.shoulder;
  const Wave distance{dot(f, f) + dot(c, c) - dot(goal, goal), 2 * dot(f, c), 2 * dot(f, s)};
  const V3 line = unit(goal), side = turned(line, angle, zero_of_arm_angle(axes, line));
  for (const double q4 : angles(distance)) {
    const V3 straight = unit(moved(axes[3], q4, points.wrist) - points.shoulder);
    const Mat3<double> shoulder =
        rotation_between(straight, elbow_side(axes, points, straight, length), line, side);
    const Turns first = three_turns(axes[0].h, axes[1].h, axes[2].h, shoulder, near[0], kSmallAngle);
    const Mat3<double> rest = transpose(shoulder * motion(axes[3], q4).R) * G.R;
    const Turns last = three_turns(axes[4].h, axes[5].h, axes[6].h, rest, near[4], kSmallAngle);
    for (int i = 0; i < first.count; ++i)
      for (int k = 0; k < last.count; ++k) {
        const auto &x = first.at[static_cast<std::size_t>(i)], &y = last.at[static_cast<std::size_t>(k)];
        out.add({x[0], x[1], x[2], q4, y[0], y[1], y[2]});
      }
  }
}

}  // namespace catena::detail
