// SPDX-License-Identifier: Apache-2.0
// Any bytes either are a scenario, whose numbers can be used, or give a catena::Error.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "catena/sim/scenario.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  catena::sim::Scenario s;
  try {
    s = catena::sim::parse_scenario({reinterpret_cast<const char*>(data), size}, "<fuzz>");
  } catch (const catena::Error&) {
    return 0;
  }
  const catena::sim::Options& o = s.options;
  require(!s.robot.empty());
  require(o.rtol > 0 && o.atol > 0 && o.step > 0 && o.sample > 0 && o.duration > 0 && o.max_steps >= 1);
  for (const double x : {o.rtol, o.atol, o.step, o.sample, o.duration, o.restitution, o.stiffness, o.damping,
                         o.smoothing, o.tip.ang.x, o.tip.lin.z})
    require(std::isfinite(x));
  for (const std::vector<double>& list :
       {s.q, s.qd, s.drive.tau, s.drive.kp, s.drive.kd, s.drive.lambda, s.drive.k, o.sample_times})
    for (const double x : list) require(std::isfinite(x));
  for (const auto& [key, place] : s.places) require(place.starts_with("<fuzz>:"));
  if (s.trajectory)
    for (const auto& point : s.trajectory->points)
      for (const double x : point) require(std::isfinite(x));
  return 0;
}
