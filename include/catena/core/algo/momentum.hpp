// SPDX-License-Identifier: Apache-2.0
// The momentum of the whole arm, without its motors, and the joint momenta p = M q̇. O(n), by adding up the momenta of the links
// from the tip to the base.
//
// Symbols  V velocity of a link (angular; linear) | H momentum of a link and of all links beyond it
// Frames   V and H of link i in frame i, about its origin; the result in the robot's base frame, about its origin.
// Cost     64n - 47 mul, 49n - 48 add; joint momenta 64n - 67 and 49n - 60, all revolute, n > 1; asserted in cost_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
struct MomentumWork {
  explicit MomentumWork(int n) : H(static_cast<std::size_t>(n), Force<T>::zero()) {}
  std::vector<Force<T>> H;  // (n) first that of the link alone
};

// Angular momentum in `ang`, linear momentum in `lin`.
template <class T>
Force<T> momentum(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, MomentumWork<T>& work) {
  const int n = arm.dof();
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    V = add_joint(arm.link(i), to_child(x.step(i), V), qd[i]);
    work.H[i] = arm.link(i).body * V;
  }
  for (int i = n - 1; i > 0; --i) work.H[i - 1] += to_parent(x.step(i), work.H[i]);
  const Force<T> H = to_parent(x.step(0), work.H[0]);
  const Pose<T>& base = arm.base();
  const Vec3<T> p = base.R * H.lin;
  return {base.R * H.ang + cross(base.p, p), p};
}

// Its rate: what acts on the arm from outside, about the origin of the base, in base axes.
template <class T>
Force<T> momentum_rate(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                       std::span<const T> qdd, MomentumWork<T>& work) {
  const int n = arm.dof();
  Motion<T> V = Motion<T>::zero(), A = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    V = add_joint(l, to_child(x.step(i), V), qd[i]);
    A = add_joint(l, to_child(x.step(i), A) + bias_acceleration(l, V, qd[i]), qdd[i]);
    work.H[i] = moving_wrench(l.body, V, A);
  }
  for (int i = n - 1; i > 0; --i) work.H[i - 1] += to_parent(x.step(i), work.H[i]);
  const Force<T> F = to_parent(x.step(0), work.H[0]);
  const Pose<T>& base = arm.base();
  const Vec3<T> f = base.R * F.lin;
  return {base.R * F.ang + cross(base.p, f), f};
}

// p = M q̇: the momentum of each joint is that of all links beyond it, along its axis.
template <class T>
void joint_momentum(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, MomentumWork<T>& work,
                    std::span<T> p) {
  const int n = arm.dof();
  Motion<T> V = Motion<T>::zero();
  for (int i = 0; i < n; ++i) {
    V = add_joint(arm.link(i), to_child(x.step(i), V), qd[i]);
    work.H[i] = arm.link(i).body * V;
  }
  for (int i = n - 1; i >= 0; --i) {
    p[i] = joint_component(arm.link(i), work.H[i]);
    if (i > 0) work.H[i - 1] += to_parent(x.step(i), work.H[i]);
  }
}

}  // namespace catena
