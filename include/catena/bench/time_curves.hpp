// SPDX-License-Identifier: Apache-2.0
// Timings against the number of joints. The code that draws them only does the layout.
#pragma once

#include <string>
#include <vector>

#include "catena/bench/calibrate.hpp"
#include "catena/bench/contest.hpp"

namespace catena::bench {

// Seconds for a state.
struct TimeCurve {
  std::string name;
  std::vector<int> joints = {};  // rising
  std::vector<double> least = {}, median = {}, p90 = {};
};

// One curve for each quantity and way, in the order of their names. Of two timings with the same number of joints the later
// counts. The methods of the registry are left out if there are several quantities: these curves would be too many.
std::vector<TimeCurve> time_curves(const std::vector<ArmTimings>& timings);

// One curve for each quantity and candidate.
std::vector<TimeCurve> time_curves(const std::vector<Race>& races);

}  // namespace catena::bench
