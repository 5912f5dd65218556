// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/chart.hpp"

namespace catena::choose::detail {
namespace {

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

// The joint about whose axis the workspace is rotationally symmetric; prismatic joints along that axis may precede it.
int round_joint(const ToolPoint& point, const JointBox& box) {
  for (int i = 0; i < point.joints(); ++i) {
    if (!point.revolute(i)) continue;
    if (!box.joints[i].turns) return -1;
    for (int j = 0; j < i; ++j)
      if (length(cross(point.axis(j), point.axis(i))) > 1e-9) return -1;
    return i;
  }
  return -1;
}

}  // namespace

Chart chart_of(ToolPoint& point, const JointBox& box) {
  const std::vector<double> zero(box.joints.size(), 0.0);
  point.set(zero.data());
  Chart chart{};
  chart.flat = point.plane().has_value();
  chart.round = round_joint(point, box);
  chart.dimensions = (chart.flat ? 2 : 3) - (chart.round >= 0 ? 1 : 0);
  chart.centre = chart.round >= 0 ? point.origin(chart.round) : Vec3<double>::zero();
  const Vec3<double> up =
      chart.round >= 0 ? point.axis(chart.round) : (chart.flat ? *point.plane() : Vec3<double>{0, 0, 1});
  const Vec3<double> other = std::abs(up.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> side = other - dot(other, up) * up;
  chart.e[0] = (1 / length(side)) * side;
  chart.e[1] = cross(up, chart.e[0]);
  chart.e[2] = up;
  return chart;
}

}  // namespace catena::choose::detail
