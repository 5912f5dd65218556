// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: filtering and smoothing along the arm.
#pragma once

#include "catena/core/algo/kalman.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> kalman_rows() {
  static const Method<T> rows[] = {
      {Quantity::id, "kalman", "spatial accelerations outward, forces inward",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         KalmanWork<T> work(arm.dof());
         kalman_id(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out);
       }},
      {Quantity::fd, "kalman", "a Kalman filter inward, a smoother outward, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         KalmanWork<T> work(arm.dof());
         kalman_fd(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
