// SPDX-License-Identifier: Apache-2.0
// Linear programs in two variables (u, x), solved exactly: the optimum is an intersection of two of the given lines.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace catena::path::detail {

// a u + b x <= c, with a² + b² = 1.
struct HalfPlane {
  double a, b, c;
};

// Scales to a unit normal. A half plane with a = b = 0 is dropped unless it is empty, which makes `planes` infeasible.
void add_half_plane(std::vector<HalfPlane>& planes, double a, double b, double c);

// The largest x (sign = 1) or the smallest (sign = -1) of all points within the half planes and within |u| and |x| <= 1e15;
// nothing if there are no points.
std::optional<double> extreme_x(std::span<const HalfPlane> planes, double sign);

// The interval of u within the half planes at a given x.
struct Interval {
  double low, high;
};
Interval u_interval(std::span<const HalfPlane> planes, double x);

}  // namespace catena::path::detail
