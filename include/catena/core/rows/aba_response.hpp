// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: M⁻¹, its products and the derivatives of forward dynamics by the response of articulated bodies.
#pragma once

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/response_solve.hpp"
#include "catena/core/algo/rnea_derivatives.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct ResponseDerivatives {
  explicit ResponseDerivatives(const Chain<T>& arm)
      : id(arm), aba(arm.dof()), response(arm.dof()), qdd(zeros<T>(arm.dof())) {}
  void set_bodies(const Chain<T>& arm) { id.set_bodies(arm); }
  RneaDerivativesWork<T> id;
  AbaWork<T> aba;
  AbaResponseWork<T> response;
  std::vector<T> qdd;  // (n)
};

template <class T>
AbaResponseJob<T> response_job(const Chain<T>& arm, const Posture<T>& x, ResponseDerivatives<T>& work,
                               MatView<T> M) {
  AbaResponseJob<T> job = response_job(arm, x, work.response, M);
  job.psi = work.aba.psi.data(), job.delta_inv = work.aba.delta_inv.data();
  return job;
}

template <class T>
void response_derivatives(const Chain<T>& arm, const Posture<T>& x, const State<T>& s, std::span<const T> tau,
                          ResponseDerivatives<T>& work, MatView<T> by_q, MatView<T> by_qd,
                          MatView<T> by_tau) {
  aba<T>(arm, x, s.qd, tau, s.gravity, s.tip, work.aba, work.qdd);
  rnea_derivatives<T>(arm, x, s.qd, work.qdd, s.gravity, s.tip, work.id, {by_q, by_qd, {}});
  respond_to<T, T>(response_job(arm, x, work, by_tau), {by_q.data, by_qd.data, by_q.stride, by_qd.stride});
}

// V, or the identity if there is none, into X.
template <class T>
void copy_columns(const MatView<const T>* V, MatView<T> X) {
  for (int j = 0; j < X.cols; ++j)
    for (int i = 0; i < X.rows; ++i) X(i, j) = V ? (*V)(i, j) : T(i == j ? 1 : 0);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> aba_response_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, AbaResponseWork<T>>(Quantity::inertia_inverse, "aba_response",
                                 "accelerations by unit torques on articulated bodies, O(n²)",
                                 [](Links<T> arm, Pos<T> x, In<T>, AbaResponseWork<T>& work, Out<T> out) {
                                   aba_response<T>(arm, x, work, out.matrix());
                                   return inverse_pivots(work.delta_inv);
                                 }),
      row<T, ResponseDerivatives<T>>(
          Quantity::fd_derivatives, "aba_response",
          "did_dq and did_dqd solved with articulated bodies, O(n²)",
          [](Links<T> arm, Pos<T> x, In<T> s, ResponseDerivatives<T>& work, Out<T> out) {
            response_derivatives<T>(arm, x, s, s.tau, work, out.matrix(0), out.matrix(1), out.matrix(2));
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, ResponseDerivatives<T>>(
          Quantity::dfd_dq, "aba_response", "did_dq solved with articulated bodies, O(n^2)",
          [](Links<T> arm, Pos<T> x, In<T> s, ResponseDerivatives<T>& work, Out<T> out) {
            response_derivatives<T>(arm, x, s, s.tau, work, out.matrix(), {}, {});
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, ResponseDerivatives<T>>(
          Quantity::dfd_dqd, "aba_response", "did_dqd solved with articulated bodies, O(n^2)",
          [](Links<T> arm, Pos<T> x, In<T> s, ResponseDerivatives<T>& work, Out<T> out) {
            const MatView<T> X = out.matrix();
            rnea_derivatives<T>(arm, x, s.qd, {}, s.gravity, s.tip, work.id, {{}, X, {}});
            solve_by_response<T, T>(response_job(arm, x, work, MatView<T>{}),
                                    {X.data, X.stride, X.cols, true});
            return inverse_pivots(work.aba.delta_inv);
          }),
      row<T, AbaResponseWork<T>>(
          Quantity::inertia_solve, "aba_response", "all columns along articulated bodies, O(n) for each",
          [](Links<T> arm, Pos<T> x, In<T> s, AbaResponseWork<T>& work, Out<T> out) {
            const MatView<T> X = out.matrix();
            copy_columns(s.V, X);
            solve_by_response<T, T>(response_job(arm, x, work, MatView<T>{}), {X.data, X.stride, X.cols});
            return inverse_pivots(work.delta_inv);
          }),
  };
  return rows;
}

}  // namespace catena::rows
