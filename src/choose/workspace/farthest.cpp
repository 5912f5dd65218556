// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/farthest.hpp"

#include <numbers>

namespace catena::choose::detail {

double best_turn(double A, double B, double q, const JointRange& range) {
  double delta = std::atan2(B, A);
  if (range.turns) return delta;
  constexpr double kTurn = 2 * std::numbers::pi;
  delta += kTurn * std::ceil((range.lower - q - delta) / kTurn);  // the first at or above the lower limit
  if (q + delta <= range.upper) return delta;
  const auto value = [&](double x) { return A * std::cos(x) + B * std::sin(x); };
  const double down = range.lower - q, up = range.upper - q;
  return value(up) > value(down) ? up : down;
}

namespace {

constexpr int kMostSweeps = 200;

// `pull(x)`: the gradient of the objective at x.
template <class Pull, class Value>
double climb(ToolPoint& point, const JointBox& box, std::span<double> q, double enough, Pull pull,
             Value value) {
  point.set(q.data());
  double now = value(point.tool());
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    Vec3<double> p = point.tool();
    for (int i = point.joints() - 1; i >= 0; --i) {
      const JointRange& range = box.joints[i];
      const Vec3<double>&o = point.origin(i), &z = point.axis(i);
      if (!point.revolute(i)) {
        const double up = range.upper - q[i], down = range.lower - q[i];
        const double step = value(p + up * z) > value(p + down * z) ? up : down;
        p += step * z, q[i] += step;
        continue;
      }
      const Vec3<double> v = p - o, along = dot(z, v) * z, across = v - along, turned = cross(z, v);
      const Vec3<double> u = pull(o + along);
      const double A = dot(u, across), B = dot(u, turned);
      if (A == 0 && B == 0) continue;
      const double delta = best_turn(A, B, q[i], range);
      p = o + along + std::cos(delta) * across + std::sin(delta) * turned;
      q[i] += delta;
      if (range.turns) q[i] = std::remainder(q[i], 2 * std::numbers::pi);
    }
    point.set(q.data());
    const double next = value(point.tool());
    if (!(next - now > enough * std::abs(next))) return std::max(now, next);
    now = next;
  }
  return now;
}

}  // namespace

double farthest_along(ToolPoint& point, const JointBox& box, const Vec3<double>& u, std::span<double> q,
                      double enough) {
  return climb(
      point, box, q, enough, [&](const Vec3<double>&) { return u; },
      [&](const Vec3<double>& p) { return dot(u, p); });
}

double farthest_from(ToolPoint& point, const JointBox& box, const Vec3<double>& c, std::span<double> q) {
  return std::sqrt(climb(
      point, box, q, 1e-15, [&](const Vec3<double>& x) { return x - c; },
      [&](const Vec3<double>& p) { return dot(p - c, p - c); }));
}

}  // namespace catena::choose::detail
