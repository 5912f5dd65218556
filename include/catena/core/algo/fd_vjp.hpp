// SPDX-License-Identifier: Apache-2.0
// Vector-Jacobian products of forward dynamics in O(n), without M or the Jacobian matrices: the gradients of vᵀ q̈(q, q̇, τ) by q,
// q̇ and τ for a constant v.
//
// Idea     Differentiate the identity τ = id(q, q̇, fd(q, q̇, τ)): with y = M⁻¹ v, the gradient by τ is y, and those by q and q̇
//          are the gradients of -yᵀ id at the q̈ that forward dynamics gives.
// Symbols  ψ, δ of articulated bodies as in aba.hpp, which also solve for y | r inertia of the rotors
// Motors   `Motors::included`: M + R in place of M, and viscous friction; the caller takes friction from τ.
// Cost     579n - 576 mul, 482n - 544 add, all revolute, n > 1; asserted in id_vjp_test.cpp.
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/aba_rotors.hpp"
#include "catena/core/algo/articulated_solve.hpp"
#include "catena/core/algo/id_vjp.hpp"
#include "catena/core/model/with_motors.hpp"

namespace catena {

template <class T>
struct FdVjpWork {
  explicit FdVjpWork(int n)
      : aba(n), id(n), qdd(static_cast<std::size_t>(n), T(0)), y(qdd), minus_y(qdd), unused(qdd) {}
  AbaWork<T> aba;
  IdVjpWork<T> id;
  std::vector<T> qdd;         // (n) q̈ = fd(q, q̇, τ)
  std::vector<T> y, minus_y;  // (n) M⁻¹ v, and its opposite
  std::vector<T> unused;      // (n) the gradient of -yᵀ id with respect to q̈
};

// Results may overwrite the vectors q̇, τ and v. `tip` is constant in tool axes.
template <class T, Motors motors = Motors::left_out>
void fd_vjp(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
            const Vec3<T>& gravity, const Force<T>& tip, std::span<const T> v, FdVjpWork<T>& work,
            std::span<T> by_q, std::span<T> by_qd, std::span<T> by_tau) {
  if constexpr (motors == Motors::included)
    aba_rotors<T>(arm, x, qd, tau, gravity, tip, work.aba, work.qdd);
  else
    aba<T>(arm, x, qd, tau, gravity, tip, work.aba, work.qdd);
  articulated_solve<T>(arm, x, v, work.aba, work.y);
  for (int i = 0; i < arm.dof(); ++i) work.minus_y[i] = -work.y[i];
  id_vjp<T>(arm, x, qd, work.qdd, gravity, tip, work.minus_y, work.id, by_q, by_qd, work.unused);
  for (int i = 0; i < arm.dof(); ++i) {
    if constexpr (motors == Motors::included) by_qd[i] = by_qd[i] - arm.link(i).viscous * work.y[i];
    by_tau[i] = work.y[i];
  }
}

}  // namespace catena
