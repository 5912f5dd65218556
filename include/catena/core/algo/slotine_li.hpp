// SPDX-License-Identifier: Apache-2.0
// The torque of passivity-based and adaptive control, τ = M a + C(q, q̇) v + g, in O(n), with a reference velocity v and a
// reference acceleration a that need not be q̇ and q̈. C is the matrix of Christoffel symbols, with which Ṁ - 2C is skew: the
// stability of these controllers rests on it. With v = q̇ and a = q̈ this is inverse dynamics.
//
// Source   Slotine, Li 1987 for the control law. The recursion follows from coriolis.hpp: C_ij = Σ_bodies S_iᵀ (I Ṡ_j + B S_j),
//          so that C v is the sum over the bodies of I Σ_j Ṡ_j v_j + B Σ_j S_j v_j.
// Symbols  V, W velocity of a link under q̇ and under v | A = Σ_j (S_j a_j + Ṡ_j v_j), less gravity | B model/mass_flow.hpp
// Frames   link i in frame i, at its origin.
// Cost     162n - 149 mul, 123n - 131 add, all revolute, n > 1; asserted in cost_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "catena/core/model/joint.hpp"
#include "catena/core/model/mass_flow.hpp"

namespace catena {

template <class T>
struct SlotineLiWork {
  explicit SlotineLiWork(int n) : wrench(static_cast<std::size_t>(n), Force<T>::zero()) {}
  std::vector<Force<T>> wrench;  // (n) what joint i must transmit, in frame i
};

template <class T>
void slotine_li(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> v,
                std::span<const T> a, const Vec3<T>& gravity, SlotineLiWork<T>& work, std::span<T> tau) {
  const int n = arm.dof();
  Motion<T> V = Motion<T>::zero(), W = Motion<T>::zero();
  Motion<T> A = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    V = add_joint(l, to_child(x.step(i), V), qd[i]);
    W = add_joint(l, to_child(x.step(i), W), v[i]);
    A = add_joint(l, to_child(x.step(i), A), a[i]) + bias_acceleration(l, V, v[i]);
    work.wrench[i] = l.body * A + MassFlow<T>::rigid(l, V).times(W.ang);
  }
  for (int i = n - 1; i >= 0; --i) {
    tau[i] = joint_component(arm.link(i), work.wrench[i]);
    if (i > 0) work.wrench[i - 1] += to_parent(x.step(i), work.wrench[i]);
  }
}

}  // namespace catena
