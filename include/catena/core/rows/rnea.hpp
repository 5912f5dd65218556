// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: recursive Newton-Euler.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/bias_work.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

template <class T>
struct PolarWork {
  explicit PolarWork(int n) : bias(n), ej(zeros<T>(n)), ek(ej), sum(ej), cu(ej), cv(ej) {}
  BiasWork<T> bias;
  std::vector<T> ej, ek;       // (n) unit vectors
  std::vector<T> sum, cu, cv;  // (n) u + v, c(u), c(v)
};

// The symmetric bilinear form of the bias, b(u, v) = (c(u + v) - c(u) - c(v)) / 2, so that c(q̇) = b(q̇, q̇).
template <class T>
void polar_bias(const Chain<T>& arm, const Posture<T>& x, std::span<const T> u, std::span<const T> v,
                PolarWork<T>& work, std::span<T> b) {
  const auto bias = [&](std::span<const T> qd, std::span<T> c) {
    rnea<T>(arm, x, qd, work.bias.none, Vec3<T>::zero(), work.bias.rnea, c);
  };
  for (std::size_t i = 0; i < u.size(); ++i) work.sum[i] = u[i] + v[i];
  bias(work.sum, b);
  bias(u, work.cu);
  bias(v, work.cv);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = T(0.5) * (b[i] - work.cu[i] - work.cv[i]);
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> rnea_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      row<T, RneaWork<T>>(Quantity::id, "rnea", "recursive Newton-Euler",
                          [](Links<T> arm, Pos<T> x, In<T> s, RneaWork<T>& work, Out<T> out) {
                            rnea<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out.vector());
                          }),
      row<T, BiasWork<T>>(Quantity::bias, "rnea", "recursive Newton-Euler without gravity and acceleration",
                          [](Links<T> arm, Pos<T> x, In<T> s, BiasWork<T>& work, Out<T> out) {
                            rnea<T>(arm, x, s.qd, work.none, Vec3<T>::zero(), work.rnea, out.vector());
                          }),
      row<T, BiasWork<T>>(Quantity::nle, "rnea", "recursive Newton-Euler without acceleration",
                          [](Links<T> arm, Pos<T> x, In<T> s, BiasWork<T>& work, Out<T> out) {
                            rnea<T>(arm, x, s.qd, work.none, s.gravity, work.rnea, out.vector());
                          }),
      row<T, BiasWork<T>>(Quantity::gravity, "rnea", "recursive Newton-Euler at rest",
                          [](Links<T> arm, Pos<T> x, In<T> s, BiasWork<T>& work, Out<T> out) {
                            rnea<T>(arm, x, work.none, work.none, s.gravity, work.rnea, out.vector());
                          }),
      row<T, PolarWork<T>>(Quantity::inertia, "rnea_columns", "inverse dynamics, once for each column",
                           [](Links<T> arm, Pos<T> x, In<T>, PolarWork<T>& work, Out<T> out) {
                             for (int j = 0; j < arm.dof(); ++j) {
                               work.ej[j] = T(1);
                               rnea<T>(arm, x, work.bias.none, work.ej, Vec3<T>::zero(), work.bias.rnea,
                                       column(out.matrix(), j));
                               work.ej[j] = T(0);
                             }
                           }),
      row<T, PolarWork<T>>(Quantity::coriolis, "rnea_polar", "polarised inverse dynamics, Christoffel",
                           [](Links<T> arm, Pos<T> x, In<T> s, PolarWork<T>& work, Out<T> out) {
                             for (int j = 0; j < arm.dof(); ++j) {
                               work.ej[j] = T(1);
                               polar_bias<T>(arm, x, work.ej, s.qd, work, column(out.matrix(), j));
                               work.ej[j] = T(0);
                             }
                           }),
      row<T, PolarWork<T>>(Quantity::christoffel, "rnea_polar", "polarised inverse dynamics",
                           [](Links<T> arm, Pos<T> x, In<T>, PolarWork<T>& work, Out<T> out) {
                             const int n = arm.dof();
                             for (int k = 0; k < n; ++k) {
                               work.ek[k] = T(1);
                               for (int j = 0; j < n; ++j) {
                                 work.ej[j] = T(1);
                                 polar_bias<T>(arm, x, work.ej, work.ek, work,
                                               column(out.matrix(), k * n + j));
                                 work.ej[j] = T(0);
                               }
                               work.ek[k] = T(0);
                             }
                           }),
  };
  return rows;
}

}  // namespace catena::rows
