// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: generalized augmented bodies.
#pragma once

#include "catena/core/algo/augmented_elements.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// I* and P*, symmetric in the velocities, and the bodies that they came from.
template <class T>
struct AugmentedResult {
  explicit AugmentedResult(int n) : work(n), M(zeros<T>(n * n)), gamma(zeros<T>(n * n * n)) {}
  AugmentedWork<T> work;
  std::vector<T> M, gamma;
};
template <class T>
AugmentedResult<T> augmented_of(const Chain<T>& arm, const Posture<T>& x) {
  const int n = arm.dof();
  AugmentedResult<T> r(n);
  augmented_body(arm, x, r.work, square<T>(r.M, n), CubeView<T>{r.gamma.data(), n, n});
  return r;
}

template <class T>
KicModel<T> augmented_elements_of(const Chain<T>& arm, const Posture<T>& x) {
  KicModel<T> model(arm.dof());
  AugmentedElementsWork<T> work(arm.dof());
  augmented_elements(arm, x, work, model);
  return model;
}

// out += Jᵀ tip: the wrench walks to the base.
template <class T>
void add_walking_tip(const Chain<T>& arm, const Posture<T>& x, const Force<T>& tip, std::span<T> out) {
  const Vec3<T> f = arm.tool().R * tip.lin;
  Force<T> F = {arm.tool().R * tip.ang + cross(arm.tool().p, f), f};
  for (int i = arm.dof() - 1; i >= 0; --i) {
    out[i] = out[i] + joint_component(arm.link(i), F);
    F = to_parent(x.step(i), F);
  }
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> augmented_body_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::inertia, "augmented_body", "momenta of augmented bodies",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         AugmentedWork<T> work(arm.dof());
         augmented_inertia(arm, x, kinematics_of(arm, x), work, square(out, arm.dof()));
       },
       true},
      {Quantity::coriolis, "augmented_body", "Christoffel symbols of augmented bodies, times qd",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const AugmentedResult<T> r = augmented_of(arm, x);
         christoffel_times<T>(r.gamma, s.qd, out);
       }},
      {Quantity::bias, "augmented_body", "Christoffel symbols of augmented bodies, times qd twice",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const AugmentedResult<T> r = augmented_of(arm, x);
         std::fill(out.begin(), out.end(), T(0));
         add_inertia_power<T>(r.gamma, s.qd, out);
       }},
      {Quantity::gravity, "augmented_body", "first moments of augmented bodies",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         AugmentedWork<T> work(arm.dof());
         augmented_bodies(arm, x, work);
         augmented_gravity(arm, x, s.gravity, work, out);
       }},
      {Quantity::id, "augmented_body", "I* qdd + qd^T P* qd + g + J^T tip",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const AugmentedResult<T> r = augmented_of(arm, x);
         augmented_gravity(arm, x, s.gravity, r.work, out);
         add_product<T>(r.M, s.qdd, out);
         add_inertia_power<T>(r.gamma, s.qd, out);
         add_walking_tip(arm, x, s.tip, out);
       }},
      {Quantity::christoffel, "augmented_body", "augmented bodies, a product of rank four for each plane",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const AugmentedResult<T> r = augmented_of(arm, x);
         std::copy(r.gamma.begin(), r.gamma.end(), out.begin());
       }},
      {Quantity::christoffel, "augmented_elements", "the paper's steps 1-7, symmetrised",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         KicModel<T> m = augmented_elements_of(arm, x);
         symmetrise_power(m.dof, m.view(m.P), CubeView<T>{out.data(), m.dof, m.dof});
       }},
      {Quantity::bias, "augmented_elements", "qd^T P* qd, the paper's steps 1-7",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const KicModel<T> m = augmented_elements_of(arm, x);
         std::fill(out.begin(), out.end(), T(0));
         add_inertia_power<T>(m.P, s.qd, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
