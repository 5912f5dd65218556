// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: inverse dynamics and its relatives, assembled from their parts.
#pragma once

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/algo/slotine_li.hpp"
#include "catena/core/algo/terms.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct AssembledWork {
  explicit AssembledWork(int n) : gravity(n), coriolis(n), kinematics(n), A(n, n), J(6, n) {}
  GravityWork<T> gravity;
  CoriolisWork<T> coriolis;
  Kinematics<T> kinematics;
  MatX<T> A;  // M, then C
  MatX<T> J;
};

// M q̈ + C(q, q̇) v + g
template <class T>
void assemble(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, std::span<const T> v,
              AssembledWork<T>& work, std::span<T> tau) {
  gravity(arm, x, s.gravity, work.gravity, tau);
  crba(arm, x, work.A.view());
  add_product<T>(work.A.view(), s.qdd, tau);
  coriolis(arm, x, s.qd, work.coriolis, work.A.view());
  add_product<T>(work.A.view(), v, tau);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> crba_coriolis_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, AssembledWork<T>>(Quantity::id, "crba_coriolis", "M qdd + C qd + g + Jᵀ tip, assembled",
                               [](Links<T> arm, Pos<T> x, In<T> s, AssembledWork<T>& work, Out<T> out) {
                                 const std::span<T> tau = out.vector();
                                 assemble<T>(arm, x, s, s.qd, work, tau);
                                 set_poses(arm, x, work.kinematics);
                                 jacobian(arm, work.kinematics, work.J.view());
                                 const Mat3<T>& R = work.kinematics.tool.R;
                                 const Vec3<T> m = R * s.tip.ang, f = R * s.tip.lin;
                                 const MatX<T>& J = work.J;
                                 for (int i = 0; i < arm.dof(); ++i)
                                   tau[i] = tau[i] + (J(0, i) * m.x + J(1, i) * m.y + J(2, i) * m.z) +
                                            (J(3, i) * f.x + J(4, i) * f.y + J(5, i) * f.z);
                               }),
      row<T, AssembledWork<T>>(Quantity::nle, "crba_coriolis", "C qd + g, assembled",
                               [](Links<T> arm, Pos<T> x, In<T> s, AssembledWork<T>& work, Out<T> out) {
                                 gravity(arm, x, s.gravity, work.gravity, out.vector());
                                 coriolis(arm, x, s.qd, work.coriolis, work.A.view());
                                 add_product<T>(work.A.view(), s.qd, out.vector());
                               }),
      row<T, SlotineLiWork<T>>(Quantity::slotine_li, "slotine_li", "by one recursion, O(n)",
                               [](Links<T> arm, Pos<T> x, In<T> s, SlotineLiWork<T>& work, Out<T> out) {
                                 slotine_li<T>(arm, x, s.qd, s.v.empty() ? s.qd : s.v, s.qdd, s.gravity, work,
                                               out.vector());
                               }),
      row<T, AssembledWork<T>>(Quantity::slotine_li, "crba_coriolis", "M qdd + C v + g, assembled",
                               [](Links<T> arm, Pos<T> x, In<T> s, AssembledWork<T>& work, Out<T> out) {
                                 assemble<T>(arm, x, s, s.v.empty() ? s.qd : s.v, work, out.vector());
                               }),
      row<T, TermsWork<T>>(Quantity::terms, "terms", "one sweep of composite bodies, O(n²)",
                           [](Links<T> arm, Pos<T> x, In<T> s, TermsWork<T>& work, Out<T> out) {
                             terms<T>(arm, x, s.qd, s.gravity, work, out.matrix(0), out.matrix(1),
                                      out.vector(2));
                           }),
      row<T, AssembledWork<T>>(Quantity::terms, "crba_coriolis", "M, C and g, one after the other",
                               [](Links<T> arm, Pos<T> x, In<T> s, AssembledWork<T>& work, Out<T> out) {
                                 crba(arm, x, out.matrix(0));
                                 coriolis(arm, x, s.qd, work.coriolis, out.matrix(1));
                                 gravity(arm, x, s.gravity, work.gravity, out.vector(2));
                               }),
  };
  return rows;
}

}  // namespace catena::rows
