// SPDX-License-Identifier: Apache-2.0
// Rows of the registry: recursive Newton-Euler.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/rows/row.hpp"

namespace catena::detail {

// C q̇ by rnea.
template <class T>
std::vector<T> bias_by_rnea(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd) {
  std::vector<T> out = zeros<T>(arm.dof());
  const std::vector<T> none = zeros<T>(arm.dof());
  RneaWork<T> work(arm.dof());
  rnea<T>(arm, x, qd, none, Vec3<T>::zero(), work, out);
  return out;
}

// The symmetric bilinear form of the bias, b(u, v) = (c(u + v) - c(u) - c(v)) / 2, so that c(q̇) = b(q̇, q̇).
template <class T>
std::vector<T> polar_bias(const Chain<T>& arm, const Posture<T>& x, std::span<const T> u,
                          std::span<const T> v) {
  std::vector<T> sum(u.begin(), u.end());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = sum[i] + v[i];
  std::vector<T> b = bias_by_rnea<T>(arm, x, sum);
  const std::vector<T> cu = bias_by_rnea<T>(arm, x, u), cv = bias_by_rnea<T>(arm, x, v);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = T(0.5) * (b[i] - cu[i] - cv[i]);
  return b;
}

template <class T>
void inertia_by_rnea(const Chain<T>& arm, const Posture<T>& x, std::span<T> out) {
  const int n = arm.dof();
  RneaWork<T> work(n);
  std::vector<T> unit = zeros<T>(n);
  const std::vector<T> none = zeros<T>(n);
  for (int j = 0; j < n; ++j) {
    unit[j] = T(1);
    rnea<T>(arm, x, none, unit, Vec3<T>::zero(), work, column<T>(out, n, j));
    unit[j] = T(0);
  }
}

}  // namespace catena::detail

namespace catena::rows {

template <Scalar T>
std::span<const Method<T>> rnea_rows() {
  using namespace detail;
  static const Method<T> rows[] = {
      {Quantity::id, "rnea", "recursive Newton-Euler",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         RneaWork<T> work(arm.dof());
         rnea<T>(arm, x, s.qd, s.qdd, s.gravity, s.tip, work, out);
       }},
      {Quantity::bias, "rnea", "recursive Newton-Euler without gravity and acceleration",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const std::vector<T> c = bias_by_rnea<T>(arm, x, s.qd);
         std::copy(c.begin(), c.end(), out.begin());
       }},
      {Quantity::gravity, "rnea", "recursive Newton-Euler at rest",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const std::vector<T> none = zeros<T>(arm.dof());
         RneaWork<T> work(arm.dof());
         rnea<T>(arm, x, none, none, s.gravity, work, out);
       }},
      {Quantity::inertia, "rnea_columns", "inverse dynamics, once for each column",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) { inertia_by_rnea(arm, x, out); }},
      {Quantity::coriolis, "rnea_polar", "polarised inverse dynamics, Christoffel",
       [](Links<T> arm, Pos<T> x, In<T> s, Out<T> out) {
         const int n = arm.dof();
         std::vector<T> unit = zeros<T>(n);
         for (int j = 0; j < n; ++j) {
           unit[j] = T(1);
           const std::vector<T> b = polar_bias<T>(arm, x, unit, s.qd);
           std::copy(b.begin(), b.end(), out.begin() + j * n);
           unit[j] = T(0);
         }
       }},
      {Quantity::christoffel, "rnea_polar", "polarised inverse dynamics",
       [](Links<T> arm, Pos<T> x, In<T>, Out<T> out) {
         const int n = arm.dof();
         std::vector<T> ej = zeros<T>(n), ek = zeros<T>(n);
         for (int k = 0; k < n; ++k) {
           ek[k] = T(1);
           for (int j = 0; j < n; ++j) {
             ej[j] = T(1);
             const std::vector<T> b = polar_bias<T>(arm, x, ej, ek);
             std::copy(b.begin(), b.end(), out.begin() + static_cast<std::ptrdiff_t>(k * n + j) * n);
             ej[j] = T(0);
           }
           ek[k] = T(0);
         }
       }},
  };
  return rows;
}

}  // namespace catena::rows
