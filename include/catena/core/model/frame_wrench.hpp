// SPDX-License-Identifier: Apache-2.0
// A wrench (moment; force) at a frame of a link, about the origin of that frame, as a wrench in the link's own frame.
//
// Axes     as for twists (model/frame.hpp), so that wrench · twist is the power in all three kinds of axes: those of the
//          frame, which turn with the link, or base axes, about the frame's origin or about that of the base.
#pragma once

#include "catena/core/math/spatial.hpp"
#include "catena/core/model/frame.hpp"

namespace catena {

// X is the pose of the frame's link in the base.
template <class T>
Force<T> wrench_in_link(const Pose<T>& X, const Frame<T>& frame, const Force<T>& w) {
  const Pose<T>& at = frame.pose;
  if (frame.axes == Axes::frame) {
    const Vec3<T> f = at.R * w.lin;
    return {at.R * w.ang + cross(at.p, f), f};
  }
  const Vec3<T> f = transpose_times(X.R, w.lin);
  const Vec3<T> m = transpose_times(X.R, w.ang);
  if (frame.axes == Axes::base_at_frame) return {m + cross(at.p, f), f};
  return {m - cross(transpose_times(X.R, X.p), f), f};
}

// The same for a wrench in the axes of the frame, which needs no posture.
template <class T>
Force<T> wrench_in_link(const Frame<T>& frame, const Force<T>& w) {
  return wrench_in_link(Pose<T>::identity(), {frame.link, frame.pose, Axes::frame}, w);
}

}  // namespace catena
