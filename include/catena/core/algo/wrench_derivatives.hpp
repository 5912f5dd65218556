// SPDX-License-Identifier: Apache-2.0
// The derivative with respect to q of the joint torques Σ J_iᵀ w_i that balance a wrench of each link: what inverse dynamics with such
// wrenches adds to its own. In the axes of the links, the wrenches turn with them; in base axes they keep their direction, so
// that they act differently on the joints while the arm moves. O(n²).
//
// Symbols  S_k axis of joint k as a spatial vector | F_i wrench i, F^c_k = Σ_{i>=k} F_i, τ_k = S_k·F^c_k
//          dτ_k/dq_j = (S_j × S_k)·F^c_k [j < k] + S_k·dF^c_l/dq_j,   l = max(j, k)
//          dF_i/dq_j = S_j ×* F_i                 wrench i in the axes of link i: then dτ_k/dq_j = 0 for k >= j
//                    = (S_j p_i × f_i; 0)         in base axes, about the origin p_i of frame i, whose velocity is S_j p_i
//                    = 0                          in base axes, about the origin of the base
// Frames   all in base axes, about the origin of the base.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "catena/core/model/aba_work.hpp"
#include "catena/core/model/frame_wrench.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

template <class T>
struct WrenchWork {
  explicit WrenchWork(int n)
      : kinematics(n),
        local(static_cast<std::size_t>(n), Force<T>::zero()),
        beyond(local),
        axis(static_cast<std::size_t>(n), Motion<T>::zero()),
        spread(3 * static_cast<std::size_t>(n), Vec3<T>::zero()),
        torques(static_cast<std::size_t>(n), T(0)),
        column(torques),
        articulated(n) {}
  Kinematics<T> kinematics;
  std::vector<Force<T>> local;   // (n) in the axes of the links
  std::vector<Force<T>> beyond;  // (n) F^c_k
  std::vector<Motion<T>> axis;   // (n) S_k
  std::vector<Vec3<T>> spread;   // (3n) rows of P_l = Σ_{i>=l} p_i f_iᵀ
  std::vector<T> torques;        // (n) those of forward dynamics, less Σ J_iᵀ w_i; for id_vjp, its vector
  std::vector<T> column;         // (n) of the derivative
  AbaWork<T> articulated;        // of dfd_dq, for M⁻¹ times a column
};

// The wrenches in the axes of their links, into work.local. Sets the poses.
template <class T>
void set_local_wrenches(const Chain<T>& arm, const Posture<T>& x, std::span<const Force<T>> wrenches,
                        Axes axes, WrenchWork<T>& work) {
  set_poses(arm, x, work.kinematics);
  for (int i = 0; i < arm.dof(); ++i)
    work.local[i] = wrench_in_link(work.kinematics.frame[i], {i, Pose<T>::identity(), axes}, wrenches[i]);
}

// For the columns below. `wrenches` are in the axes of the links, whatever axes they are held fixed in.
template <class T>
void set_wrench_sums(const Chain<T>& arm, const Posture<T>& x, std::span<const Force<T>> wrenches,
                     WrenchWork<T>& work) {
  set_poses(arm, x, work.kinematics);
  Force<T> sum = Force<T>::zero();
  Vec3<T> rows[3] = {Vec3<T>::zero(), Vec3<T>::zero(), Vec3<T>::zero()};
  for (int k = arm.dof() - 1; k >= 0; --k) {
    const Pose<T>& X = work.kinematics.frame[k];
    const Vec3<T> z = X.R.col_z(), f = X.R * wrenches[k].lin;
    sum = sum + Force<T>{X.R * wrenches[k].ang + cross(X.p, f), f};
    rows[0] = rows[0] + X.p.x * f, rows[1] = rows[1] + X.p.y * f, rows[2] = rows[2] + X.p.z * f;
    work.beyond[k] = sum;
    std::copy(rows, rows + 3, work.spread.begin() + 3 * k);
    work.axis[k] = arm.link(k).revolute() ? Motion<T>{z, cross(X.p, z)} : Motion<T>{Vec3<T>::zero(), z};
  }
}

namespace detail {

// dF^c_l/dq_j
template <class T>
Force<T> wrench_rate(const Chain<T>& arm, Axes axes, int j, int l, const WrenchWork<T>& work) {
  const Motion<T>& S = work.axis[j];
  const Force<T>& F = work.beyond[l];
  if (axes == Axes::frame) return {cross(S.ang, F.ang) + cross(S.lin, F.lin), cross(S.ang, F.lin)};
  if (axes == Axes::base) return Force<T>::zero();
  if (!arm.link(j).revolute()) return {cross(S.lin, F.lin), Vec3<T>::zero()};
  // Σ (z × (p_i - p_j)) × f_i = P z - z tr P - p_j (f·z) + z (p_j·f)
  const Vec3<T>*P = &work.spread[3 * static_cast<std::size_t>(l)], &z = S.ang,
        &p = work.kinematics.frame[j].p;
  const Vec3<T> Pz = {dot(P[0], z), dot(P[1], z), dot(P[2], z)};
  const T along = dot(p, F.lin) - (P[0].x + P[1].y + P[2].z);
  return {Pz + along * z - dot(F.lin, z) * p, Vec3<T>::zero()};
}

}  // namespace detail

// Column j of the derivative, after set_wrench_sums; `axes` are those in which the wrenches are held fixed.
template <class T>
void wrench_torques_by_q(const Chain<T>& arm, Axes axes, int j, const WrenchWork<T>& work,
                         std::span<T> column) {
  const Motion<T>& S = work.axis[j];
  const Force<T> beyond_j = detail::wrench_rate(arm, axes, j, j, work);
  for (int k = 0; k <= j; ++k) column[k] = dot(work.axis[k], beyond_j);
  for (int k = axes == Axes::frame ? j : j + 1; k < arm.dof(); ++k) {
    if (axes == Axes::frame) {
      column[k] = T(0);
      continue;
    }
    const Motion<T>& A = work.axis[k];
    const Motion<T> turned = {cross(S.ang, A.ang), cross(S.ang, A.lin) + cross(S.lin, A.ang)};
    column[k] = dot(turned, work.beyond[k]) + dot(A, detail::wrench_rate(arm, axes, j, k, work));
  }
}

}  // namespace catena
