// SPDX-License-Identifier: Apache-2.0
#include "core/ik/closed_form/roots.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

namespace catena::detail {
namespace {

using Complex = std::complex<double>;

constexpr double kVanishes =
    1e-13;  // a coefficient relative to the largest one: rounding of the products that form it
constexpr double kOnTheLine =
    1e-5;  // distance of a root from the line or circle, relative: a double root with an error of eps

// All roots of c0 + ... + cn zⁿ with cn = 1, at once (Durand, Kerner).
template <int n>
std::array<Complex, n> all_roots(const std::array<Complex, n + 1>& c) {
  double radius = 0;
  for (int i = 0; i < n; ++i) radius = std::max(radius, std::pow(std::abs(c[i]), 1.0 / (n - i)));
  std::array<Complex, n> z;
  for (int i = 0; i < n; ++i)
    z[i] = std::polar(radius > 0 ? radius : 1.0, 0.4 + 2 * 3.141592653589793 * i / n);
  for (int round = 0; round < 200; ++round) {
    double moved = 0;
    for (int i = 0; i < n; ++i) {
      Complex value = c[n], others = 1;
      for (int k = n - 1; k >= 0; --k) value = value * z[i] + c[k];
      for (int k = 0; k < n; ++k)
        if (k != i) others *= z[i] - z[k];
      if (others == Complex(0)) others = 1e-300;
      const Complex step = value / others;
      z[i] -= step;
      moved = std::max(moved, std::abs(step));
    }
    if (moved <= 1e-15 * radius) break;
  }
  return z;
}

// x of 0 = c0 + c1 x + c2 x², both from the one without cancellation.
template <class Add>
void quadratic(const Complex& c0, const Complex& c1, const Complex& c2, Add add) {
  const Complex root = std::sqrt(c1 * c1 - 4.0 * c0 * c2);
  const Complex s = -0.5 * (c1 + (std::real(std::conj(c1) * root) >= 0 ? root : -root));
  if (s == Complex(0)) return add(Complex(0)), add(Complex(0));
  add(s / c2), add(c0 / s);
}

}  // namespace

Roots real_roots(const std::array<double, 5>& c, double size) {
  Roots out;
  std::array<double, 5> scaled{};
  double power = 1, most = 0;
  for (std::size_t i = 0; i < 5; ++i, power *= size)
    most = std::max(most, std::abs(scaled[i] = c[i] * power));
  if (!(most > 0)) return out;
  const auto add = [&](const Complex& z) {
    if (std::abs(z.imag()) <= kOnTheLine * (1 + std::abs(z.real()))) out.add(size * z.real());
  };
  const auto vanishes = [&](double x) { return std::abs(x) <= kVanishes * most; };
  if (!vanishes(scaled[4])) {
    const double k = 1 / scaled[4];
    for (const Complex& z : all_roots<4>({k * scaled[0], k * scaled[1], k * scaled[2], k * scaled[3], 1}))
      add(z);
  } else if (!vanishes(scaled[3])) {
    const double k = 1 / scaled[3];
    for (const Complex& z : all_roots<3>({k * scaled[0], k * scaled[1], k * scaled[2], 1})) add(z);
  } else if (!vanishes(scaled[2])) {
    quadratic(scaled[0], scaled[1], scaled[2], add);
  } else if (!vanishes(scaled[1])) {
    add(-scaled[0] / scaled[1]);
  }
  return out;
}

// With z = exp(i x), times z²: a polynomial whose roots off the circle come in pairs z, 1/z*.
Roots angles(const Wave& w) {
  Roots out;
  const Complex first(0.5 * w.a, -0.5 * w.b), second(0.5 * w.a2, -0.5 * w.b2);
  const double most = std::max({std::abs(w.k), std::abs(first), std::abs(second)});
  if (!(most > 0)) return out;
  const auto add = [&](const Complex& z) {
    if (std::abs(std::abs(z) - 1) <= kOnTheLine) out.add(std::arg(z));
  };
  if (std::abs(second) > kVanishes * most) {
    const Complex k = 1.0 / second;
    for (const Complex& z :
         all_roots<4>({k * std::conj(second), k * std::conj(first), k * w.k, k * first, Complex(1)}))
      add(z);
  } else if (std::abs(first) > kVanishes * most) {
    // a cos x + b sin x = -k: the angle of (a, b), and as far to either side; at the border of what exists, both are one
    const double r = std::hypot(w.a, w.b), c = -w.k / r;
    if (std::abs(c) > 1 + kOnTheLine) return out;
    const double middle = std::atan2(w.b, w.a), half = std::acos(std::clamp(c, -1.0, 1.0));
    out.add(middle + half);
    out.add(middle - half);
  }
  return out;
}

}  // namespace catena::detail
