// SPDX-License-Identifier: Apache-2.0
// For any frame fixed to a link or to the base: pose, geometric Jacobian, and the derivatives of the Jacobian with respect to
// time and to the joint variables, in base axes or in the axes of the frame.
//
// Symbols  z_i, p_i axis of joint i and a point on it | p origin of the frame | R its axes | ω its angular velocity
// Frames   base axes, except for columns in the frame's own axes, Rᵀ J.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/frame.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

// The frame in the base. After set_poses.
template <class T>
Pose<T> frame_pose(const Kinematics<T>& k, const Frame<T>& frame) {
  return frame.link < 0 ? frame.pose : k.frame[frame.link] * frame.pose;
}

// J (6 x n) with (ω; v) of the frame = J q̇, zero beyond its link; for a frame of the base, zero. After set_poses.
template <class T>
void frame_jacobian(const Chain<T>& arm, const Kinematics<T>& k, const Frame<T>& frame, MatView<T> J) {
  const Pose<T> X = frame_pose(k, frame);
  for (int i = 0; i < arm.dof(); ++i) {
    Vec3<T> ang = Vec3<T>::zero(), lin = Vec3<T>::zero();
    if (i <= frame.link) {
      const Vec3<T> z = k.frame[i].R.col_z(), p = k.frame[i].p;
      if (arm.link(i).revolute()) {
        ang = z;
        lin = frame.axes == Axes::base ? cross(p, z) : cross(z, X.p - p);
      } else {
        lin = z;
      }
      if (frame.axes == Axes::frame) ang = transpose_times(X.R, ang), lin = transpose_times(X.R, lin);
    }
    set_column(J, i, ang, lin);
  }
}

// dJ/dt (6 x n) along q̇. After set_poses and set_velocities.
template <class T>
void frame_jacobian_rate(const Chain<T>& arm, const Kinematics<T>& k, const Frame<T>& frame, MatView<T> Jd) {
  const Pose<T> X = frame_pose(k, frame);
  const bool on_base = frame.link < 0;
  const Motion<T> V = on_base ? Motion<T>::zero() : k.velocity[frame.link];
  const Vec3<T> w = V.ang, v = on_base ? V.lin : V.lin + cross(w, X.p - k.frame[frame.link].p);
  for (int i = 0; i < arm.dof(); ++i) {
    Vec3<T> ang = Vec3<T>::zero(), lin = Vec3<T>::zero();
    if (i <= frame.link) {
      const Vec3<T> z = k.frame[i].R.col_z(), p = k.frame[i].p, r = X.p - p;
      const Vec3<T> zd = cross(k.velocity[i].ang, z), pd = k.velocity[i].lin;
      const bool revolute = arm.link(i).revolute();
      if (!revolute)
        lin = zd;
      else if (frame.axes == Axes::base)
        ang = zd, lin = cross(pd, z) + cross(p, zd);
      else
        ang = zd, lin = cross(zd, r) + cross(z, v - pd);
      if (frame.axes == Axes::frame) {  // d(Rᵀ x)/dt = Rᵀ (ẋ - ω × x)
        const Vec3<T> x = revolute ? z : Vec3<T>::zero(), y = revolute ? cross(z, r) : z;
        ang = transpose_times(X.R, ang - cross(w, x));
        lin = transpose_times(X.R, lin - cross(w, y));
      }
    }
    set_column(Jd, i, ang, lin);
  }
}

// H(., j, k) = ∂J_k/∂q_j (6 x n x n) from the columns of J itself: a joint rotates and moves whatever lies beyond it.
template <class T>
void frame_jacobian_gradient(const Frame<T>& frame, MatView<T> J, CubeView<T> H) {
  const Vec3<T> none = Vec3<T>::zero();
  const auto column = [&J](int j) -> Motion<T> {
    return {{J(0, j), J(1, j), J(2, j)}, {J(3, j), J(4, j), J(5, j)}};
  };
  for (int k = 0; k < J.cols; ++k)
    for (int j = 0; j < J.cols; ++j) {
      Vec3<T> ang = none, lin = none;
      if (j <= frame.link && k <= frame.link) {
        const Motion<T> a = column(j), b = column(k);
        if (frame.axes == Axes::base_at_frame) {
          if (j < k) ang = cross(a.ang, b.ang);
          lin = j < k ? cross(a.ang, b.lin) : cross(b.ang, a.lin);
        } else if (frame.axes == Axes::base ? j < k
                                            : k < j) {  // S_j × S_k; in the frame's own axes S_k × S_j
          const bool base = frame.axes == Axes::base;
          const Motion<T>&first = base ? a : b, &second = base ? b : a;
          ang = cross(first.ang, second.ang);
          lin = cross(first.ang, second.lin) + cross(first.lin, second.ang);
        }
      }
      set_column(MatView<T>{&H(0, 0, k), 6, H.cols, 6}, j, ang, lin);
    }
}

}  // namespace catena
