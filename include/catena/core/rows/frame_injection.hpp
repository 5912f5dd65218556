// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: frame injection.
#pragma once

#include "catena/core/algo/frame_injection.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct FrameInjectionBias {
  explicit FrameInjectionBias(int n) : injection(n), none(zeros<T>(n)) {}
  FrameInjectionWork<T> injection;
  std::vector<T> none;  // (n)
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> frame_injection_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, FrameInjectionWork<T>>(
          Quantity::id, "frame_injection", "what each joint alone adds to each link, summed",
          [](Links<T> arm, Pos<T> x, In<T> s, FrameInjectionWork<T>& work, Out<T> out) {
            frame_injection<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out.vector());
          },
          {.poses = true}),
      row<T, FrameInjectionBias<T>>(
          Quantity::bias, "frame_injection", "normal and Coriolis parts of each joint on each link, summed",
          [](Links<T> arm, Pos<T> x, In<T> s, FrameInjectionBias<T>& work, Out<T> out) {
            frame_injection<T>(arm, x, s.qd, work.none, Vec3<T>::zero(), Force<T>::zero(), work.injection,
                               out.vector());
          },
          {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
