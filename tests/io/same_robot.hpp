// SPDX-License-Identifier: Apache-2.0
// Are two robots equal, number by number?
#pragma once

#include "catena/core/model/robot.hpp"

namespace catena::test {

inline bool same(const Vec3<double>& a, const Vec3<double>& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

inline bool same(const RobotLink& a, const RobotLink& b) {
  const Sym3<double>&I = a.inertia, &J = b.inertia;
  bool equal = a.name == b.name && a.joint_name == b.joint_name && a.joint == b.joint && a.mass == b.mass &&
               same(a.com, b.com);
  equal =
      equal && a.dh.a == b.dh.a && a.dh.alpha == b.dh.alpha && a.dh.d == b.dh.d && a.dh.theta == b.dh.theta;
  equal =
      equal && I.xx == J.xx && I.yy == J.yy && I.zz == J.zz && I.xy == J.xy && I.xz == J.xz && I.yz == J.yz;
  equal = equal && a.limits.has_value() == b.limits.has_value() && a.motor.has_value() == b.motor.has_value();
  if (equal && a.limits) {
    equal = a.limits->position == b.limits->position && a.limits->velocity == b.limits->velocity &&
            a.limits->effort == b.limits->effort;
  }
  if (equal && a.motor) {
    equal = a.motor->inertia == b.motor->inertia && a.motor->gear == b.motor->gear &&
            a.motor->viscous == b.motor->viscous && a.motor->coulomb == b.motor->coulomb;
  }
  return equal;
}

inline bool same(const RobotFrame& a, const RobotFrame& b) {
  const Mat3<double>&R = a.pose.R, &S = b.pose.R;
  return a.name == b.name && a.row == b.row && same(a.pose.p, b.pose.p) && R.xx == S.xx && R.xy == S.xy &&
         R.xz == S.xz && R.yx == S.yx && R.yy == S.yy && R.yz == S.yz && R.zx == S.zx && R.zy == S.zy &&
         R.zz == S.zz;
}

inline bool same(const Robot& a, const Robot& b) {
  bool equal = a.name == b.name && a.source == b.source && a.convention == b.convention &&
               a.angle_unit == b.angle_unit && same(a.gravity, b.gravity) &&
               a.allow_nonphysical == b.allow_nonphysical && a.links.size() == b.links.size() &&
               a.payload.has_value() == b.payload.has_value();
  for (std::size_t i = 0; equal && i < a.links.size(); ++i) equal = same(a.links[i], b.links[i]);
  equal = equal && a.frames.size() == b.frames.size();
  for (std::size_t i = 0; equal && i < a.frames.size(); ++i) equal = same(a.frames[i], b.frames[i]);
  if (equal && a.payload) equal = a.payload->mass == b.payload->mass && same(a.payload->com, b.payload->com);
  return equal;
}

}  // namespace catena::test
