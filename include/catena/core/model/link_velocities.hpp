// SPDX-License-Identifier: Apache-2.0
// Velocities of all links, each in its own frame.
#pragma once

#include <span>
#include <vector>

#include "catena/core/model/joint.hpp"

namespace catena {

// V[i] = (angular velocity; velocity of the origin) of link i, in frame i.
template <class T>
void link_velocities(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                     std::vector<Motion<T>>& V) {
  Motion<T> v = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) V[i] = v = add_joint(arm.link(i), to_child(x.step(i), v), qd[i]);
}

}  // namespace catena
