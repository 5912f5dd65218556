// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics: the recursive Newton-Euler algorithm in proximal link frames.
//
// Source   Luh, Walker, Paul 1980; link frames and U matrices after Khalil and Kleinfinger 1987.
// Symbols  w, wd angular velocity and acceleration | vd acceleration of the frame's origin
//          U = [wd]x + [w]x² (acceleration of a point r of the link: vd + U r) | h, Σ first and second
//          moments
// Frames   every quantity of link i is expressed in frame i, at its origin.
// Cost     91n - 96 mul, 79n - 92 add, all revolute, n > 1; asserted in cost_test.cpp.
#pragma once

#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
struct RneaWork {
  explicit RneaWork(int n) : wrench(static_cast<std::size_t>(n), Force<T>::zero()) {}
  std::vector<Force<T>> wrench;  // (n) what joint i must transmit, in frame i; not set for the first
};

// τ = M q̈ + C q̇ + g for the given gravity (in the robot's base frame). `tip` is the wrench that the arm
// exerts on its surroundings at the tool, in tool axes.
template <class T>
void rnea(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
          const Vec3<T>& gravity, const Force<T>& tip, RneaWork<T>& work, std::span<T> tau) {
  const int n = arm.dof();

  // the first link turns about a fixed axis, or slides along it: only the component along the joint is needed
  const ChainLink<T>& l0 = arm.link(0);
  const Step<T>& s0 = x.step(0);
  Vec3<T> w = Vec3<T>::zero(), wd = Vec3<T>::zero();
  Vec3<T> vd = transpose_times(arm.base().R, -gravity);
  Vec3<T> Ux = Vec3<T>::zero();  // first column of the previous link's U
  vd = turn_back_z(s0.c, s0.s, turn_back_x(s0.ca, s0.sa, vd));
  T first = T(0);  // of τ, which may share its memory with q̈: written only after q̈ was read
  if (l0.revolute()) {
    w.z = qd[0];
    wd.z = qdd[0];
    Ux = {-(qd[0] * qd[0]), qdd[0], T(0)};
    first = l0.body.I.zz * qdd[0] + (l0.body.h.x * vd.y - l0.body.h.y * vd.x);
  } else {
    vd.z = vd.z + qdd[0];
    first = l0.body.m * vd.z;
  }

  // outward: velocities, accelerations, and the wrench that moves each link
  for (int i = 1; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    const Step<T>& s = x.step(i);
    by_twist(s, [&](const auto& ca, const auto& sa) {
      w = turn_back_z(s.c, s.s, turn_back_x(ca, sa, w));
      wd = turn_back_z(s.c, s.s, turn_back_x(ca, sa, wd));
      vd = turn_back_z(s.c, s.s, turn_back_x(ca, sa, vd + s.a * Ux));
    });
    if (l.revolute()) {
      wd = {wd.x + w.y * qd[i], wd.y - w.x * qd[i], wd.z + qdd[i]};
      w.z = w.z + qd[i];
    } else {
      const T qd2 = qd[i] + qd[i];
      vd = {vd.x + w.y * qd2, vd.y - w.x * qd2, vd.z + qdd[i]};
    }
    const Mat3<T> U = acceleration_gradient(w, wd);
    vd += s.d * U.col_z();  // the axis is common to both links
    Ux = U.col_x();
    const RigidInertia<T>& b = l.body;
    work.wrench[i] = {moment_of_gradient(U, l.spread) + cross(b.h, vd), b.m * vd + U * b.h};
  }

  // inward: each joint transmits the wrench of its link and of all links beyond it
  const Pose<T>& t = arm.tool();
  const Vec3<T> f = t.R * tip.lin;
  const Force<T> held = {t.R * tip.ang + cross(t.p, f), f};
  if (n == 1) {
    tau[0] = first + (l0.revolute() ? held.ang.z : held.lin.z);
    return;
  }
  work.wrench[n - 1] += held;
  for (int i = n - 1; i > 0; --i) {
    const Force<T>& F = work.wrench[i];
    tau[i] = arm.link(i).revolute() ? F.ang.z : F.lin.z;
    if (i > 1)
      work.wrench[i - 1] += to_parent(x.step(i), F);
    else
      tau[0] = first + felt_by_parent(l0, x.step(1), F);
  }
}

// Without a wrench at the tool.
template <class T>
void rnea(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
          const Vec3<T>& gravity, RneaWork<T>& work, std::span<T> tau) {
  rnea(arm, x, qd, qdd, gravity, Force<T>::zero(), work, tau);
}

}  // namespace catena
