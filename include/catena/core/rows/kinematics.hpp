// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: kinematics.
#pragma once

#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/manipulability.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> kinematics_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::jacobian, "kinematics", "geometric, rows angular then linear, base axes, at the tool",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         jacobian(arm, kinematics_of(arm, x), MatView<T>{out.data(), 6, arm.dof(), 6});
       }},
      {Quantity::jacobian_rate, "kinematics", "time derivative of the Jacobian",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         Kinematics<T> k = kinematics_of(arm, x);
         set_velocities<T>(arm, s.qd, k);
         jacobian_rate(arm, k, MatView<T>{out.data(), 6, arm.dof(), 6});
       }},
      {Quantity::pose, "kinematics", "the tool in the base, 4 x 4",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const Pose<T> X = kinematics_of(arm, x).tool;
         const Vec3<T> col[] = {X.R.col_x(), X.R.col_y(), X.R.col_z(), X.p};
         for (int j = 0; j < 4; ++j) {
           out[4 * j] = col[j].x, out[4 * j + 1] = col[j].y, out[4 * j + 2] = col[j].z;
           out[4 * j + 3] = T(j == 3 ? 1 : 0);
         }
       }},
      {Quantity::manipulability, "kinematics", "Yoshikawa, sqrt(det(J J^T)); of J's linear rows when n < 6",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         out[0] = manipulability(arm, kinematics_of(arm, x));
       }},
  };
  return rows;
}

}  // namespace catena::rows
