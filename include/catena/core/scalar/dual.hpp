// SPDX-License-Identifier: Apache-2.0
// Dual<N>: a value and its derivatives in N directions, exact to rounding (forward-mode automatic differentiation).
#pragma once

#include <array>
#include <cmath>

#include "catena/core/scalar/concept.hpp"

namespace catena {

template <int N, std::floating_point Real = double>
struct Dual {
  Real value;
  std::array<Real, N> d;  // derivatives

  Dual() : value(0), d{} {}
  explicit Dual(double v) : value(static_cast<Real>(v)), d{} {}

  // The variable number k, with value v.
  static Dual variable(Real v, int k) {
    Dual x(v);
    x.d[static_cast<std::size_t>(k)] = 1;
    return x;
  }

  friend Dual operator+(const Dual& a, const Dual& b) { return combine(a.value + b.value, a, 1, b, 1); }
  friend Dual operator-(const Dual& a, const Dual& b) { return combine(a.value - b.value, a, 1, b, -1); }
  friend Dual operator-(const Dual& a) { return chain(-a.value, a, -1); }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return combine(a.value * b.value, a, b.value, b, a.value);
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const Real r = 1 / b.value, v = a.value * r;
    return combine(v, a, r, b, -v * r);
  }
  friend Dual sin(const Dual& a) { return chain(std::sin(a.value), a, std::cos(a.value)); }
  friend Dual cos(const Dual& a) { return chain(std::cos(a.value), a, -std::sin(a.value)); }
  friend Dual sqrt(const Dual& a) {
    const Real v = std::sqrt(a.value);
    return chain(v, a, Real(0.5) / v);
  }
  friend Dual sign_select(const Dual& x, const Dual& minus, const Dual& zero, const Dual& plus) {
    return x.value < 0 ? minus : x.value > 0 ? plus : x.value == 0 ? zero : x;
  }

 private:
  // f(a) with f' = da, and f(a, b) with partial derivatives da, db.
  static Dual chain(Real v, const Dual& a, Real da) {
    Dual r;
    r.value = v;
    for (std::size_t k = 0; k < N; ++k) r.d[k] = da * a.d[k];
    return r;
  }
  static Dual combine(Real v, const Dual& a, Real da, const Dual& b, Real db) {
    Dual r;
    r.value = v;
    for (std::size_t k = 0; k < N; ++k) r.d[k] = da * a.d[k] + db * b.d[k];
    return r;
  }
};

}  // namespace catena
