// SPDX-License-Identifier: Apache-2.0
// The regressors of kinetic and potential energy, T = y·π and V = y·π, with ten parameters π for each link
// (kInertialParameters).
//
// Idea     Energy identification needs no accelerations: Gautier, Khalil 1988.
// Frames   kinetic energy in link frames; potential energy in the robot's base frame, zero for masses at its origin.
#pragma once

#include "catena/core/model/joint.hpp"
#include "catena/core/model/link_parameters.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

namespace detail {

// The coefficients of one body's parameters in (V, B V) / 2.
template <class T>
Columns<T> kinetic_columns(const Motion<T>& V) {
  const Vec3<T>&w = V.ang, &v = V.lin;
  const T half = T(0.5);
  return {half * dot(v, v),
          cross(v, w),
          {half * (w.x * w.x), half * (w.y * w.y), half * (w.z * w.z), w.x * w.y, w.x * w.z, w.y * w.z}};
}

}  // namespace detail

// y (10n) with q̇ᵀ M q̇ / 2 = y·π.
template <class T>
void kinetic_energy_regressor(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                              std::span<T> y) {
  Motion<T> V = Motion<T>::zero();
  for (int l = 0; l < arm.dof(); ++l) {
    V = add_joint(arm.link(l), to_child(x.step(l), V), qd[l]);
    detail::put_columns<T>(detail::kinetic_columns(V), l, y);
  }
}

// y (10n) with -Σ m g·c = y·π. After set_poses.
template <class T>
void potential_energy_regressor(const Chain<T>& arm, const Kinematics<T>& k, const Vec3<T>& gravity,
                                std::span<T> y) {
  for (int l = 0; l < arm.dof(); ++l)
    detail::put_columns<T>(
        {-dot(gravity, k.frame[l].p), -transpose_times(k.frame[l].R, gravity), Sym3<T>::zero()}, l, y);
}

}  // namespace catena
