// SPDX-License-Identifier: Apache-2.0
#include "reproduce/fixed_step.hpp"

#include <array>

namespace catena::reproduce::detail {
namespace {

using Vector = Eigen::VectorXd;

// E. Fehlberg, "Low-order classical Runge-Kutta formulas with stepsize control", NASA TR R-315, 1969, table III.
Vector fehlberg_step(const Slope& f, double t, const Vector& y, double h, bool fifth) {
  const Vector k1 = f(t, y);
  const Vector k2 = f(t + h / 4, y + h * (k1 / 4));
  const Vector k3 = f(t + 3 * h / 8, y + h * (3 * k1 / 32 + 9 * k2 / 32));
  const Vector k4 = f(t + 12 * h / 13, y + h * (1932 * k1 - 7200 * k2 + 7296 * k3) / 2197);
  const Vector k5 = f(t + h, y + h * (439.0 / 216 * k1 - 8 * k2 + 3680.0 / 513 * k3 - 845.0 / 4104 * k4));
  if (!fifth) return y + h * (25.0 / 216 * k1 + 1408.0 / 2565 * k3 + 2197.0 / 4104 * k4 - k5 / 5);
  const Vector k6 = f(t + h / 2, y + h * (-8.0 / 27 * k1 + 2 * k2 - 3544.0 / 2565 * k3 + 1859.0 / 4104 * k4 -
                                          11.0 / 40 * k5));
  return y +
         h * (16.0 / 135 * k1 + 6656.0 / 12825 * k3 + 28561.0 / 56430 * k4 - 9.0 / 50 * k5 + 2.0 / 55 * k6);
}

Vector classical_step(const Slope& f, double t, const Vector& y, double h) {
  const Vector k1 = f(t, y), k2 = f(t + h / 2, y + h / 2 * k1), k3 = f(t + h / 2, y + h / 2 * k2),
               k4 = f(t + h, y + h * k3);
  return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

}  // namespace

std::vector<Vector> integrate_fixed(FixedStep method, const Slope& slope, const Vector& start, double h,
                                    int steps) {
  std::vector<Vector> y = {start};
  std::vector<Vector> f = {slope(0, start)};  // of all steps so far
  for (int k = 0; k < steps; ++k) {
    const double t = k * h;
    const Vector& now = y.back();
    Vector next;
    if (method != FixedStep::adams_pece) {
      next = fehlberg_step(slope, t, now, h, method == FixedStep::fehlberg_5);
    } else if (k < 3) {
      next = classical_step(slope, t, now, h);
    } else {
      const std::size_t last = f.size() - 1;
      const Vector predicted =
          now + h / 24 * (55 * f[last] - 59 * f[last - 1] + 37 * f[last - 2] - 9 * f[last - 3]);
      next = now + h / 24 * (9 * slope(t + h, predicted) + 19 * f[last] - 5 * f[last - 1] + f[last - 2]);
    }
    if (!next.allFinite()) break;
    if (method == FixedStep::adams_pece) f.push_back(slope(t + h, next));
    y.push_back(std::move(next));
  }
  return y;
}

}  // namespace catena::reproduce::detail
