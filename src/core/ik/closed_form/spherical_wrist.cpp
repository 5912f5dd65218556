// SPDX-License-Identifier: Apache-2.0
// Arms whose last three axes meet in a point: the first three joints alone place it, and the last three then turn the tool.
#include "core/ik/closed_form/geometry.hpp"
#include "core/ik/closed_form/three_joints.hpp"

namespace catena::detail {

std::optional<V3> wrist_centre(const SixAxes& axes, double length) {
  if (!axes[0].revolute || !axes[1].revolute) return std::nullopt;
  for (std::size_t i = 3; i < 6; ++i)
    if (!axes[i].revolute) return std::nullopt;
  const CommonNormal first = common_normal(axes[3], axes[4], kSmallAngle);
  const CommonNormal second = common_normal(axes[4], axes[5], kSmallAngle);
  const double small = kSmallLength * length;
  if (first.sine <= kSmallAngle || second.sine <= kSmallAngle) return std::nullopt;
  if (first.distance > small || second.distance > small || norm(first.on_b - second.on_a) > small)
    return std::nullopt;
  return 0.5 * (first.on_b + second.on_a);
}

void solve_spherical_wrist(const SixAxes& axes, const V3& centre, const Pose<double>& G,
                           const SixAngles& near, double length, Candidates& out) {
  const V3 &h4 = axes[3].h, &h5 = axes[4].h, &h6 = axes[5].h;
  const ThreeAngles first = three_joints(axes, centre, G * centre, near, length);
  for (int k = 0; k < first.count; ++k) {
    const auto& q = first.at[static_cast<std::size_t>(k)];
    const Pose<double> E = motion(axes[0], q[0]) * motion(axes[1], q[1]) * motion(axes[2], q[2]);
    const Mat3<double> R = transpose(E.R) * G.R;  // = R4 R5 R6
    // the angle between axes 4 and 6 depends on joint 5 alone: h4·R5 h6 = h4·R h6
    const V3 side = across(h6, h5), along = h6 - side;
    const Roots fifth = angles({dot(h4, along) - dot(h4, R * h6), dot(h4, side), dot(h4, cross(h5, h6))});
    for (const double q5 : fifth) {
      const double q4 = angle_about(h4, turned(h5, q5, h6), R * h6, kSmallAngle).value_or(near[3]);
      // what is left is a turn about axis 6: see where it takes a vector across it
      const V3 e = across(std::abs(h6.x) < 0.6 ? V3{1, 0, 0} : V3{0, 1, 0}, h6);
      const V3 taken = turned(h5, -q5, turned(h4, -q4, R * e));
      const double q6 = angle_about(h6, e, taken, 0).value_or(near[5]);
      out.add({q[0], q[1], q[2], q4, q5, q6});
    }
  }
}

}  // namespace catena::detail
