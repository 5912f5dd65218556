// SPDX-License-Identifier: Apache-2.0
// Arms whose last three axes meet in a point: the first three joints alone place it, and the last three then turn the tool.
#include "core/ik/closed_form/geometry.hpp"
#include "core/ik/closed_form/three_joints.hpp"
#include "core/ik/closed_form/three_turns.hpp"

namespace catena::detail {

std::optional<V3> meeting_point(const ScrewAxis& a, const ScrewAxis& b, const ScrewAxis& c, double length) {
  if (!a.revolute || !b.revolute || !c.revolute) return std::nullopt;
  const CommonNormal first = common_normal(a, b, kSmallAngle), second = common_normal(b, c, kSmallAngle);
  const double small = kSmallLength * length;
  if (first.sine <= kSmallAngle || second.sine <= kSmallAngle) return std::nullopt;
  if (first.distance > small || second.distance > small || norm(first.on_b - second.on_a) > small)
    return std::nullopt;
  return 0.5 * (first.on_b + second.on_a);
}

std::optional<V3> wrist_centre(const SixAxes& axes, double length) {
  if (!axes[0].revolute || !axes[1].revolute) return std::nullopt;
  return meeting_point(axes[3], axes[4], axes[5], length);
}

void solve_spherical_wrist(const SixAxes& axes, const V3& centre, const Pose<double>& G,
                           const SixAngles& near, double length, Candidates& out) {
  const ThreeAngles first = three_joints(axes, centre, G * centre, near, length);
  for (int k = 0; k < first.count; ++k) {
    const auto& q = first.at[static_cast<std::size_t>(k)];
    const Pose<double> E = motion(axes[0], q[0]) * motion(axes[1], q[1]) * motion(axes[2], q[2]);
    const Turns wrist =
        three_turns(axes[3].h, axes[4].h, axes[5].h, transpose(E.R) * G.R, near[3], kSmallAngle);
    for (int l = 0; l < wrist.count; ++l) {
      const auto& x = wrist.at[static_cast<std::size_t>(l)];
      out.add({q[0], q[1], q[2], x[0], x[1], x[2]});
    }
  }
}

}  // namespace catena::detail
