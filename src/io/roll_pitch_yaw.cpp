// SPDX-License-Identifier: Apache-2.0
#include "catena/io/roll_pitch_yaw.hpp"

#include <cmath>

#include "catena/core/model/screws.hpp"

namespace catena {

using detail::Axis;
using detail::pose;
using detail::snapped;

Mat3<double> rotation_of(const Vec3<double>& rpy) {
  const auto about = [](Axis axis, double angle) { return pose({axis, angle, 0}).R; };
  // Ry = Rz(pi/2) Rx Rz(-pi/2): y is x turned by a quarter about z.
  const Mat3<double> quarter = {0, -1, 0, 1, 0, 0, 0, 0, 1};
  const Mat3<double> pitch = quarter * about(Axis::x, rpy.y) * transpose(quarter);
  return about(Axis::z, rpy.z) * pitch * about(Axis::x, rpy.x);
}

// Roll is taken from what yaw leaves, so that the product holds at pitch ±pi/2 too.
Vec3<double> roll_pitch_yaw(const Mat3<double>& R) {
  const double yaw = snapped(std::atan2(R.yx, R.xx));
  const double pitch = snapped(std::atan2(-R.zx, std::hypot(R.xx, R.yx)));
  const double c = std::cos(yaw), s = std::sin(yaw);
  const double roll = snapped(std::atan2(s * R.xz - c * R.yz, c * R.yy - s * R.xy));
  return {roll, pitch, yaw};
}

}  // namespace catena
