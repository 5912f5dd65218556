// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: generalized augmented bodies.
#pragma once

#include "catena/core/algo/augmented_elements.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/rows/kic.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct AugmentedInertia {
  explicit AugmentedInertia(int n) : kinematics(n), bodies(n) {}
  Kinematics<T> kinematics;
  AugmentedWork<T> bodies;
};

// I* and the bodies that it comes from.
template <class T>
struct AugmentedMatrix {
  explicit AugmentedMatrix(int n) : bodies(n), M(n, n) {}
  AugmentedWork<T> bodies;
  MatX<T> M;  // (n x n)
};

// And P*, symmetric in the velocities.
template <class T>
struct AugmentedModel : AugmentedMatrix<T> {
  explicit AugmentedModel(int n) : AugmentedMatrix<T>(n), gamma(zeros<T>(n * n * n)) {}
  void set(const Chain<T>& arm, const Posture<T>& x) {
    augmented_body(arm, x, this->bodies, this->M.view(), CubeView<T>{gamma.data(), arm.dof(), arm.dof()});
  }
  std::vector<T> gamma;  // (n x n x n)
};

template <class T>
struct AugmentedElements {
  explicit AugmentedElements(int n) : elements(n), model(n) {}
  AugmentedElementsWork<T> elements;
  KicModel<T> model;
};

template <class T>
struct AugmentedPower {
  explicit AugmentedPower(int n) : elements(n), I(n, n) {}
  AugmentedElementsWork<T> elements;
  MatX<T> I;
};

// out += Jᵀ tip: the wrench is transformed to the base.
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
      row<T, AugmentedInertia<T>>(Quantity::inertia, "augmented_body", "momenta of augmented bodies",
                                  [](Links<T> arm, Pos<T> x, In<T>, AugmentedInertia<T>& work, Out<T> out) {
                                    set_poses(arm, x, work.kinematics);
                                    augmented_inertia(arm, x, work.kinematics, work.bodies, out.matrix());
                                  },
                                  {.poses = true}),
      row<T, AugmentedModel<T>>(Quantity::coriolis, "augmented_body",
                                "Christoffel symbols of augmented bodies, times qd",
                                [](Links<T> arm, Pos<T> x, In<T> s, AugmentedModel<T>& work, Out<T> out) {
                                  work.set(arm, x);
                                  christoffel_times<T>(work.gamma, s.qd, out.matrix());
                                }),
      row<T, AugmentedModel<T>>(Quantity::bias, "augmented_body",
                                "Christoffel symbols of augmented bodies, times qd twice",
                                [](Links<T> arm, Pos<T> x, In<T> s, AugmentedModel<T>& work, Out<T> out) {
                                  work.set(arm, x);
                                  set_zero(out.vector());
                                  add_inertia_power<T>(work.gamma, s.qd, out.vector());
                                }),
      row<T, AugmentedWork<T>>(Quantity::gravity, "augmented_body", "first moments of augmented bodies",
                               [](Links<T> arm, Pos<T> x, In<T> s, AugmentedWork<T>& work, Out<T> out) {
                                 augmented_bodies(arm, x, work);
                                 augmented_gravity(arm, x, s.gravity, work, out.vector());
                               }),
      row<T, AugmentedModel<T>>(Quantity::id, "augmented_body", "I* qdd + qdᵀ P* qd + g + Jᵀ tip",
                                [](Links<T> arm, Pos<T> x, In<T> s, AugmentedModel<T>& work, Out<T> out) {
                                  work.set(arm, x);
                                  augmented_gravity(arm, x, s.gravity, work.bodies, out.vector());
                                  add_product<T>(work.M.view(), s.qdd, out.vector());
                                  add_inertia_power<T>(work.gamma, s.qd, out.vector());
                                  add_walking_tip(arm, x, s.tip, out.vector());
                                }),
      row<T, AugmentedMatrix<T>>(Quantity::christoffel, "augmented_body",
                                 "augmented bodies, a product of rank four for each plane",
                                 [](Links<T> arm, Pos<T> x, In<T>, AugmentedMatrix<T>& work, Out<T> out) {
                                   augmented_body(arm, x, work.bodies, work.M.view(), cube(out));
                                 }),
      row<T, AugmentedElements<T>>(Quantity::christoffel, "augmented_elements",
                                   "the paper's steps 1-7, symmetrised",
                                   [](Links<T> arm, Pos<T> x, In<T>, AugmentedElements<T>& work, Out<T> out) {
                                     augmented_elements(arm, x, work.elements, work.model);
                                     symmetrise_power(arm.dof(), work.model.view(work.model.P), cube(out));
                                   }),
      row<T, AugmentedElements<T>>(
          Quantity::bias, "augmented_elements", "qdᵀ P* qd, the paper's steps 1-7",
          [](Links<T> arm, Pos<T> x, In<T> s, AugmentedElements<T>& work, Out<T> out) {
            augmented_elements(arm, x, work.elements, work.model);
            set_zero(out.vector());
            add_inertia_power<T>(work.model.P, s.qd, out.vector());
          }),
      row<T, AugmentedPower<T>>(Quantity::augmented_inertia_power, "augmented_elements",
                                "the paper's steps 1-7",
                                [](Links<T> arm, Pos<T> x, In<T>, AugmentedPower<T>& work, Out<T> out) {
                                  KicArrays<T> arrays = power_arrays<T>(work.I, out);
                                  augmented_elements(arm, x, work.elements, arrays);
                                }),
      row<T, Kinematics<T>>(
          Quantity::augmented_bodies, "augmented_elements",
          "links welded together one by one, from the tip to the base",
          [](Links<T> arm, Pos<T> x, In<T>, Kinematics<T>& work, Out<T> out) {
            set_poses(arm, x, work);
            bodies_in_base(arm, x, work, out.vector(0), out.matrix(1), CubeView<T>{out.matrix(2).data, 3, 3});
          },
          {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
