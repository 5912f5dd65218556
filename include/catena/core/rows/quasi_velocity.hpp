// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: quasi-velocities and the diagonalised equations of motion.
#pragma once

#include "catena/core/algo/quasi_components.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> quasi_velocity_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::nu, "quasi_velocity", "articulated bodies, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         QuasiFactors<T> f(arm.dof());
         quasi_factors(arm, x, f);
         quasi_roots(f);
         nu_from_qd(arm, x, f, s.qd, out);
       },
       false, true},
      {Quantity::xi, "quasi_velocity", "articulated bodies, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         QuasiFactors<T> f(arm.dof());
         quasi_factors(arm, x, f);
         xi_from_qd(arm, x, f, s.qd, out);
       }},
      {Quantity::cnu, "quasi_velocity", "the normalized recursion, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         QuasiWork<T> work(arm.dof());
         set_quasi(arm, x, s.qd, s.gravity, work);
         quasi_roots(work.factors);
         cnu(arm, x, work, out);
       },
       false, true},
      {Quantity::cxi, "quasi_velocity", "the unnormalized recursion, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         QuasiWork<T> work(arm.dof());
         set_quasi(arm, x, s.qd, s.gravity, work);
         cxi(arm, x, work, out);
       }},
      {Quantity::cnu, "quasi_components", "its skew matrix element by element, and bias forces",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         QuasiWork<T> work(n);
         set_quasi(arm, x, s.qd, s.gravity, work);
         quasi_roots(work.factors);
         std::vector<T> c = zeros<T>(n * n), v = work.xi;
         cnu_components(arm, x, work, square<T>(c, n));
         for (int i = 0; i < n; ++i) v[i] = work.factors.root[i] * v[i], out[i] = T(0);
         add_product<T>(c, v, out);
         add_bias_forces(arm, x, work, true, out);
       },
       false, true},
      {Quantity::cxi, "quasi_components", "its matrix element by element, and bias forces",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         QuasiWork<T> work(n);
         set_quasi(arm, x, s.qd, s.gravity, work);
         std::vector<T> c = zeros<T>(n * n);
         cxi_components(arm, x, work, square<T>(c, n));
         for (int i = 0; i < n; ++i) out[i] = T(0);
         add_product<T>(c, work.xi, out);
         add_bias_forces(arm, x, work, false, out);
       }},
      {Quantity::fd, "quasi_velocity_nu", "through the rate of nu, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         QuasiWork<T> work(arm.dof());
         fd_by_nu(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out);
       },
       false, true},
      {Quantity::fd, "quasi_velocity_xi", "through the rate of xi, O(n)",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         QuasiWork<T> work(arm.dof());
         fd_by_xi(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out);
       }},
  };
  return rows;
}

}  // namespace catena::rows
