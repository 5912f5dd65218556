// SPDX-License-Identifier: Apache-2.0
#include "catena/bench/time_curves.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace catena::bench {
namespace {

using Seconds = decltype(Timing::seconds);
using Curves = std::map<std::string, std::map<int, Seconds>>;  // by name and number of joints

std::string name_of(const Timing& t) {
  if (t.way == "method") return fmt::format("{} {}", info(t.quantity).name, t.method);
  const std::string threads = t.threads > 1 ? fmt::format(" x{}", t.threads) : "";
  return fmt::format("{} {}{}", info(t.quantity).name, t.way, threads);
}

std::vector<TimeCurve> as_list(const Curves& curves) {
  std::vector<TimeCurve> list;
  for (const auto& [name, points] : curves) {
    TimeCurve& curve = list.emplace_back(TimeCurve{name});
    for (const auto& [joints, seconds] : points) {
      curve.joints.push_back(joints);
      curve.least.push_back(seconds.least);
      curve.median.push_back(seconds.median);
      curve.p90.push_back(seconds.p90);
    }
  }
  return list;
}

}  // namespace

std::vector<TimeCurve> time_curves(const std::vector<ArmTimings>& timings) {
  std::set<Quantity> quantities;
  for (const ArmTimings& arm : timings)
    for (const Timing& t : arm.timings) quantities.insert(t.quantity);
  Curves curves;
  for (const ArmTimings& arm : timings)
    for (const Timing& t : arm.timings)
      if (t.way != "method" || quantities.size() == 1) curves[name_of(t)][arm.joints] = t.seconds;
  return as_list(curves);
}

std::vector<TimeCurve> time_curves(const std::vector<Race>& races) {
  Curves curves;
  for (const Race& race : races)
    for (std::size_t c = 0; c < race.methods.size(); ++c)
      for (std::size_t j = 0; j < race.joints.size(); ++j)
        curves[fmt::format("{} {}", info(race.quantity).name, race.methods[c])][race.joints[j]] =
            race.times[c][j];
  return as_list(curves);
}

}  // namespace catena::bench
