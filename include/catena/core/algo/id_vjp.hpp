// SPDX-License-Identifier: Apache-2.0
// Vector-Jacobian products of inverse dynamics in O(n), without the Jacobian matrices: the gradients of L = vᵀ τ(q, q̇, q̈) by q,
// q̇ and q̈ for a constant v. They are what reverse-mode differentiation, the backward pass of learning, needs.
//
// Idea     With W_i the velocity that link i would have under the joint velocities v, L is the virtual power Σ W_i·F_i of the
//          inertial wrenches F_i = I A + V ×* I V. It depends on V_i, A_i and W_i, which the outward recursions build up; one
//          inward pass through the same recursions sums up the derivatives by them (the adjoint method).
//          A change of q_i turns what comes from the parent: it changes W_i by W_i × S_i, and V_i likewise.
// Symbols  V, A velocity and acceleration of a link, the latter less gravity | W velocity under v | S axis of the joint
//          f = dL/dW_i, what joint i transmits | h = dL/dA_i = Σ I W | r = dL/dV_i = Σ (I (W × V) - W ×* I V + S ×* h q̇)
//          dL/dq_i = f·(W × S) + h·(A' × S) + r·(V × S), A' the parent's acceleration in frame i
//          dL/dq̇_i = r·S + h·(V × S) | dL/dq̈_i = h·S, since ∂τ/∂q̈ = M is symmetric
// Frames   every quantity of link i is expressed in frame i, at its origin.
// Cost     309n - 280 mul, 245n - 253 add, all revolute, n > 1; asserted in id_vjp_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
struct IdVjpWork {
  explicit IdVjpWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()), W(V), A(V), wrench(V.size(), Force<T>::zero()) {}
  std::vector<Motion<T>> V, W;   // (n) velocity under q̇ and under v
  std::vector<Motion<T>> A;      // (n) acceleration of the parent, less gravity, in frame i
  std::vector<Force<T>> wrench;  // (n) F_i
};

// Results may overwrite the vectors q̇, q̈ and v. `tip` is constant in tool axes.
template <class T>
void id_vjp(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
            const Vec3<T>& gravity, const Force<T>& tip, std::span<const T> v, IdVjpWork<T>& work,
            std::span<T> by_q, std::span<T> by_qd, std::span<T> by_qdd) {
  const int n = arm.dof();
  Motion<T> V = Motion<T>::zero(), W = Motion<T>::zero();
  Motion<T> A = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    const Step<T>& s = x.step(i);
    V = work.V[i] = add_joint(l, to_child(s, V), qd[i]);
    W = work.W[i] = add_joint(l, to_child(s, W), v[i]);
    work.A[i] = to_child(s, A);
    A = add_joint(l, work.A[i], qdd[i]) + bias_acceleration(l, V, qd[i]);
    work.wrench[i] = moving_wrench(l.body, V, A);
  }
  const Vec3<T> push = arm.tool().R * tip.lin;
  Force<T> f = {arm.tool().R * tip.ang + cross(arm.tool().p, push), push};
  Force<T> h = Force<T>::zero(), r = Force<T>::zero();
  for (int i = n - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    const Motion<T>&Vi = work.V[i], &Wi = work.W[i];
    f += work.wrench[i];
    h += l.body * Wi;
    r += l.body * cross(Wi, Vi) - cross(Wi, l.body * Vi) + qd[i] * carried_by_axis(l, h);
    const Motion<T> rate = axis_rate(l, Vi);
    by_q[i] = dot(axis_rate(l, Wi), f) + dot(axis_rate(l, work.A[i]), h) + dot(rate, r);
    by_qd[i] = joint_component(l, r) + dot(rate, h);
    by_qdd[i] = joint_component(l, h);
    if (i > 0) {
      f = to_parent(x.step(i), f);
      h = to_parent(x.step(i), h);
      r = to_parent(x.step(i), r);
    }
  }
}

}  // namespace catena
