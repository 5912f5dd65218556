// SPDX-License-Identifier: Apache-2.0
// A frame fixed to a link or to the base: the flange, a camera, a point on the elbow.
#pragma once

#include "catena/core/math/pose.hpp"

namespace catena {

// The axes and the point of reference of a frame's twist (angular; linear velocity).
enum class Axes {
  base_at_frame,  // base axes, velocity of the frame's origin
  frame,          // the frame's own axes, velocity of its origin
  base,  // base axes, velocity of the point of the link that passes through the origin of the base frame
};

template <class T>
struct Frame {
  int link;      // counted from 0; -1: the base, which does not move
  Pose<T> pose;  // in the frame of that link in the chain; for the base, in the robot's base frame
  Axes axes = Axes::base_at_frame;

  bool operator==(const Frame&) const = default;

  // A point of a link, with axes parallel to those of the link.
  static Frame point(int link, const Vec3<T>& p, Axes axes = Axes::base_at_frame) {
    return {link, {Mat3<T>::identity(), p}, axes};
  }
};

}  // namespace catena
