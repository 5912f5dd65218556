// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: kinematics.
#pragma once

#include "catena/core/algo/frame_kinematics.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/manipulability.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> kinematics_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, Kinematics<T>>(Quantity::jacobian, "kinematics", "geometric, rows angular then linear",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              if (s.frame) return frame_jacobian(arm, work, *s.frame, out.matrix());
                              jacobian(arm, work, out.matrix());
                            }),
      row<T, Kinematics<T>>(Quantity::jacobian_rate, "kinematics", "time derivative of the Jacobian",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              set_velocities<T>(arm, s.qd, work);
                              if (s.frame) return frame_jacobian_rate(arm, work, *s.frame, out.matrix());
                              jacobian_rate(arm, work, out.matrix());
                            }),
      row<T, Kinematics<T>>(Quantity::pose, "kinematics", "the frame in the base, 4 x 4",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              const Pose<T> X = s.frame ? frame_pose(work, *s.frame) : work.tool;
                              const Vec3<T> columns[] = {X.R.col_x(), X.R.col_y(), X.R.col_z(), X.p};
                              const MatView<T> A = out.matrix();
                              for (int j = 0; j < 4; ++j) {
                                A(0, j) = columns[j].x, A(1, j) = columns[j].y, A(2, j) = columns[j].z;
                                A(3, j) = T(j == 3 ? 1 : 0);
                              }
                            }),
      row<T, Kinematics<T>>(Quantity::manipulability, "kinematics",
                            "Yoshikawa, sqrt(det(J Jᵀ)); of J's linear rows when n < 6",
                            [](Links<T> arm, Pos<T> x, In<T>, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              out.number() = manipulability(arm, work);
                            }),
  };
  return rows;
}

}  // namespace catena::rows
