// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: velocity and acceleration of a frame.
#pragma once

#include "catena/core/algo/frame_kinematics.hpp"
#include "catena/core/algo/frame_motion.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct JacobianAndRate {
  explicit JacobianAndRate(int n) : kinematics(n), J(6, n), Jd(6, n) {}
  Kinematics<T> kinematics;
  MatX<T> J, Jd;
};

template <class T>
Frame<T> frame_of(const Chain<T>& arm, const State<T>& s) {
  return s.frame ? *s.frame : tool_frame(arm);
}

template <class T>
void put_motion(const Motion<T>& V, std::span<T> to) {
  to[0] = V.ang.x, to[1] = V.ang.y, to[2] = V.ang.z;
  to[3] = V.lin.x, to[4] = V.lin.y, to[5] = V.lin.z;
}

// J̇ q̇ + J u; an empty u is zero, `rate` false leaves J̇ q̇ out. A frame of the base does not move.
template <class T>
void motion_by_jacobian(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, bool rate,
                        std::span<const T> u, JacobianAndRate<T>& work, std::span<T> out) {
  const Frame<T> frame = frame_of(arm, s);
  set_zero(out);
  if (frame.link < 0) return;
  set_poses(arm, x, work.kinematics);
  if (rate) {
    set_velocities<T>(arm, s.qd, work.kinematics);
    frame_jacobian_rate(arm, work.kinematics, frame, work.Jd.view());
    add_product<T>(work.Jd.view(), s.qd, out);
  }
  if (u.empty()) return;
  frame_jacobian(arm, work.kinematics, frame, work.J.view());
  add_product<T>(work.J.view(), u, out);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> frame_motion_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, Kinematics<T>>(Quantity::frame_velocity, "frame_motion", "twists carried along the chain, O(n)",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              put_motion(frame_velocity<T>(arm, x, work, s.qd, frame_of(arm, s)),
                                         out.vector());
                            }),
      row<T, JacobianAndRate<T>>(Quantity::frame_velocity, "kinematics", "J times qd",
                                 [](Links<T> arm, Pos<T> x, In<T> s, JacobianAndRate<T>& work, Out<T> out) {
                                   motion_by_jacobian(arm, x, s, false, s.qd, work, out.vector());
                                 }),
      row<T, Kinematics<T>>(
          Quantity::frame_acceleration, "frame_motion", "spatial accelerations carried along the chain, O(n)",
          [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
            set_poses(arm, x, work);
            put_motion(frame_motion<T>(arm, x, work, s.qd, s.qdd, frame_of(arm, s)).acceleration,
                       out.vector());
          }),
      row<T, JacobianAndRate<T>>(Quantity::frame_acceleration, "kinematics",
                                 "J times qdd and its rate times qd",
                                 [](Links<T> arm, Pos<T> x, In<T> s, JacobianAndRate<T>& work, Out<T> out) {
                                   motion_by_jacobian(arm, x, s, true, s.qdd, work, out.vector());
                                 }),
      row<T, Kinematics<T>>(
          Quantity::frame_bias_acceleration, "frame_motion",
          "spatial accelerations carried along the chain, O(n)",
          [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
            set_poses(arm, x, work);
            put_motion(frame_motion<T>(arm, x, work, s.qd, {}, frame_of(arm, s)).acceleration, out.vector());
          }),
      row<T, JacobianAndRate<T>>(Quantity::frame_bias_acceleration, "kinematics", "the rate of J times qd",
                                 [](Links<T> arm, Pos<T> x, In<T> s, JacobianAndRate<T>& work, Out<T> out) {
                                   motion_by_jacobian<T>(arm, x, s, true, {}, work, out.vector());
                                 }),
      row<T, Kinematics<T>>(
          Quantity::kic, "kinematics", "J, and products of its columns",
          [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
            const Frame<T> frame = frame_of(arm, s);
            set_poses(arm, x, work);
            frame_jacobian(arm, work, frame, out.matrix(0));
            frame_jacobian_gradient(frame, out.matrix(0), CubeView<T>{out.matrix(1).data, 6, arm.dof()});
          }),
  };
  return rows;
}

}  // namespace catena::rows
