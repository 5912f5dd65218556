// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: kinematic influence coefficients, link by link.
#pragma once

#include "catena/core/algo/frame_motion.hpp"
#include "catena/core/algo/kic_model.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// I* and P*, and the poses that they come from.
template <class T>
struct KicRows {
  explicit KicRows(int n) : kic(n), model(n), G(6, n) {}
  KicModelWork<T> kic;
  KicModel<T> model;
  MatX<T> G;  // of the tool's origin
};

// out += Jᵀ tip, J from the KICs of the tool's origin. After set_poses.
template <class T>
void add_kic_tip(const Chain<T>& arm, const Kinematics<T>& k, const Force<T>& tip, MatView<T> G,
                 std::span<T> out) {
  const int n = arm.dof();
  first_order_kic(arm, k, n - 1, arm.tool().p, G);
  const Vec3<T> m = k.tool.R * tip.ang, f = k.tool.R * tip.lin;
  for (int i = 0; i < n; ++i)
    out[i] = out[i] + (G(0, i) * m.x + G(1, i) * m.y + G(2, i) * m.z) +
             (G(3, i) * f.x + G(4, i) * f.y + G(5, i) * f.z);
}

template <class T>
struct KicPower {
  explicit KicPower(int n) : kic(n), I(n, n) {}
  KicModelWork<T> kic;
  MatX<T> I;
};

// P1, P2, P3 and P* where the four arrays of a result are.
template <class T>
KicArrays<T> power_arrays(MatView<T> I, const Result<T>& out) {
  const auto cube = [&](std::size_t k) {
    const MatView<T> A = out.matrix(k);
    return std::span<T>(A.data, static_cast<std::size_t>(A.rows) * static_cast<std::size_t>(A.cols));
  };
  return {I.rows, I, cube(0), cube(1), cube(2), cube(3)};
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> kic_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, KicModelWork<T>>(Quantity::inertia, "kic", "influence coefficients, link by link",
                              [](Links<T> arm, Pos<T> x, In<T>, KicModelWork<T>& work, Out<T> out) {
                                kic_inertia(arm, x, work, out.matrix());
                              },
                              {.poses = true}),
      row<T, KicRows<T>>(Quantity::coriolis, "kic", "symmetric part of P*, times qd",
                         [](Links<T> arm, Pos<T> x, In<T> s, KicRows<T>& work, Out<T> out) {
                           kic_model(arm, x, work.kic, work.model);
                           const CubeView<T> P = work.model.view(work.model.P);
                           symmetrise_power(arm.dof(), P, P);
                           christoffel_times<T>(work.model.P, s.qd, out.matrix());
                         },
                         {.poses = true}),
      row<T, KicRows<T>>(Quantity::christoffel, "kic", "symmetric part of P*, link by link",
                         [](Links<T> arm, Pos<T> x, In<T>, KicRows<T>& work, Out<T> out) {
                           kic_model(arm, x, work.kic, work.model);
                           symmetrise_power(arm.dof(), work.model.view(work.model.P), cube(out));
                         },
                         {.poses = true}),
      row<T, KicRows<T>>(Quantity::bias, "kic", "qdᵀ P* qd, link by link",
                         [](Links<T> arm, Pos<T> x, In<T> s, KicRows<T>& work, Out<T> out) {
                           kic_model(arm, x, work.kic, work.model);
                           set_zero(out.vector());
                           add_inertia_power<T>(work.model.P, s.qd, out.vector());
                         },
                         {.poses = true}),
      row<T, Kinematics<T>>(Quantity::gravity, "kic", "weights at the centres of mass, by virtual work",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              kic_gravity(arm, work, s.gravity, out.vector());
                            },
                            {.poses = true}),
      row<T, KicRows<T>>(Quantity::id, "kic", "I* qdd + qdᵀ P* qd + g + Jᵀ tip",
                         [](Links<T> arm, Pos<T> x, In<T> s, KicRows<T>& work, Out<T> out) {
                           const std::span<T> tau = out.vector();
                           kic_model(arm, x, work.kic, work.model);
                           kic_gravity(arm, work.kic.kinematics, s.gravity, tau);
                           add_product<T>(work.model.I.view(), s.qdd, tau);
                           add_inertia_power<T>(work.model.P, s.qd, tau);
                           add_kic_tip(arm, work.kic.kinematics, s.tip, work.G.view(), tau);
                         },
                         {.poses = true}),
      row<T, Kinematics<T>>(Quantity::kic, "kic", "influence coefficients of a point of a link",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              frame_kic(arm, work, s.frame ? *s.frame : tool_frame(arm), out.matrix(0),
                                        CubeView<T>{out.matrix(1).data, 6, arm.dof()});
                            },
                            {.poses = true}),
      row<T, KicPower<T>>(Quantity::inertia_power, "kic", "link by link",
                          [](Links<T> arm, Pos<T> x, In<T>, KicPower<T>& work, Out<T> out) {
                            KicArrays<T> arrays = power_arrays<T>(work.I, out);
                            kic_model(arm, x, work.kic, arrays);
                          },
                          {.poses = true}),
      row<T, KicWork<T>>(Quantity::momentum_rate, "kic", "loads of the links at their centres of mass",
                         [](Links<T> arm, Pos<T> x, In<T> s, KicWork<T>& work, Out<T> out) {
                           const Force<T> F = kic_momentum_rate<T>(arm, x, s.qd, s.qdd, work);
                           set_column(out.matrix(), 0, F.ang, F.lin);
                         },
                         {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
