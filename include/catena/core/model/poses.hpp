// SPDX-License-Identifier: Apache-2.0
// Kinematics<T>: poses and velocities of all link frames and of the tool, in the axes of the robot's base.
//
// Cost     poses: 30n - 26 mul, 18n - 20 add; asserted in cost_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "catena/core/model/posture.hpp"

namespace catena {

template <class T>
struct Kinematics {
  explicit Kinematics(int n)
      : frame(static_cast<std::size_t>(n), Pose<T>::identity()),
        tool(Pose<T>::identity()),
        velocity(static_cast<std::size_t>(n), Motion<T>::zero()),
        tool_velocity(Motion<T>::zero()) {}
  std::vector<Pose<T>> frame;       // (n) frame i in the base                                set_poses
  Pose<T> tool;                     //     the tool in the base                                set_poses
  std::vector<Motion<T>> velocity;  // (n) angular velocity of link i, velocity of its origin  set_velocities
  Motion<T> tool_velocity;          //                                                         set_velocities
};

template <class T>
void set_poses(const Chain<T>& arm, const Posture<T>& x, Kinematics<T>& k) {
  Vec3<T> ex = arm.base().R.col_x(), ey = arm.base().R.col_y(), ez = arm.base().R.col_z();
  Vec3<T> p = arm.base().p;
  for (int i = 0; i < arm.dof(); ++i) {
    const Step<T>& s = x.step(i);
    p += s.a * ex;  // along the old x, then along the new z
    by_twist(s, [&](const auto& ca, const auto& sa) {
      const Vec3<T> ey1 = ca * ey + sa * ez;
      ez = ca * ez - sa * ey;
      p += s.d * ez;
      ey = s.c * ey1 - s.s * ex;
      ex = s.c * ex + s.s * ey1;
    });
    k.frame[i] = {{ex.x, ey.x, ez.x, ex.y, ey.y, ez.y, ex.z, ey.z, ez.z}, p};
  }
  k.tool = k.frame[arm.dof() - 1] * arm.tool();
}

// After set_poses.
template <class T>
void set_velocities(const Chain<T>& arm, std::span<const T> qd, Kinematics<T>& k) {
  Vec3<T> w = Vec3<T>::zero(), v = Vec3<T>::zero(), p = arm.base().p;
  for (int i = 0; i < arm.dof(); ++i) {
    const Pose<T>& X = k.frame[i];
    const Vec3<T> z = X.R.col_z();
    v += cross(w, X.p - p);  // the origin lies on the axis, which is common to both links
    if (arm.link(i).revolute())
      w += qd[i] * z;
    else
      v += qd[i] * z;
    p = X.p;
    k.velocity[i] = {w, v};
  }
  k.tool_velocity = {w, v + cross(w, k.tool.p - p)};
}

// The poses of all links, for one use.
template <class T>
Kinematics<T> kinematics_of(const Chain<T>& arm, const Posture<T>& x) {
  Kinematics<T> k(arm.dof());
  set_poses(arm, x, k);
  return k;
}

}  // namespace catena
