// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: vector-Jacobian products of inverse and forward dynamics.
#pragma once

#include "catena/core/algo/fd_vjp.hpp"
#include "catena/core/rows/fd_derivatives.hpp"
#include "catena/core/rows/rnea_derivatives.hpp"

namespace catena::detail {

// The three Jacobian matrices, and the vector, which the results may overwrite.
template <class T, class Derivatives>
struct VjpByMatrices {
  explicit VjpByMatrices(const Chain<T>& arm)
      : derivatives(arm), by_q(arm.dof(), arm.dof()), by_qd(by_q), by_u(by_q), v(zeros<T>(arm.dof())) {}
  void set_bodies(const Chain<T>& arm) { derivatives.set_bodies(arm); }
  Derivatives derivatives;
  MatX<T> by_q, by_qd, by_u;
  std::vector<T> v;  // (n)

  void keep(std::span<const T> given) { std::copy(given.begin(), given.end(), v.begin()); }
  void multiply(const Result<T>& out) {
    const MatX<T>* const matrices[] = {&by_q, &by_qd, &by_u};
    for (std::size_t k = 0; k < 3; ++k)
      for (int j = 0; j < by_q.cols(); ++j) {
        T sum = v[0] * (*matrices[k])(0, j);
        for (int i = 1; i < by_q.cols(); ++i) sum = sum + v[i] * (*matrices[k])(i, j);
        out.vector(k)[j] = sum;
      }
  }
};

// The vector of a product: q̇ unless it is given.
template <class T>
std::span<const T> multiplied(const State<T>& s) {
  return s.v.empty() ? s.qd : s.v;
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> id_vjp_rows() {
  using namespace detail;
  using ById = VjpByMatrices<T, RneaDerivativesWork<T>>;
  using ByFd = VjpByMatrices<T, FdDerivativesWork<T>>;
  static const Method<T> rows[] = {
      row<T, IdVjpWork<T>>(Quantity::id_vjp, "id_vjp", "one pass outward and one inward, O(n)",
                           [](Links<T> arm, Pos<T> x, In<T> s, IdVjpWork<T>& work, Out<T> out) {
                             id_vjp<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, multiplied(s), work,
                                       out.vector(0), out.vector(1), out.vector(2));
                           }),
      row<T, ById>(Quantity::id_vjp, "rnea_derivatives", "products with the matrices of id_derivatives",
                   [](Links<T> arm, Pos<T> x, In<T> s, ById& work, Out<T> out) {
                     work.keep(multiplied(s));
                     rnea_derivatives<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work.derivatives,
                                         {work.by_q.view(), work.by_qd.view(), work.by_u.view()});
                     work.multiply(out);
                   }),
      row<T, FdVjpWork<T>>(Quantity::fd_vjp, "fd_vjp", "aba, then id_vjp with -M⁻¹ v, O(n)",
                           [](Links<T> arm, Pos<T> x, In<T> s, FdVjpWork<T>& work, Out<T> out) {
                             fd_vjp<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, multiplied(s), work,
                                       out.vector(0), out.vector(1), out.vector(2));
                             return inverse_pivots(work.aba.delta_inv);
                           }),
      row<T, ByFd>(Quantity::fd_vjp, "fd_derivatives", "products with the matrices of fd_derivatives",
                   [](Links<T> arm, Pos<T> x, In<T> s, ByFd& work, Out<T> out) {
                     work.keep(multiplied(s));
                     fd_derivatives<T>(arm, x, s.qd, s.tau, s.gravity, s.tip, work.derivatives,
                                       {work.by_q.view(), work.by_qd.view(), work.by_u.view()});
                     work.multiply(out);
                     return inverse_pivots(work.derivatives.aba.delta_inv);
                   }),
  };
  return rows;
}

}  // namespace catena::rows
