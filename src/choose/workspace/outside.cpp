// SPDX-License-Identifier: Apache-2.0
#include "choose/workspace/outside.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "choose/workspace/climbs.hpp"
#include "choose/workspace/farthest.hpp"

namespace catena::choose::detail {

double Supports::operator()(const Vec3<double>& u) {
  constexpr double kGain = 1e-7, kMargin = 1e-5;  // relative
  along_.resize(some_.count);
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (std::size_t k = 0; k < some_.count; ++k) {
    along_[k] = dot(u, some_.tools[k]);
    least = std::min(least, along_[k]), most = std::max(most, along_[k]);
  }
  Climbs all(1, most - least, kMargin);
  Starts starts(some_, box_, along_, 1, seed_);
  q_.resize(box_.joints.size());
  while (!all.enough()) {
    starts.next(q_);
    all.add(farthest_along(point_, box_, u, q_, kGain));
  }
  const Extreme found = all.extreme();
  return found.value + found.error + kMargin * (most - least);
}

Outside::Outside(const Chart& chart, Supports& supports, int directions) {
  constexpr double kPi = std::numbers::pi;
  const double golden = kPi * (3 - std::sqrt(5.0));
  for (int k = 0; chart.dimensions > 1 && k < directions; ++k) {
    const double share = (k + 0.5) / directions;
    Chart::Place u{};
    Vec3<double> direction = Vec3<double>::zero();
    if (chart.dimensions == 3) {  // a spiral on the sphere
      const double z = 1 - 2 * share, r = std::sqrt(1 - z * z);
      u = {r * std::cos(k * golden), r * std::sin(k * golden), z};
      for (int d = 0; d < 3; ++d) direction += u[d] * chart.e[d];
    } else if (chart.round >= 0) {  // away from the axis: the bound holds for the radius by symmetry
      const double angle = kPi * (share - 0.5);
      u = {std::cos(angle), std::sin(angle), 0};
      direction = u[0] * chart.e[0] + u[1] * chart.e[2];
    } else {
      u = {std::cos(2 * kPi * share), std::sin(2 * kPi * share), 0};
      direction = u[0] * chart.e[0] + u[1] * chart.e[1];
    }
    halves_.push_back({u, supports(direction) - dot(direction, chart.centre)});
  }
}

}  // namespace catena::choose::detail
