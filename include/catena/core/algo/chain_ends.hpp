// SPDX-License-Identifier: Apache-2.0
// What enters a recursion at the two ends of the chain.
#pragma once

#include "catena/core/model/chain.hpp"

namespace catena {

template <class T>
struct ChainEnds {
  ChainEnds(const Chain<T>& arm, const Vec3<T>& gravity)
      : lift(transpose_times(arm.base().R, -gravity)), held(Force<T>::zero()) {}
  ChainEnds(const Chain<T>& arm, const Vec3<T>& gravity, const Force<T>& tip) : ChainEnds(arm, gravity) {
    const Pose<T>& t = arm.tool();
    held.lin = t.R * tip.lin;
    held.ang = t.R * tip.ang + cross(t.p, held.lin);
  }
  Vec3<T> lift;   // minus gravity, in the axes of frame -1
  Force<T> held;  // on what is held, at the origin of the last frame and in its axes
};

}  // namespace catena
