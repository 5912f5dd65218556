// SPDX-License-Identifier: Apache-2.0
// The tool's geometric Jacobian and its time derivative. Poses and velocities of the frames: model/poses.hpp.
//
// Frames   everything in the robot's base axes; Jacobians are 6 x n, rows (angular; linear), at the tool.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

// J (6 x n) with (ω; v) of the tool = J q̇. After set_poses.
template <class T>
void jacobian(const Chain<T>& arm, const Kinematics<T>& k, MatView<T> J) {
  for (int i = 0; i < arm.dof(); ++i) {
    const Vec3<T> z = k.frame[i].R.col_z();
    if (arm.link(i).revolute())
      set_column(J, i, z, cross(z, k.tool.p - k.frame[i].p));
    else
      set_column(J, i, Vec3<T>::zero(), z);
  }
}

// dJ/dt (6 x n) along q̇. After set_poses and set_velocities.
template <class T>
void jacobian_rate(const Chain<T>& arm, const Kinematics<T>& k, MatView<T> Jd) {
  for (int i = 0; i < arm.dof(); ++i) {
    const Vec3<T> z = k.frame[i].R.col_z();
    const Vec3<T> zd = cross(k.velocity[i].ang, z);
    if (arm.link(i).revolute())
      set_column(Jd, i, zd,
                 cross(zd, k.tool.p - k.frame[i].p) + cross(z, k.tool_velocity.lin - k.velocity[i].lin));
    else
      set_column(Jd, i, Vec3<T>::zero(), zd);
  }
}

}  // namespace catena
