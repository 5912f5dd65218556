// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: frame injection.
#pragma once

#include "catena/core/algo/frame_injection.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> frame_injection_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::id, "frame_injection", "what each joint alone adds to each link, summed",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         FrameInjectionWork<T> work(arm.dof());
         frame_injection<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out);
       },
       true},
      {Quantity::bias, "frame_injection", "normal and Coriolis parts of each joint on each link, summed",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         FrameInjectionWork<T> work(arm.dof());
         const std::vector<T> none = zeros<T>(arm.dof());
         frame_injection<T>(arm, x, s.qd, none, Vec3<T>::zero(), Force<T>::zero(), work, out);
       },
       true},
  };
  return rows;
}

}  // namespace catena::rows
