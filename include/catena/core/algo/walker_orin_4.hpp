// SPDX-License-Identifier: Apache-2.0
// Forward dynamics M q̈ = φ by conjugate directions: M enters only through inverse dynamics at rest.
//
// Source   Walker and Orin 1982, method 4: 003 (Table3), which uses conjugate gradients; conjugate directions
//          from unit vectors after Hestenes and Stiefel 1952, who show that this is Gaussian elimination.
// Symbols  d_k direction, y_k = M d_k, δ_k = d_kᵀ y_k, with d_iᵀ M d_k = 0 for i ≠ k | r = φ - M q̈ residual
// Frames   every quantity of link i is expressed in frame i, at its origin.
// Differs  gradients divide by the residual, which may vanish early, and lose their conjugacy to rounding. Unit
//          vectors, made conjugate one by one from the tip to the base, divide by δ_k alone: D of M = U D Uᵀ,
//          positive if M is positive definite. d_k moves links k..n only and y_k vanishes beyond joint k. Always n steps; a
//          vanishing residual stays zero. The price is n³/6 multiplications and additions.
// Cost     (n³ + 258n² - 313n + 54) / 6 mul, (n³ + 186n² - 253n + 54) / 6 add, all revolute, φ = τ - bias
//          given; asserted in walker_orin_4_test.cpp.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

template <class T>
struct WalkerOrin4Work {
  explicit WalkerOrin4Work(int n)
      : wrench(static_cast<std::size_t>(n), Force<T>::zero()),
        D(n, n),
        y(static_cast<std::size_t>(n), T(0)),
        ratio(n, n),
        delta(y),
        r(y) {}
  std::vector<Force<T>> wrench;  // (n) the wrench that moves link i
  MatX<T> D;                     // (n x n) column k is d_k: zero above row k, one in it
  std::vector<T> y;              // (n) y_k, rows 0..k; the others vanish by conjugacy
  MatX<T> ratio;                 // (n x n) y_k / δ_k in column k, rows 0..k-1
  std::vector<T> delta;          // (n) δ_k
  std::vector<T> r;              // (n) residual
};

// q̈ = M⁻¹ φ. δ_k <= 0 (in `delta`) means that M is not positive definite; δ_k = 0 gives no finite answer.
template <class T>
void walker_orin_4(const Chain<T>& arm, const Posture<T>& x, std::span<const T> phi, WalkerOrin4Work<T>& work,
                   std::span<T> qdd) {
  const int n = arm.dof();
  for (int i = 0; i < n; ++i) {
    work.r[i] = phi[i];
    qdd[i] = T(0);
  }
  for (int k = n - 1; k >= 0; --k) {
    // d_k = e_k - Σ_j d_j (y_jᵀ e_k) / δ_j
    for (int i = 0; i < n; ++i) work.D(i, k) = T(i == k ? 1 : 0);
    for (int j = k + 1; j < n; ++j)
      for (int i = j; i < n; ++i) work.D(i, k) = work.D(i, k) - work.ratio(k, j) * work.D(i, j);

    // y_k = M d_k: outward from joint k, inward to the base
    Motion<T> A = Motion<T>::zero();
    for (int i = k; i < n; ++i) {
      if (i > k) A = to_child(x.step(i), A);
      T& along = arm.link(i).revolute() ? A.ang.z : A.lin.z;
      along = along + work.D(i, k);
      work.wrench[i] = arm.link(i).body * A;
    }
    Force<T> F = Force<T>::zero();
    for (int i = n - 1; i >= 0; --i) {
      if (i < n - 1) F = to_parent(x.step(i + 1), F);
      if (i >= k) F += work.wrench[i];
      if (i <= k) work.y[i] = joint_component(arm.link(i), F);
    }

    // the step along d_k that clears row k of the residual
    work.delta[k] = work.y[k];  // d_kᵀ y_k, for y_k vanishes beyond row k
    const T per_delta = T(1) / work.delta[k];
    for (int i = 0; i < k; ++i) {
      work.ratio(i, k) = per_delta * work.y[i];
      work.r[i] = work.r[i] - work.ratio(i, k) * work.r[k];
    }
    const T step = per_delta * work.r[k];
    for (int i = k; i < n; ++i) qdd[i] = qdd[i] + step * work.D(i, k);
  }
}

}  // namespace catena
