// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics by the recursion that the decoupled natural orthogonal complement stands for: twists and their rates
// outwards, wrenches inwards, at the centres of mass. For study: rnea.hpp does the same in link frames for less.
//
// Paper    Saha 2003: "Simulation of industrial manipulators based on the UDUᵀ decomposition of inertia matrix",
//          Multibody System Dynamics 9; section 2: eqs 2 to 5, and φ of eq 1.
// Symbols  t_i = (ω; v) twist of link i at its centre of mass | t_i = B_i,i-1 t_i-1 + p_i q̇_i, row i of t = N_l N_d q̇
//          w_i = M_i ṫ_i + W_i M_i E_i t_i | w̃_i = w_i + B_i+1,iᵀ w̃_i+1, row i of N_lᵀ w | τ_i = p_i·w̃_i, N_dᵀ w̃
// Frames   base axes.
// Differs  the paper leaves this recursion to its reference 20. Gravity is an acceleration of the base.
// Cost     199n - 95 mul, 173n - 110 add, all revolute, poses included; asserted in denoc_test.cpp.
#pragma once

#include "catena/core/algo/denoc.hpp"

namespace catena {

template <class T>
struct DenocIdWork {
  explicit DenocIdWork(int n)
      : kinematics(n),
        c(static_cast<std::size_t>(n), Vec3<T>::zero()),
        p(static_cast<std::size_t>(n), Motion<T>::zero()),
        t(p),
        td(p),
        w(static_cast<std::size_t>(n), Force<T>::zero()) {}
  Kinematics<T> kinematics;
  std::vector<Vec3<T>> c;        // (n) centres of mass
  std::vector<Motion<T>> p;      // (n) p_i
  std::vector<Motion<T>> t, td;  // (n) t_i and ṫ_i
  std::vector<Force<T>>
      w;  // (n) w̃_i: what link i passes to link i-1 through its joint, about its centre of mass
};

// φ of 002 (1) is minus this without accelerations, with the torques added.
template <class T>
void denoc_id(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
              const Vec3<T>& gravity, DenocIdWork<T>& work, std::span<T> tau) {
  const int n = arm.dof();
  set_poses(arm, x, work.kinematics);
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    const Pose<T>& X = work.kinematics.frame[i];
    const Vec3<T> r = mass_centre(l.body.m, l.body.h), e = X.R.col_z();
    work.c[i] = X * r;
    work.p[i] = detail::denoc_axis_at(l, X, work.c[i]);  // 002 (5)
    const Motion<T> none = Motion<T>::zero();
    const Motion<T>&before = i > 0 ? work.t[i - 1] : none, &rate = i > 0 ? work.td[i - 1] : none;
    const Vec3<T>& w = before.ang;
    const Vec3<T> c = i > 0 ? work.c[i] - work.c[i - 1] : Vec3<T>::zero();  // -c_i,i-1
    Motion<T>&t = work.t[i], &td = work.td[i];
    t = {w + qd[i] * work.p[i].ang, before.lin + cross(w, c) + qd[i] * work.p[i].lin};  // B t + p q̇  002 (4)
    // ṗ_i: e turns with link i-1, d_i with link i
    const Vec3<T> ed = cross(w, e);
    const Motion<T> pd =
        l.revolute() ? Motion<T>{ed, cross(ed, work.c[i] - X.p) + cross(e, cross(t.ang, work.c[i] - X.p))}
                     : Motion<T>{Vec3<T>::zero(), ed};
    td = {rate.ang + (qdd[i] * work.p[i].ang + qd[i] * pd.ang),  // B ṫ + Ḃ t + p q̈ + ṗ q̇
          (i > 0 ? rate.lin + cross(rate.ang, c) + cross(w, t.lin - before.lin) : -gravity) +
              (qdd[i] * work.p[i].lin + qd[i] * pd.lin)};
    const Sym3<T> I = rotated(X.R, central_inertia(l.body.I, l.body.h, r));
    work.w[i] = {I * td.ang + cross(t.ang, I * t.ang), l.body.m * td.lin};  // M ṫ + W M E t
  }
  for (int i = n - 1; i >= 0; --i) {
    const Force<T>& w = work.w[i];
    tau[i] = dot(work.p[i].ang, w.ang) + dot(work.p[i].lin, w.lin);  // 002 (2)
    if (i == 0) break;
    Force<T>& inner = work.w[i - 1];  // B_i,i-1ᵀ w̃_i
    inner = {inner.ang + w.ang + cross(work.c[i] - work.c[i - 1], w.lin), inner.lin + w.lin};
  }
}

}  // namespace catena
