// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: inverse dynamics assembled from its parts.
#pragma once

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> crba_coriolis_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::id, "crba_coriolis", "M qdd + C qd + g + J^T tip, assembled",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         std::vector<T> A = zeros<T>(n * n);
         GravityWork<T> work(n);
         gravity(arm, x, s.gravity, work, out);
         crba(arm, x, square<T>(A, n));
         add_product<T>(A, s.qdd, out);
         coriolis_at<T>(arm, x, s.qd, A);
         add_product<T>(A, s.qd, out);
         const Kinematics<T> k = kinematics_of(arm, x);
         std::vector<T> J = zeros<T>(6 * n);
         jacobian(arm, k, MatView<T>{J.data(), 6, n, 6});
         const Vec3<T> m = k.tool.R * s.tip.ang, f = k.tool.R * s.tip.lin;
         for (int i = 0; i < n; ++i) {
           const T* c = &J[std::size_t{6} * static_cast<std::size_t>(i)];
           out[i] = out[i] + (c[0] * m.x + c[1] * m.y + c[2] * m.z) + (c[3] * f.x + c[4] * f.y + c[5] * f.z);
         }
       }},
  };
  return rows;
}

}  // namespace catena::rows
