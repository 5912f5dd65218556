// SPDX-License-Identifier: Apache-2.0
// Regressors by their definition: a body with one unit parameter and no others is put on a link, and the wrench that moves it
// is carried to the base, joint by joint. Slower than algo/regressor.hpp and independent of it: it has other formulas for the
// motion (spatial accelerations), for the wrench and for what the joints feel.
//
// Symbols  V velocity | A spatial acceleration, less gravity | B inertia with one parameter 1, all others 0
// Frames   link l in frame l, at its origin.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/link_parameters.hpp"

namespace catena {

namespace detail {

// What joints l, l - 1, ... 0 feel of a wrench on link l, into a column.
template <class T>
void carry_inward(const Chain<T>& arm, const Posture<T>& x, int l, Force<T> F, std::span<T> column) {
  for (int i = arm.dof() - 1; i > l; --i) column[i] = T(0);
  for (int i = l; i >= 0; --i) {
    column[i] = joint_component(arm.link(i), F);
    if (i > 0) F = to_parent(x.step(i), F);
  }
}

}  // namespace detail

// As `regressor`.
template <class T>
void regressor_by_wrenches(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                           std::span<const T> qdd, const Vec3<T>& gravity, MatView<T> Y) {
  Motion<T> V = Motion<T>::zero(), A = {Vec3<T>::zero(), transpose_times(arm.base().R, -gravity)};
  for (int l = 0; l < arm.dof(); ++l) {
    const ChainLink<T>& link = arm.link(l);
    V = add_joint(link, to_child(x.step(l), V), qd[l]);
    A = add_joint(link, to_child(x.step(l), A), qdd[l]) + bias_acceleration(link, V, qd[l]);
    for (int k = 0; k < kLinkParameters; ++k) {
      const RigidInertia<T> B = detail::unit_body<T>(k);
      const int column = kLinkParameters * l + k;
      detail::carry_inward<T>(arm, x, l, moving_wrench(B, V, A),
                              {&Y(0, column), static_cast<std::size_t>(Y.rows)});
    }
  }
}

// As `momentum_regressor`.
template <class T>
void momentum_regressor_by_wrenches(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                                    MatView<T> Y) {
  Motion<T> V = Motion<T>::zero();
  for (int l = 0; l < arm.dof(); ++l) {
    V = add_joint(arm.link(l), to_child(x.step(l), V), qd[l]);
    for (int k = 0; k < kLinkParameters; ++k)
      detail::carry_inward<T>(arm, x, l, detail::unit_body<T>(k) * V,
                              {&Y(0, kLinkParameters * l + k), static_cast<std::size_t>(Y.rows)});
  }
}

}  // namespace catena
