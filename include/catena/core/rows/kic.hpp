// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: kinematic influence coefficients, link by link.
#pragma once

#include "catena/core/algo/kic_model.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// I* and P*, and the poses that they came from.
template <class T>
struct KicResult {
  explicit KicResult(int n) : work(n), model(n) {}
  KicModelWork<T> work;
  KicModel<T> model;
};
template <class T>
KicResult<T> kic_of(const Chain<T>& arm, const Posture<T>& x) {
  KicResult<T> r(arm.dof());
  kic_model(arm, x, r.work, r.model);
  return r;
}

// out += Jᵀ tip, J from the KICs of the tool's origin. After set_poses.
template <class T>
void add_kic_tip(const Chain<T>& arm, const Kinematics<T>& k, const Force<T>& tip, std::span<T> out) {
  const int n = arm.dof();
  MatX<T> G(6, n);
  first_order_kic(arm, k, n - 1, arm.tool().p, G.view());
  const Vec3<T> m = k.tool.R * tip.ang, f = k.tool.R * tip.lin;
  for (int i = 0; i < n; ++i)
    out[i] = out[i] + (G(0, i) * m.x + G(1, i) * m.y + G(2, i) * m.z) +
             (G(3, i) * f.x + G(4, i) * f.y + G(5, i) * f.z);
}

template <class T>
void christoffel_of(KicModel<T>& m, std::span<T> out) {
  symmetrise_power(m.dof, m.view(m.P), CubeView<T>{out.data(), m.dof, m.dof});
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> kic_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "kic", "influence coefficients, link by link",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         KicModelWork<T> work(arm.dof());
         kic_inertia(arm, x, work, square(out, arm.dof()));
       },
       true},
      {Quantity::coriolis, "kic", "symmetric part of P*, times qd",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         KicResult<T> r = kic_of(arm, x);
         christoffel_of<T>(r.model, r.model.P);
         christoffel_times<T>(r.model.P, s.qd, out);
       },
       true},
      {Quantity::christoffel, "kic", "symmetric part of P*, link by link",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         KicResult<T> r = kic_of(arm, x);
         christoffel_of(r.model, out);
       },
       true},
      {Quantity::bias, "kic", "qd^T P* qd, link by link",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const KicResult<T> r = kic_of(arm, x);
         std::fill(out.begin(), out.end(), T(0));
         add_inertia_power<T>(r.model.P, s.qd, out);
       },
       true},
      {Quantity::gravity, "kic", "weights at the mass centres, by virtual work",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         kic_gravity(arm, kinematics_of(arm, x), s.gravity, out);
       },
       true},
      {Quantity::id, "kic", "I* qdd + qd^T P* qd + g + J^T tip",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const KicResult<T> r = kic_of(arm, x);
         kic_gravity(arm, r.work.kinematics, s.gravity, out);
         add_product<T>(r.model.I.values(), s.qdd, out);
         add_inertia_power<T>(r.model.P, s.qd, out);
         add_kic_tip(arm, r.work.kinematics, s.tip, out);
       },
       true},
  };
  return rows;
}

}  // namespace catena::rows
