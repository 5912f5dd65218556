// SPDX-License-Identifier: Apache-2.0
// The torque of each joint, term by term: what the acceleration of each joint, the bias acceleration and the bias force of
// each link, and a load on each link contribute to it. For study: rnea.hpp gives the sum for less.
//
// Paper    Kozłowski 1995: "Robot dynamics models in terms of generalized and quasi-coordinates: a comparison", section 3, 003 (39).
// Symbols  as in spatial_operators.hpp | r composite inertia of link i and all beyond it | a = Ω_δ* V bias acceleration
//          b = V × M V bias force, here with the weight of the link | w wrench of a link on its surroundings
// Frames   link i in frame i, at its origin.
// Differs  the paper writes the terms down for joint 2 of three. n(k) there is a(k). It has no loads: they enter as b does.
// Cost     O(n²).
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/link_velocities.hpp"

namespace catena {

template <class T>
struct TorqueTermsWork {
  explicit TorqueTermsWork(int n)
      : composite(static_cast<std::size_t>(n), RigidInertia<T>::zero()),
        V(static_cast<std::size_t>(n), Motion<T>::zero()) {}
  std::vector<RigidInertia<T>> composite;  // (n) r
  std::vector<Motion<T>> V;                // (n)
};

// Element (i, j): what joint or link j contributes to the torque of joint i. The rows of all four add up to the torques.
template <class T>
struct TorqueTerms {
  explicit TorqueTerms(int n) : inertia(n, n), acceleration(n, n), force(n, n), load(n, n), work(n) {}
  MatX<T> inertia;       // of q̈_j
  MatX<T> acceleration;  // of a(j)
  MatX<T> force;         // of b(j); zero for j < i
  MatX<T> load;          // of w(j); zero for j < i
  TorqueTermsWork<T> work;
};

namespace detail {

// Column j for a wrench F of link j, which the joints up to j carry.
template <class T>
void carry_wrench(const Chain<T>& arm, const Posture<T>& x, int j, Force<T> F, MatView<T> out) {
  for (int i = arm.dof() - 1; i > j; --i) out(i, j) = T(0);
  for (int i = j; i >= 0; --i) {
    out(i, j) = joint_component(arm.link(i), F);
    if (i > 0) F = to_parent(x.step(i), F);
  }
}

// Column j for an acceleration A of link j and of all beyond it: the composite body of the outer one of i and j is moved.
template <class T>
void carry_acceleration(const Chain<T>& arm, const Posture<T>& x, int j, Motion<T> A,
                        const std::vector<RigidInertia<T>>& composite, MatView<T> out) {
  carry_wrench(arm, x, j, composite[j] * A, out);
  for (int i = j + 1; i < arm.dof(); ++i) {
    A = to_child(x.step(i), A);
    out(i, j) = joint_component(arm.link(i), composite[i] * A);
  }
}

}  // namespace detail

template <class T>
void torque_terms(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                  const Vec3<T>& gravity, TorqueTermsWork<T>& work, MatView<T> inertia,
                  MatView<T> acceleration, MatView<T> force) {
  const int n = arm.dof();
  std::vector<RigidInertia<T>>& r = work.composite;
  for (int i = n - 1; i >= 0; --i) {
    r[i] = arm.link(i).body;
    if (i < n - 1) r[i] = r[i] + to_parent(x.step(i + 1), r[i + 1]);
  }
  link_velocities(arm, x, qd, work.V);
  Vec3<T> g = transpose_times(arm.base().R, gravity);
  for (int j = 0; j < n; ++j) {
    const ChainLink<T>& l = arm.link(j);
    const Step<T>& s = x.step(j);
    g = turn_back_z(s.c, s.s, turn_back_x(s.ca, s.sa, g));
    const Motion<T> S = add_joint(l, Motion<T>::zero(), qdd[j]);
    detail::carry_acceleration<T>(arm, x, j, S, r, inertia);  // H r H* θ̈                          003 (39)
    const Motion<T> a = bias_acceleration(l, work.V[j], qd[j]);
    detail::carry_acceleration<T>(arm, x, j, a, r, acceleration);                 // H r a        003 (39)
    detail::carry_wrench<T>(arm, x, j, bias_force(l.body, work.V[j], g), force);  // H Φ b        003 (39)
  }
}

// With loads: wrenches in the axes of the links, about the origins of their frames; empty: none.
template <class T>
void torque_terms(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                  const Vec3<T>& gravity, std::span<const Force<T>> wrenches, TorqueTerms<T>& out) {
  torque_terms<T>(arm, x, qd, qdd, gravity, out.work, out.inertia.view(), out.acceleration.view(),
                  out.force.view());
  for (int j = 0; j < arm.dof(); ++j)
    detail::carry_wrench<T>(arm, x, j, wrenches.empty() ? Force<T>::zero() : wrenches[j], out.load.view());
}

}  // namespace catena
