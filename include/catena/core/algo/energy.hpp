// SPDX-License-Identifier: Apache-2.0
// Kinetic and potential energy.
//
// Frames   kinetic energy in link frames; potential energy in the robot's base frame, zero for masses at its origin.
#pragma once

#include "catena/core/model/joint.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

// q̇ᵀ M q̇ / 2 in O(n).
template <class T>
T kinetic_energy(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd) {
  T twice = T(0);
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    V = add_joint(arm.link(i), to_child(x.step(i), V), qd[i]);
    twice = twice + dot(V, arm.link(i).body * V);
  }
  return T(0.5) * twice;
}

// -Σ m g·c. After set_poses.
template <class T>
T potential_energy(const Chain<T>& arm, const Kinematics<T>& k, const Vec3<T>& gravity) {
  Vec3<T> moment = Vec3<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    const RigidInertia<T>& b = arm.link(i).body;
    moment += b.m * k.frame[i].p + k.frame[i].R * b.h;
  }
  return -dot(gravity, moment);
}

}  // namespace catena
