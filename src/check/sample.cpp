// SPDX-License-Identifier: Apache-2.0
#include "check/sample.hpp"

#include <algorithm>
#include <numbers>

namespace catena::check::detail {

double Sampler::uniform(double low, double high) {
  std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z = z ^ (z >> 31);
  return low + (high - low) * (static_cast<double>(z >> 11) * 0x1p-53);
}

std::vector<double> Sampler::vector(int n, double low, double high) {
  std::vector<double> out(static_cast<std::size_t>(n));
  for (double& x : out) x = uniform(low, high);
  return out;
}

std::vector<double> Sampler::position(const Robot& robot) {
  using std::numbers::pi;
  std::vector<double> q;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    const bool turns = link.joint == JointKind::revolute;
    double low = turns ? -pi : -0.5, high = -low;
    if (link.limits && link.limits->position) {
      const double widest = turns ? 2 * pi : 10;
      const auto [lower, upper] = *link.limits->position;
      low = std::clamp(lower, -widest, widest);
      high = std::clamp(upper, -widest, widest);
      if (!(low < high)) low = high = lower;
    }
    q.push_back(uniform(low, high));
  }
  return q;
}

}  // namespace catena::check::detail
