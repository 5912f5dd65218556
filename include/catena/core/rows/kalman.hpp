// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: filtering and smoothing along the arm.
#pragma once

#include "catena/core/algo/kalman.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> kalman_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, KalmanWork<T>>(Quantity::id, "kalman", "spatial accelerations outward, forces inward",
                            [](Links<T> arm, Pos<T> x, In<T> s, KalmanWork<T>& work, Out<T> out) {
                              kalman_id(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out.vector());
                            }),
      row<T, KalmanWork<T>>(Quantity::fd, "kalman", "a Kalman filter inward, a smoother outward, O(n)",
                            [](Links<T> arm, Pos<T> x, In<T> s, KalmanWork<T>& work, Out<T> out) {
                              kalman_fd(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out.vector());
                            }),
  };
  return rows;
}

}  // namespace catena::rows
