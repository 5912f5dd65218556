// SPDX-License-Identifier: Apache-2.0
#include "sim/missed_limit.hpp"

#include <algorithm>

namespace catena::sim::detail {

std::optional<double> MissedLimit::in_step(Equation& equation, double before, std::span<const double> left,
                                           double after, std::span<const double> reached) {
  const std::span<const JointLimits::Stop> stops = equation.limits().stops();
  const std::size_t n = leaving_.size();
  const auto speeds = [&](std::span<const double> y, std::vector<double>& qd) {
    return equation.positions_rate(y, qd) == System::Value::found;
  };
  if (stops.empty() || after <= before || !speeds(left, leaving_) || !speeds(reached, arriving_)) return {};
  const double h = after - before;
  double first = 1;  // as a fraction of the step
  for (const JointLimits::Stop& s : stops) {
    const auto k = static_cast<std::size_t>(s.joint);
    const double gap = equation.limits().gap(s, left.first(n)),
                 end = equation.limits().gap(s, reached.first(n)), rate = -s.side * leaving_[k] * h,
                 end_rate = -s.side * arriving_[k] * h;
    if (s.held || s.locked || !(gap > 0 && end > 0 && rate < 0 && end_rate > 0)) continue;
    const auto gap_at = [&](double u) {  // Hermite
      const double r = 1 - u;
      return r * r * ((1 + 2 * u) * gap + u * rate) + u * u * ((1 + 2 * r) * end - r * end_rate);
    };
    for (int part = 1; part < 64; ++part)
      if (const double u = part / 64.0; u < first && gap_at(u) < -s.reach()) {
        double lo = 0, hi = u;
        for (int halving = 0; halving < 50; ++halving) {
          const double middle = 0.5 * (lo + hi);
          (gap_at(middle) > 0 ? lo : hi) = middle;
        }
        first = lo;
        break;
      }
  }
  if (first == 1) return {};
  return before + h * std::max(first * (1 - 1e-6), 1.0 / 64);
}

bool mark_passed_unseen(const JointLimits& limits, std::span<const double> q, std::span<int> fallen) {
  const std::span<const JointLimits::Stop> stops = limits.stops();
  bool any = false;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    if (stops[i].held || fallen[i] != 0) continue;
    if (!limits.beyond(stops[i], q)) continue;
    fallen[i] = -1;
    any = true;
  }
  return any;
}

}  // namespace catena::sim::detail
