// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: regressors.
#pragma once

#include "catena/core/algo/energy_regressor.hpp"
#include "catena/core/algo/regressor.hpp"
#include "catena/core/algo/regressor_wrenches.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct MomentumRegressorOf {
  explicit MomentumRegressorOf(int n) : regressor(n), Y(n, kLinkParameters * n) {}
  RegressorWork<T> regressor;
  MatX<T> Y;
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> regressor_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, RegressorWork<T>>(Quantity::regressor, "regressor", "joint axes carried outward to each link",
                               [](Links<T> arm, Pos<T> x, In<T> s, RegressorWork<T>& work, Out<T> out) {
                                 regressor<T>(arm, x, s.qd, s.qdd, s.gravity, work, out.matrix());
                               }),
      row<T>(Quantity::regressor, "wrenches", "wrenches of unit bodies carried to the base",
             [](Links<T> arm, Pos<T> x, In<T> s, NoWork&, Out<T> out) {
               regressor_by_wrenches<T>(arm, x, s.qd, s.qdd, s.gravity, out.matrix());
             }),
      row<T, RegressorWork<T>>(Quantity::momentum_regressor, "regressor",
                               "joint axes carried outward to each link",
                               [](Links<T> arm, Pos<T> x, In<T> s, RegressorWork<T>& work, Out<T> out) {
                                 momentum_regressor<T>(arm, x, s.qd, work, out.matrix());
                               }),
      row<T>(Quantity::momentum_regressor, "wrenches", "momenta of unit bodies carried to the base",
             [](Links<T> arm, Pos<T> x, In<T> s, NoWork&, Out<T> out) {
               momentum_regressor_by_wrenches<T>(arm, x, s.qd, out.matrix());
             }),
      row<T>(Quantity::kinetic_energy_regressor, "energy", "energies of unit bodies, O(n)",
             [](Links<T> arm, Pos<T> x, In<T> s, NoWork&, Out<T> out) {
               kinetic_energy_regressor<T>(arm, x, s.qd, out.vector());
             }),
      row<T, MomentumRegressorOf<T>>(
          Quantity::kinetic_energy_regressor, "momentum_regressor",
          "qdᵀ times the regressor of the momenta / 2",
          [](Links<T> arm, Pos<T> x, In<T> s, MomentumRegressorOf<T>& work, Out<T> out) {
            momentum_regressor<T>(arm, x, s.qd, work.regressor, work.Y.view());
            for (int c = 0; c < work.Y.cols(); ++c) {
              T twice = T(0);
              for (int i = 0; i < arm.dof(); ++i) twice = twice + s.qd[i] * work.Y(i, c);
              out.vector()[c] = T(0.5) * twice;
            }
          }),
      row<T, Kinematics<T>>(Quantity::potential_energy_regressor, "energy", "energies of unit bodies, O(n)",
                            [](Links<T> arm, Pos<T> x, In<T> s, Kinematics<T>& work, Out<T> out) {
                              set_poses(arm, x, work);
                              potential_energy_regressor<T>(arm, work, s.gravity, out.vector());
                            }),
  };
  return rows;
}

}  // namespace catena::rows
