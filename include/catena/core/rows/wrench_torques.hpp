// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: torques that balance wrenches on the links.
#pragma once

#include "catena/core/algo/frame_kinematics.hpp"
#include "catena/core/algo/wrench_torques.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct WrenchJacobians {
  explicit WrenchJacobians(int n) : kinematics(n), J(6, n) {}
  Kinematics<T> kinematics;
  MatX<T> J;
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> wrench_torques_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T>(Quantity::wrench_torques, "wrench_torques", "wrenches added up from the tip to the base, O(n)",
             [](Links<T> arm, Pos<T> x, In<T> s, NoWork&, Out<T> out) {
               if (s.wrenches.empty()) return set_zero(out.vector());
               wrench_torques(arm, x, s.wrenches, out.vector());
             }),
      row<T, WrenchJacobians<T>>(
          Quantity::wrench_torques, "kinematics", "Jᵀ times the wrench, link by link",
          [](Links<T> arm, Pos<T> x, In<T> s, WrenchJacobians<T>& work, Out<T> out) {
            const std::span<T> tau = out.vector();
            const MatView<T> J = work.J.view();
            set_poses(arm, x, work.kinematics);
            set_zero(tau);
            for (int k = 0; k < static_cast<int>(s.wrenches.size()); ++k) {
              frame_jacobian(arm, work.kinematics, {k, Pose<T>::identity(), Axes::frame}, J);
              const Vec3<T>&m = s.wrenches[k].ang, &f = s.wrenches[k].lin;
              for (int i = 0; i <= k; ++i)
                tau[i] = tau[i] + (J(0, i) * m.x + J(1, i) * m.y + J(2, i) * m.z) +
                         (J(3, i) * f.x + J(4, i) * f.y + J(5, i) * f.z);
            }
          }),
  };
  return rows;
}

}  // namespace catena::rows
