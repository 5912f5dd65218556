// SPDX-License-Identifier: Apache-2.0
// C(θ,ν) and C(θ,ξ) as matrices, element by element, in O(n²), and the remaining part H Ψ b of the vectors.
//
// Paper    Kozłowski 1995, section 5, eq 48.
// Symbols  as in quasi_velocity.hpp | c_ki, with k nearer to the base than i
//          B_i = Σ Ψ(i,m) P(m) Ω_δ*(m) Ψ*(i,m) over the links m beyond i
// Frames   link i in frame i, at its origin.
// Differs  B_i is accumulated in one inward recursion, so that c_ki is a component of Ψ(k,i) B_i S_i: O(n²), not O(n³).
// Misprint eq 48 has Ω_δ for Ω_δ* (a sign). The unnormalized elements have no D^-½; their diagonal is
//          ½ Ḋ = S·B S, to which the printed upper index i adds nothing. Skew is only this part, without V×M.
// Cost     not counted by the paper, which calls it the less efficient form.
#pragma once

#include <array>

#include "catena/core/algo/quasi_velocity_bias.hpp"
#include "catena/core/math/dense.hpp"

namespace catena {

namespace detail::quasi {

// A 6 x 6 matrix from motions to forces, by columns.
template <class T>
using Columns = std::array<Force<T>, 6>;

template <class T>
Columns<T> zero_columns() {
  const Force<T> z = Force<T>::zero();
  return {z, z, z, z, z, z};
}

template <class T>
Columns<T> transposed(const Columns<T>& B) {
  Columns<T> R = zero_columns<T>();
  const auto put = [](Force<T>& F, std::size_t k, const T& v) {
    Vec3<T>& half = k < 3 ? F.ang : F.lin;
    (k % 3 == 0 ? half.x : k % 3 == 1 ? half.y : half.z) = v;
  };
  for (std::size_t j = 0; j < 6; ++j) {
    const Force<T>& F = B[j];
    put(R[0], j, F.ang.x), put(R[1], j, F.ang.y), put(R[2], j, F.ang.z);
    put(R[3], j, F.lin.x), put(R[4], j, F.lin.y), put(R[5], j, F.lin.z);
  }
  return R;
}

// Ψ F, from frame i to frame i-1
template <class T>
Force<T> articulated_to_parent(const ChainLink<T>& l, const Step<T>& s, const Force<T>& G,
                               const Force<T>& F) {
  return to_parent(s, F - joint_component(l, F) * G);
}

// Ψ B Ψ*
template <class T>
Columns<T> articulated_to_parent(const ChainLink<T>& l, const Step<T>& s, const Force<T>& G, Columns<T> B) {
  for (int side = 0; side < 2; ++side) {
    for (Force<T>& F : B) F = articulated_to_parent(l, s, G, F);
    B = transposed(B);
  }
  return B;
}

}  // namespace detail::quasi

// The matrix of C(θ,ξ) without V×M V. After set_quasi (gravity does not matter).
template <class T>
void cxi_components(const Chain<T>& arm, const Posture<T>& x, const QuasiWork<T>& work, MatView<T> c) {
  using namespace detail::quasi;
  const QuasiFactors<T>& f = work.factors;
  Columns<T> B = zero_columns<T>();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const ChainLink<T>& l = arm.link(i);
    Force<T> F = B[l.revolute() ? 2 : 5];  // B S
    c(i, i) = joint_component(l, F);       // ½ Ḋ
    for (int k = i - 1; k >= 0; --k) {
      F = articulated_to_parent(arm.link(k + 1), x.step(k + 1), f.G[k + 1], F);
      c(k, i) = joint_component(arm.link(k), F);  // c_ki = H Ψ(k,i) B H*                       003 (48)
      c(i, k) = -c(k, i);                         // c_ik = -c_ki                               003 (48)
    }
    if (i == 0) break;
    // B + P Ω_δ*, whose columns are P times those of Ω_δ*
    for (std::size_t j = 0; j < 6; ++j) {
      Motion<T> e = Motion<T>::zero();
      Vec3<T>& half = j < 3 ? e.ang : e.lin;
      (j % 3 == 0 ? half.x : j % 3 == 1 ? half.y : half.z) = T(1);
      B[j] = B[j] + articulated(f, i) * bias_acceleration(l, e, work.qd[i]);
    }
    B = articulated_to_parent(l, x.step(i), f.G[i], B);
  }
}

// The skew matrix of C(θ,ν) without V×M V: the same with both D^-½ and no diagonal. After quasi_roots too.
template <class T>
void cnu_components(const Chain<T>& arm, const Posture<T>& x, const QuasiWork<T>& work, MatView<T> c) {
  const std::vector<T>& root = work.factors.root;
  cxi_components(arm, x, work, c);
  for (int j = 0; j < arm.dof(); ++j)
    for (int i = 0; i < arm.dof(); ++i) c(i, j) = i == j ? T(0) : c(i, j) / (root[i] * root[j]);  // 003 (48)
}

// out += k H Ψ b with k = 1, or D^-½ where `normalized`: V×M V and gravity, swept inward. The product with the matrix above is
// not in it.
template <class T>
void add_bias_forces(const Chain<T>& arm, const Posture<T>& x, const QuasiWork<T>& work, bool normalized,
                     std::span<T> out) {
  using namespace detail::quasi;
  Force<T> y = Force<T>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    y = y + work.b[i];
    const T t = joint_component(arm.link(i), y);
    out[i] = out[i] + (normalized ? t / work.factors.root[i] : t);
    if (i > 0) y = articulated_to_parent(arm.link(i), x.step(i), work.factors.G[i], y);
  }
}

}  // namespace catena
