// SPDX-License-Identifier: Apache-2.0
// Velocity and acceleration of any frame fixed to a link or to the base, in any of its axes, in O(n) without a Jacobian.
//
// Idea     in the axes of the frame itself, the derivative of the components of its twist is its spatial acceleration, which
//          is carried along the chain like a velocity. With Axes::base_at_frame the components are turned into base axes
//          and differentiated there, which adds ω × v: the acceleration of the frame's origin as a point, the classical one.
// Symbols  V twist (ω; v) | A = dV/dt by components
// Frames   V and A of link i in frame i, at its origin.
// Cost     with the pose of the tool: velocity 50n - 30 mul, 31n - 28 add; acceleration 74n - 44 and 48n - 40, all revolute, n > 1;
//          asserted in cost_test.cpp.
#pragma once

#include "catena/core/model/frame.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

template <class T>
struct FrameMotion {
  Motion<T> velocity, acceleration;
};

// The tool as a frame, in its default axes.
template <class T>
Frame<T> tool_frame(const Chain<T>& arm) {
  return {arm.dof() - 1, arm.tool(), Axes::base_at_frame};
}

namespace detail {

// The same motion, of the frame and in its axes instead of those of the link.
template <class T>
Motion<T> seen_from(const Pose<T>& X, const Motion<T>& V) {
  return {transpose_times(X.R, V.ang), transpose_times(X.R, V.lin + cross(V.ang, X.p))};
}

// From the frame's own axes to those that it asks for.
template <class T>
FrameMotion<T> in_axes(Axes axes, const Pose<T>& X, const FrameMotion<T>& own) {
  if (axes == Axes::frame) return own;
  const Motion<T>&V = own.velocity, &A = own.acceleration;
  const Vec3<T> w = X.R * V.ang, v = X.R * V.lin, wd = X.R * A.ang, a = X.R * A.lin;
  if (axes == Axes::base) return {{w, v + cross(X.p, w)}, {wd, a + cross(X.p, wd)}};
  return {{w, v}, {wd, a + cross(w, v)}};
}

}  // namespace detail

// V = J q̇ and dV/dt = J q̈ + J̇ q̇ of the frame. An empty q̈ is zero: dV/dt is then J̇ q̇. After set_poses.
template <class T>
FrameMotion<T> frame_motion(const Chain<T>& arm, const Posture<T>& x, const Kinematics<T>& k,
                            std::span<const T> qd, std::span<const T> qdd, const Frame<T>& frame) {
  if (frame.link < 0) return {Motion<T>::zero(), Motion<T>::zero()};  // fixed to the base
  Motion<T> V = Motion<T>::zero(), A = Motion<T>::zero();
  for (int i = 0; i <= frame.link; ++i) {
    const ChainLink<T>& l = arm.link(i);
    V = add_joint(l, to_child(x.step(i), V), qd[i]);
    A = to_child(x.step(i), A) + bias_acceleration(l, V, qd[i]);
    if (!qdd.empty()) A = add_joint(l, A, qdd[i]);
  }
  const FrameMotion<T> own = {detail::seen_from(frame.pose, V), detail::seen_from(frame.pose, A)};
  return detail::in_axes(frame.axes, k.frame[frame.link] * frame.pose, own);
}

// V alone. After set_poses.
template <class T>
Motion<T> frame_velocity(const Chain<T>& arm, const Posture<T>& x, const Kinematics<T>& k,
                         std::span<const T> qd, const Frame<T>& frame) {
  if (frame.link < 0) return Motion<T>::zero();
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i <= frame.link; ++i) V = add_joint(arm.link(i), to_child(x.step(i), V), qd[i]);
  const FrameMotion<T> own = {detail::seen_from(frame.pose, V), Motion<T>::zero()};
  return detail::in_axes(frame.axes, k.frame[frame.link] * frame.pose, own).velocity;
}

}  // namespace catena
