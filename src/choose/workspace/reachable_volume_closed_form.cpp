// SPDX-License-Identifier: Apache-2.0
// Workspaces with a closed form.
//
// Paper    004 (Table3) (Table5): RP of both kinds, PR, RTX, Stanford; prismatic joints may have any limits.
// Differs  the table's area of PR, πa² + 2ab, includes what the arm encloses. A stroke shorter than 2a leaves a lens between
//          the two end circles that the tool cannot enter; it is subtracted here.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "choose/workspace/chart.hpp"
#include "choose/workspace/reachable_volume.hpp"

namespace catena::choose {
namespace detail {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kAngle = 1e-9;

using V = Vec3<double>;

double length(const V& v) { return std::sqrt(dot(v, v)); }
V across(const V& v, const V& axis) { return v - dot(v, axis) * axis; }
bool parallel(const V& a, const V& b) { return length(cross(a, b)) <= kAngle; }
bool upright(const V& a, const V& b) { return std::abs(dot(a, b)) <= kAngle; }

// x² over a range: minimum and maximum.
double least_square(double lo, double hi) { return lo <= 0 && hi >= 0 ? 0 : std::min(lo * lo, hi * hi); }
double most_square(double lo, double hi) { return std::max(lo * lo, hi * hi); }

// The intersection of two discs of radius a with centres b apart.
double lens(double a, double b) {
  if (b >= 2 * a) return 0;
  return 2 * a * a * std::acos(b / (2 * a)) - 0.5 * b * std::sqrt(4 * a * a - b * b);
}

}  // namespace

std::optional<ReachableVolume> reachable_volume_closed_form(ToolPoint& point, const JointBox& box) {
  const int m = point.joints();
  if (m < 2 || m > 3 || !box.why.empty()) return std::nullopt;
  const std::vector<double> zero(box.joints.size(), 0.0);
  point.set(zero.data());
  std::string kinds;
  for (int i = 0; i < m; ++i) {
    if (point.revolute(i) && !box.joints[i].turns) return std::nullopt;
    kinds += point.revolute(i) ? 'R' : 'P';
  }
  const bool flat = point.plane().has_value();
  const double size = point.size(), span0 = box.joints[0].span();
  const auto is = [&](double value) { return ReachableVolume{value, 0, flat, true}; };
  const auto axis = [&](int i) { return point.axis(i); };
  const auto origin = [&](int i) { return point.origin(i); };
  const V tool = point.tool();

  if (flat && kinds == "RP") {  // r² = v² + 2 v·t x + x², x along the slide
    const V v = across(tool - origin(0), axis(0));
    const double middle = dot(v, axis(1)), lo = box.joints[1].lower + middle,
                 hi = box.joints[1].upper + middle;
    return is(kPi * (most_square(lo, hi) - least_square(lo, hi)));
  }
  if (flat && kinds == "PR") {  // circles along the slide
    const double a = length(across(tool - origin(1), axis(1)));
    return is(kPi * a * a + 2 * a * span0 - lens(a, span0));
  }
  if (flat && kinds == "RR") {
    const double a = length(across(origin(1) - origin(0), axis(0)));
    return is(4 * kPi * a * length(across(tool - origin(1), axis(1))));
  }
  if (flat && kinds == "PP") return is(span0 * box.joints[1].span() * length(cross(axis(0), axis(1))));
  if (m == 3 && kinds == "PRR" && parallel(axis(0), axis(1)) && parallel(axis(1), axis(2))) {  // RTX
    const double a = length(across(origin(2) - origin(1), axis(1)));
    return is(4 * kPi * a * length(across(tool - origin(2), axis(2))) * span0);
  }
  if (kinds == "RRP" && upright(axis(0), axis(1)) && upright(axis(1), axis(2))) {  // Stanford
    const double apart = std::abs(dot(origin(1) - origin(0), cross(axis(0), axis(1))));
    const V v = across(tool - origin(1), axis(1));
    if (apart > 1e-9 * size || length(across(v, axis(2))) > 1e-9 * size) return std::nullopt;
    const double middle = dot(v, axis(2)), lo = box.joints[2].lower + middle,
                 hi = box.joints[2].upper + middle;
    return is(4.0 / 3 * kPi * (std::pow(most_square(lo, hi), 1.5) - std::pow(least_square(lo, hi), 1.5)));
  }
  if (!flat && kinds == "PPP")
    return is(span0 * box.joints[1].span() * box.joints[2].span() *
              std::abs(dot(axis(0), cross(axis(1), axis(2)))));
  return std::nullopt;
}

}  // namespace detail

std::optional<ReachableVolume> reachable_volume_closed_form(const Arm& arm) {
  detail::ToolPoint point(arm.chain());
  return detail::reachable_volume_closed_form(point, detail::joint_box(arm.robot()));
}

}  // namespace catena::choose
