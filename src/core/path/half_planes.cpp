// SPDX-License-Identifier: Apache-2.0
#include "core/path/half_planes.hpp"

#include <algorithm>
#include <cmath>

namespace catena::path::detail {
namespace {

constexpr double kLarge = 1e15;      // beyond all speeds
constexpr double kRounding = 1e-13;  // relative

struct Point {
  double u, x;
};

double excess(const HalfPlane& plane, const Point& p) {
  const double size = std::abs(plane.a * p.u) + std::abs(plane.b * p.x) + std::abs(plane.c);
  return plane.a * p.u + plane.b * p.x - plane.c - kRounding * size;
}

// The point of the line of `plane` within `others` that has the extreme x.
std::optional<Point> on_line(const HalfPlane& plane, std::span<const HalfPlane> others, double sign) {
  const Point foot = {plane.a * plane.c, plane.b * plane.c}, way = {-plane.b, plane.a};
  // Where |u| and |x| are within kLarge, up to a factor of two.
  double low = -kLarge, high = kLarge, scale = std::abs(plane.c);
  for (const HalfPlane& other : others) {
    const double slope = other.a * way.u + other.b * way.x,
                 room = other.c - other.a * foot.u - other.b * foot.x;
    const double size = std::abs(other.c) + scale;
    if (std::abs(slope) <= 1e-15) {
      if (room < -kRounding * size) return std::nullopt;
    } else if (slope > 0) {
      high = std::min(high, room / slope);
    } else {
      low = std::max(low, room / slope);
    }
  }
  if (low > high + 1e-12 * (std::abs(low) + std::abs(high) + scale)) return std::nullopt;
  if (low > high) low = high = 0.5 * (low + high);
  double t = 0.5 * (low + high);
  if (sign * way.x > 0) t = high;
  if (sign * way.x < 0) t = low;
  return Point{foot.u + t * way.u, foot.x + t * way.x};
}

}  // namespace

void add_half_plane(std::vector<HalfPlane>& planes, double a, double b, double c) {
  const double size = std::hypot(a, b);
  if (!std::isfinite(c) && c > 0) return;
  if (size == 0) {
    if (c < 0) planes.push_back({0, 0, c});
    return;
  }
  planes.push_back({a / size, b / size, c / size});
}

// Seidel's algorithm: constraint by constraint, the optimum stays or moves to the line of the new one.
std::optional<double> extreme_x(std::span<const HalfPlane> planes, double sign) {
  Point best = {0, sign * kLarge};
  for (std::size_t k = 0; k < planes.size(); ++k) {
    if (planes[k].a == 0 && planes[k].b == 0) return std::nullopt;
    if (excess(planes[k], best) <= 0) continue;
    const auto moved = on_line(planes[k], planes.first(k), sign);
    if (!moved) return std::nullopt;
    best = *moved;
  }
  return best.x;
}

Interval u_interval(std::span<const HalfPlane> planes, double x) {
  Interval out = {-kLarge, kLarge};
  for (const HalfPlane& plane : planes) {
    const double room = plane.c - plane.b * x;
    if (plane.a > 1e-300) out.high = std::min(out.high, room / plane.a);
    if (plane.a < -1e-300) out.low = std::max(out.low, room / plane.a);
  }
  return out;
}

}  // namespace catena::path::detail
