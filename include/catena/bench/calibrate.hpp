// SPDX-License-Identifier: Apache-2.0
// Measures on this machine from how many joints on one method is faster than another, in plain calls.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catena/core/select.hpp"
#include "catena/system/stopwatch.hpp"

namespace catena::bench {

// The candidates for a quantity on random revolute chains.
struct Race {
  Quantity quantity;
  std::vector<std::string> stems;
  std::vector<int> joints;                 // rising
  std::vector<std::vector<Spread>> times;  // [candidate][number of joints], seconds for a state
  MethodRanges best;

  std::size_t quickest(std::size_t at) const;  // the candidate with the smallest median at joints[at]
};

struct CalibrateOptions {
  double window = 1e-3;  // seconds of a sample
  int samples = 9;
  std::vector<int> joints = {};                                         // empty: a built-in list
  std::function<bool(std::size_t done, std::size_t of)> progress = {};  // false: stop
};

// One race for each quantity with a choice; fewer if it was stopped.
std::vector<Race> calibrate(const CalibrateOptions& options);

// One method for few joints and another for many, or one for all: the choice that loses least against the fastest method at
// each number of joints. `times`: [candidate][number of joints].
MethodRanges best_ranges(Quantity quantity, const std::vector<std::string>& stems,
                         const std::vector<int>& joints, const std::vector<std::vector<double>>& times);

}  // namespace catena::bench
