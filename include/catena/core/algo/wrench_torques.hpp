// SPDX-License-Identifier: Apache-2.0
// The joint torques Σ J_iᵀ w_i that balance the wrench of each link on its surroundings: the term that inverse dynamics adds
// for them. O(n), by adding up the wrenches from the tip to the base.
//
// Frames   wrench i (moment; force) in the axes of link i, about the origin of its frame.
// Cost     20n - 20 mul, 18n - 18 add, all revolute; asserted in cost_test.cpp.
#pragma once

#include <span>

#include "catena/core/model/joint.hpp"

namespace catena {

namespace detail {

// Calls each(i, torque) for the joints from the tip to the base.
template <class T, class Each>
CATENA_INLINE void for_wrench_torques(const Chain<T>& arm, const Posture<T>& x,
                                      std::span<const Force<T>> wrenches, const Each& each) {
  Force<T> F = Force<T>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    F = F + wrenches[i];
    each(i, joint_component(arm.link(i), F));
    if (i > 0) F = to_parent(x.step(i), F);
  }
}

}  // namespace detail

template <class T>
void wrench_torques(const Chain<T>& arm, const Posture<T>& x, std::span<const Force<T>> wrenches,
                    std::span<T> tau) {
  detail::for_wrench_torques(arm, x, wrenches, [&](int i, const T& torque) { tau[i] = torque; });
}

// tau += Σ J_iᵀ w_i
template <class T>
void add_wrench_torques(const Chain<T>& arm, const Posture<T>& x, std::span<const Force<T>> wrenches,
                        std::span<T> tau) {
  detail::for_wrench_torques(arm, x, wrenches, [&](int i, const T& torque) { tau[i] = tau[i] + torque; });
}

// left = tau - Σ J_iᵀ w_i: what is left of the torques to move the arm.
template <class T>
void subtract_wrench_torques(const Chain<T>& arm, const Posture<T>& x, std::span<const Force<T>> wrenches,
                             std::span<const T> tau, std::span<T> left) {
  detail::for_wrench_torques(arm, x, wrenches, [&](int i, const T& torque) { left[i] = tau[i] - torque; });
}

}  // namespace catena
