// SPDX-License-Identifier: Apache-2.0
// All roots of polynomials up to degree four, and of trigonometric polynomials up to degree two.
//
// The roots are starting values for Newton steps on the arm itself: a double root is found to about half of the digits, and
// a pair that rounding has moved off the real line, or off the circle, counts as real.
#pragma once

#include <array>

namespace catena::detail {

struct Roots {
  std::array<double, 4> at = {};
  int count = 0;

  void add(double x) { at[static_cast<std::size_t>(count++)] = x; }
  const double* begin() const { return at.data(); }
  const double* end() const { return at.data() + count; }
};

// c0 + c1 x + ... + c4 x⁴ = 0, for x of the order of `size`.
Roots real_roots(const std::array<double, 5>& c, double size);

// k + a cos x + b sin x + a2 cos 2x + b2 sin 2x = 0, from -pi to pi.
struct Wave {
  double k = 0, a = 0, b = 0, a2 = 0, b2 = 0;

  friend Wave operator+(const Wave& x, const Wave& y) {
    return {x.k + y.k, x.a + y.a, x.b + y.b, x.a2 + y.a2, x.b2 + y.b2};
  }
  friend Wave operator-(const Wave& x, const Wave& y) {
    return {x.k - y.k, x.a - y.a, x.b - y.b, x.a2 - y.a2, x.b2 - y.b2};
  }
  friend Wave operator*(double s, const Wave& x) { return {s * x.k, s * x.a, s * x.b, s * x.a2, s * x.b2}; }
  // The product of two waves of degree one.
  friend Wave operator*(const Wave& x, const Wave& y) {
    const double cc = x.a * y.a, ss = x.b * y.b, cs = x.a * y.b + x.b * y.a;
    return {x.k * y.k + 0.5 * (cc + ss), x.k * y.a + x.a * y.k, x.k * y.b + x.b * y.k, 0.5 * (cc - ss),
            0.5 * cs};
  }
};
Roots angles(const Wave& wave);

}  // namespace catena::detail
