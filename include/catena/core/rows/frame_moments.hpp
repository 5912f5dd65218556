// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: the moments behind GDAHJ.
#pragma once

#include "catena/core/algo/frame_moments.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> frame_moments_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "frame_moments", "moment at joint i of joint j's acceleration, link by link",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         FrameMomentsWork<T> work(arm.dof());
         frame_moments(arm, x, work, square(out, arm.dof()));
       },
       true},
  };
  return rows;
}

}  // namespace catena::rows
