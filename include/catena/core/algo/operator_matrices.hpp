// SPDX-License-Identifier: Apache-2.0
// The stacked spatial operators of an arm as matrices, written into memory of the caller without products of matrices:
// what spatial_operators.hpp defines, column by column.
//
// Paper    Kozłowski 1995: "Robot dynamics models in terms of generalized and quasi-coordinates: a comparison", section 2.
// Symbols  as in spatial_operators.hpp: Φ, H, M of rigid links, P, ψ = G, δ = D, Ψ, K of articulated ones
// Frames   block i in link frame i, at its origin, base to tip; Φ and Ψ take wrenches from a link to those before it.
// Differs  from the paper's order, tip to base: see spatial_operators.hpp. With rotors, δ = S·P S + r, and ψ = P S / δ is no
//          longer 1 along the joint; U = 1 + HΦK and U⁻¹ = 1 - HΨK are then the factors of M + R.
// Cost     Φ and Ψ have 18 n² numbers, which are computed in O(n²).
#pragma once

#include "catena/core/math/deflated.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

namespace detail::stacked {

// Unit vector j of six.
template <class V, class T>
V unit(int j) {
  V e = V::zero();
  T* const parts[] = {&e.ang.x, &e.ang.y, &e.ang.z, &e.lin.x, &e.lin.y, &e.lin.z};
  *parts[j] = T(1);
  return e;
}

// Rows 6i to 6i + 5 of column `col`.
template <class T>
void put(MatView<T> A, int i, int col, const Force<T>& F) {
  set_column(MatView<T>{&A(6 * i, 0), 6, A.cols, A.stride}, col, F.ang, F.lin);
}

template <class T>
void clear(MatView<T> A) {
  for (int j = 0; j < A.cols; ++j)
    for (int i = 0; i < A.rows; ++i) A(i, j) = T(0);
}

// 1 on the diagonal, and in block (i, j) for i < j what `to_parent(k, F)`, for k = j ... i + 1, makes of a unit wrench.
template <class T, class ToParent>
void set_shifts(int n, const ToParent& to_parent, MatView<T> A) {
  clear(A);
  for (int j = 0; j < n; ++j)
    for (int c = 0; c < 6; ++c) {
      Force<T> F = unit<Force<T>, T>(c);
      put(A, j, 6 * j + c, F);
      for (int i = j - 1; i >= 0; --i) {
        F = to_parent(i + 1, F);
        put(A, i, 6 * j + c, F);
      }
    }
}

}  // namespace detail::stacked

// Φ (6n x 6n)
template <class T>
void rigid_shifts(const Chain<T>& arm, const Posture<T>& x, MatView<T> Phi) {
  detail::stacked::set_shifts<T>(
      arm.dof(), [&](int k, const Force<T>& F) { return to_parent(x.step(k), F); }, Phi);
}

// H (n x 6n)
template <class T>
void stacked_axes(const Chain<T>& arm, MatView<T> H) {
  detail::stacked::clear(H);
  for (int i = 0; i < arm.dof(); ++i) H(i, 6 * i + (arm.link(i).revolute() ? 2 : 5)) = T(1);
}

// The inertia of each link (6 x 6 x n), about the origin of its frame.
template <class T>
void link_inertias(const Chain<T>& arm, CubeView<T> M) {
  for (int i = 0; i < arm.dof(); ++i)
    for (int c = 0; c < 6; ++c) {
      const Force<T> F = arm.link(i).body * detail::stacked::unit<Motion<T>, T>(c);
      set_column(MatView<T>{&M(0, 0, i), 6, 6, 6}, c, F.ang, F.lin);
    }
}

// P_i = M_i + Φ (1 - ψ Sᵀ) P_i+1 Φ*, ψ_i = P_i S_i / δ_i, δ_i = S_i·P_i S_i, and with rotors δ_i + r_i. `each` takes
// (i, P_i, ψ_i, δ_i), from the tip to the base.
template <class T, class Each>
void articulated_bodies(const Chain<T>& arm, const Posture<T>& x, bool rotors, const Each& each) {
  auto P = ArticulatedInertia<T>::rigid(RigidInertia<T>::zero());
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    P = with_body(P, l.body);
    const Force<T> u = along_joint(l, P);
    const T delta = rotors ? joint_component(l, u) + l.rotor : joint_component(l, u);
    const T delta_inv = T(1) / delta;
    const Force<T> psi = rotors ? delta_inv * u : scaled_to_joint(l, delta_inv, u);
    each(i, P, psi, delta);
    if (i == 0) break;
    const ArticulatedInertia<T> through = deflate(P, u, psi);
    P = to_parent(x.step(i), rotors ? through : without_joint(l, through));
  }
}

// Ψ (6n x 6n) and K (6n x n) from ψ of the articulated bodies.
template <class T>
void articulated_shifts(const Chain<T>& arm, const Posture<T>& x, std::span<const Force<T>> psi,
                        MatView<T> Psi, MatView<T> K) {
  detail::stacked::set_shifts<T>(
      arm.dof(),
      [&](int k, const Force<T>& F) {
        return to_parent(x.step(k), F - joint_component(arm.link(k), F) * psi[k]);
      },
      Psi);
  detail::stacked::clear(K);
  for (int i = 1; i < arm.dof(); ++i) detail::stacked::put(K, i - 1, i, to_parent(x.step(i), psi[i]));
}

}  // namespace catena
