// SPDX-License-Identifier: Apache-2.0
// The boundary conditions of a recursion at the two ends of the chain: gravity at the base, the wrench at the tool.
#pragma once

#include "catena/core/model/chain.hpp"

namespace catena {

// A wrench at the tool, in tool axes, moved to the origin of the last link frame and into its axes.
template <class T>
Force<T> at_last_frame(const Chain<T>& arm, const Force<T>& tip) {
  const Vec3<T> f = arm.tool().R * tip.lin;
  return {arm.tool().R * tip.ang + cross(arm.tool().p, f), f};
}

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
  Force<T> held;  // wrench that the arm exerts at the tool, in the last link frame
};

}  // namespace catena
