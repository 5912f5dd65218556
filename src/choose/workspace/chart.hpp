// SPDX-License-Identifier: Apache-2.0
// The coordinates in which a workspace is measured: as few as its symmetry leaves.
//
// If the first revolute joint makes full turns, and only prismatic joints along its axis precede it, the workspace is
// rotationally symmetric: a radius, and a height unless the tool moves in a plane. Else two coordinates in the plane, or three.
#pragma once

#include <array>

#include "choose/workspace/joint_box.hpp"
#include "choose/workspace/tool_point.hpp"

namespace catena::choose::detail {

struct Chart {
  int dimensions;       // 1 to 3
  bool flat;            // the tool moves in a plane: an area
  int round = -1;       // the joint about whose axis it is symmetric, or -1
  Vec3<double> centre;  // on that axis
  Vec3<double>
      e[3];  // symmetric: two normal to the axis, then the axis; else the axes, of a plane the first two
  using Place = std::array<double, 3>;

  Place place(const Vec3<double>& p) const {
    const Vec3<double> v = p - centre;
    if (round < 0) return {dot(e[0], v), dot(e[1], v), dot(e[2], v)};
    const double x = dot(e[0], v), y = dot(e[1], v);
    return {std::sqrt(x * x + y * y), dot(e[2], v), 0};
  }
  // The point at that place that is nearest to p.
  Vec3<double> nearest(const Place& at, const Vec3<double>& p) const {
    const Vec3<double> v = p - centre;
    if (round < 0) {
      Vec3<double> x = p;
      for (int d = 0; d < dimensions; ++d) x += (at[d] - dot(e[d], v)) * e[d];
      return x;
    }
    const double x = dot(e[0], v), y = dot(e[1], v), r = std::sqrt(x * x + y * y);
    const double height = flat ? dot(e[2], v) : at[1];
    return centre + (r > 0 ? at[0] * x / r : at[0]) * e[0] + (r > 0 ? at[0] * y / r : 0) * e[1] +
           height * e[2];
  }
  // The derivative of the place with respect to the tool position.
  Place change(const Vec3<double>& p, const Place& at, const Vec3<double>& step) const {
    if (round < 0) return {dot(e[0], step), dot(e[1], step), dot(e[2], step)};
    const Vec3<double> v = p - centre;
    const double r = at[0] > 0 ? at[0] : 1;
    return {(dot(e[0], v) * dot(e[0], step) + dot(e[1], v) * dot(e[1], step)) / r, dot(e[2], step), 0};
  }
};

Chart chart_of(ToolPoint& point, const JointBox& box);

}  // namespace catena::choose::detail
