// SPDX-License-Identifier: Apache-2.0
// The energies of an arm, and the derivatives of T + V with respect to q and q̇, in O(n).
//
// Symbols  V_i velocity of link i | h_i = I_i V_i its momentum, H_i that of links i.. | W_i the weight of links i..,
//          as the force that carries them | S_i axis of joint i
// Result   ∂T/∂q̇_i = S_i·H_i = (M q̇)_i,  ∂T/∂q_i = (V_i x S_i)·H_i,  ∂V/∂q_i = S_i·W_i. The second: q_i
//          rotates the velocity that link i receives from its parent, V_i - S_i q̇_i, by -S_i x, for all links beyond too.
//          V = Σ A·(m p + h): p the origin of the frame, h the first moment, A minus the acceleration of gravity.
// Frames   every quantity of link i is expressed in frame i, at its origin.
#pragma once

#include <span>
#include <vector>

#include "catena/core/model/joint.hpp"

namespace catena::sim::detail {

struct EnergyGradientWork {
  explicit EnergyGradientWork(int n) : V(static_cast<std::size_t>(n), Motion<double>::zero()), A(V) {}
  std::vector<Motion<double>> V;  // (n)
  std::vector<Motion<double>> A;  // (n) minus the acceleration of gravity
};

struct Energies {
  double kinetic, potential;  // [J]
};

// by_q is ∂(T+V)/∂q, by_qd is ∂T/∂q̇. With the inertias of the rotors if `rotors`.
inline Energies energy_gradient(const Chain<double>& arm, const Posture<double>& x,
                                std::span<const double> qd, bool rotors, EnergyGradientWork& work,
                                std::span<double> by_q, std::span<double> by_qd) {
  Motion<double> V = Motion<double>::zero();
  Motion<double> A = {Vec3<double>::zero(), transpose_times(arm.base().R, -arm.gravity())};
  double twice = 0, potential = 0, height = -dot(arm.gravity(), arm.base().p);  // A·p of frame i
  for (int i = 0; i < arm.dof(); ++i) {
    const Step<double>& s = x.step(i);
    height += s.a * A.lin.x + s.d * (s.ca * A.lin.z - s.sa * A.lin.y);
    V = add_joint(arm.link(i), to_child(s, V), qd[i]);
    A = to_child(s, A);
    potential += arm.link(i).body.m * height + dot(A.lin, arm.link(i).body.h);
    work.V[i] = V;
    work.A[i] = A;
    twice += dot(V, arm.link(i).body * V);
  }
  Force<double> H = Force<double>::zero(), W = H;
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<double>& l = arm.link(i);
    H += l.body * work.V[i];
    W += l.body * work.A[i];
    by_qd[i] = joint_component(l, H);
    by_q[i] = dot(axis_rate(l, work.V[i]), H) + joint_component(l, W);
    if (rotors) {
      by_qd[i] += l.rotor * qd[i];
      twice += l.rotor * qd[i] * qd[i];
    }
    if (i > 0) {
      H = to_parent(x.step(i), H);
      W = to_parent(x.step(i), W);
    }
  }
  return {0.5 * twice, potential};
}

}  // namespace catena::sim::detail
