// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: quasi-velocities and the diagonalised equations of motion.
#pragma once

#include "catena/core/algo/quasi_components.hpp"
#include "catena/core/algo/quasi_velocity_fd.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct QuasiComponents {
  explicit QuasiComponents(int n) : quasi(n), C(n, n), nu(zeros<T>(n)) {}
  QuasiWork<T> quasi;
  MatX<T> C;
  std::vector<T> nu;  // (n)
};

template <class T>
struct QuasiRates : QuasiWork<T> {
  explicit QuasiRates(int n) : QuasiWork<T>(n), tau(zeros<T>(n)) {}
  std::vector<T> tau;  // (n) a copy, which the result may not overwrite
};

template <class T>
void set_quasi_rates(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, QuasiRates<T>& work) {
  std::copy(s.tau.begin(), s.tau.end(), work.tau.begin());
  set_quasi(arm, x, s.qd, s.gravity, work);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> quasi_velocity_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, QuasiFactors<T>>(Quantity::nu, "quasi_velocity", "articulated bodies, O(n)",
                              [](Links<T> arm, Pos<T> x, In<T> s, QuasiFactors<T>& work, Out<T> out) {
                                quasi_factors(arm, x, work);
                                quasi_roots(work);
                                nu_from_qd(arm, x, work, s.qd, out.vector());
                                return pivots(work.D);
                              },
                              {.roots = true}),
      row<T, QuasiFactors<T>>(Quantity::xi, "quasi_velocity", "articulated bodies, O(n)",
                              [](Links<T> arm, Pos<T> x, In<T> s, QuasiFactors<T>& work, Out<T> out) {
                                quasi_factors(arm, x, work);
                                xi_from_qd(arm, x, work, s.qd, out.vector());
                                return pivots(work.D);
                              }),
      row<T, QuasiWork<T>>(Quantity::cnu, "quasi_velocity", "the normalized recursion, O(n)",
                           [](Links<T> arm, Pos<T> x, In<T> s, QuasiWork<T>& work, Out<T> out) {
                             set_quasi(arm, x, s.qd, s.gravity, work);
                             quasi_roots(work.factors);
                             cnu(arm, x, work, out.vector());
                             return pivots(work.factors.D);
                           },
                           {.roots = true}),
      row<T, QuasiWork<T>>(Quantity::cxi, "quasi_velocity", "the unnormalized recursion, O(n)",
                           [](Links<T> arm, Pos<T> x, In<T> s, QuasiWork<T>& work, Out<T> out) {
                             set_quasi(arm, x, s.qd, s.gravity, work);
                             cxi(arm, x, work, out.vector());
                             return pivots(work.factors.D);
                           }),
      row<T, QuasiComponents<T>>(Quantity::cnu, "quasi_components",
                                 "its skew matrix element by element, and bias forces",
                                 [](Links<T> arm, Pos<T> x, In<T> s, QuasiComponents<T>& work, Out<T> out) {
                                   const std::span<T> c = out.vector();
                                   set_quasi(arm, x, s.qd, s.gravity, work.quasi);
                                   quasi_roots(work.quasi.factors);
                                   cnu_components(arm, x, work.quasi, work.C.view());
                                   for (int i = 0; i < arm.dof(); ++i)
                                     work.nu[i] = work.quasi.factors.root[i] * work.quasi.xi[i], c[i] = T(0);
                                   add_product<T>(work.C.view(), work.nu, c);
                                   add_bias_forces(arm, x, work.quasi, true, c);
                                   return pivots(work.quasi.factors.D);
                                 },
                                 {.roots = true}),
      row<T, QuasiComponents<T>>(Quantity::cxi, "quasi_components",
                                 "its matrix element by element, and bias forces",
                                 [](Links<T> arm, Pos<T> x, In<T> s, QuasiComponents<T>& work, Out<T> out) {
                                   set_quasi(arm, x, s.qd, s.gravity, work.quasi);
                                   cxi_components(arm, x, work.quasi, work.C.view());
                                   set_zero(out.vector());
                                   add_product<T>(work.C.view(), work.quasi.xi, out.vector());
                                   add_bias_forces(arm, x, work.quasi, false, out.vector());
                                   return pivots(work.quasi.factors.D);
                                 }),
      row<T, QuasiFactors<T>>(Quantity::kappa, "quasi_velocity", "articulated bodies, O(n)",
                              [](Links<T> arm, Pos<T> x, In<T> s, QuasiFactors<T>& work, Out<T> out) {
                                quasi_factors(arm, x, work);
                                kappa_from_tau(arm, x, work, s.tau, out.vector());
                                return pivots(work.D);
                              }),
      row<T, QuasiFactors<T>>(Quantity::eps, "quasi_velocity", "articulated bodies, O(n)",
                              [](Links<T> arm, Pos<T> x, In<T> s, QuasiFactors<T>& work, Out<T> out) {
                                quasi_factors(arm, x, work);
                                quasi_roots(work);
                                eps_from_tau(arm, x, work, s.tau, out.vector());
                                return pivots(work.D);
                              },
                              {.roots = true}),
      row<T, QuasiRates<T>>(Quantity::xi_rate, "quasi_velocity", "the unnormalized recursion, O(n)",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiRates<T>& work, Out<T> out) {
                              set_quasi_rates(arm, x, s, work);
                              xi_rate<T>(arm, x, work.tau, s.tip, work, out.vector());
                              return pivots(work.factors.D);
                            }),
      row<T, QuasiRates<T>>(Quantity::nu_rate, "quasi_velocity",
                            "the unnormalized recursion, then eq 46, O(n)",
                            [](Links<T> arm, Pos<T> x, In<T> s, QuasiRates<T>& work, Out<T> out) {
                              set_quasi_rates(arm, x, s, work);
                              quasi_roots(work.factors);
                              nu_rate<T>(arm, x, work.tau, s.tip, work, out.vector());
                              return pivots(work.factors.D);
                            },
                            {.roots = true}),
      row<T, QuasiWork<T>>(Quantity::fd, "quasi_velocity_nu", "through the rate of nu, O(n)",
                           [](Links<T> arm, Pos<T> x, In<T> s, QuasiWork<T>& work, Out<T> out) {
                             fd_by_nu(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out.vector());
                             return pivots(work.factors.D);
                           },
                           {.roots = true}),
      row<T, QuasiWork<T>>(Quantity::fd, "quasi_velocity_xi", "through the rate of xi, O(n)",
                           [](Links<T> arm, Pos<T> x, In<T> s, QuasiWork<T>& work, Out<T> out) {
                             fd_by_xi(arm, x, s.qd, s.tau, s.gravity, s.tip, work, out.vector());
                             return pivots(work.factors.D);
                           }),
  };
  return rows;
}

}  // namespace catena::rows
