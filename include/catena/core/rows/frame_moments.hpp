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
      row<T, FrameMomentsWork<T>>(Quantity::inertia, "frame_moments",
                                  "moment at joint i due to joint j's acceleration, link by link",
                                  [](Links<T> arm, Pos<T> x, In<T>, FrameMomentsWork<T>& work, Out<T> out) {
                                    frame_moments(arm, x, work, out.matrix());
                                  },
                                  {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
