// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: the decoupled natural orthogonal complement.
#pragma once

#include "catena/core/algo/denoc.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct DenocMatrices {
  explicit DenocMatrices(int n) : kinematics(n), c(static_cast<std::size_t>(n), Vec3<T>::zero()) {}
  Kinematics<T> kinematics;
  std::vector<Vec3<T>> c;  // (n) centres of mass
};

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> denoc_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, DenocWork<T>>(Quantity::inertia, "denoc", "natural orthogonal complement, element by element",
                           [](Links<T> arm, Pos<T> x, In<T>, DenocWork<T>& work, Out<T> out) {
                             denoc(arm, x, work, out.matrix());
                           },
                           {.poses = true}),
      row<T, DenocMatrices<T>>(
          Quantity::denoc, "denoc", "N_l and N_d block by block, at the centres of mass, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T>, DenocMatrices<T>& work, Out<T> out) {
            set_poses(arm, x, work.kinematics);
            for (int i = 0; i < arm.dof(); ++i) {
              const ChainLink<T>& l = arm.link(i);
              const Vec3<T> c = work.c[i] = work.kinematics.frame[i] * mass_centre(l.body.m, l.body.h);
              denoc_fill_mass(l, work.kinematics.frame[i], c, denoc_block(out.matrix(2), 0, 6 * i, 6, 6));
              const MatView<T> centres = out.matrix(3);
              centres(0, i) = c.x, centres(1, i) = c.y, centres(2, i) = c.z;
            }
            set_denoc_shifts<T>(work.c, out.matrix(0));
            set_denoc_axes<T>(arm, work.kinematics, work.c, out.matrix(1));
          },
          {.poses = true}),
  };
  return rows;
}

}  // namespace catena::rows
