// SPDX-License-Identifier: Apache-2.0
// Measures from how many joints one method is faster than another on this machine, in plain calls.
#pragma once

#include <string>
#include <vector>

#include "catena/core/select.hpp"
#include "catena/core/watch.hpp"
#include "catena/system/stopwatch.hpp"

namespace catena::bench {

// The candidates for a quantity on random revolute chains.
struct Race {
  Quantity quantity;
  std::vector<std::string> methods;
  std::vector<int> joints;                         // rising
  std::vector<std::vector<system::Spread>> times;  // [candidate][number of joints], seconds for a state
  MethodRanges best;

  std::size_t quickest(std::size_t at) const;  // the candidate with the smallest median at joints[at]
};

struct CalibrateOptions {
  double window = 1e-3;  // seconds of a sample
  int samples = 9;
  std::vector<int> joints = {};  // rising; empty: a built-in list
};

// One race for each quantity with a choice of methods. `watch` is called after each number of joints; if it ends the
// calibration, the races cover the numbers of joints measured so far.
std::vector<Race> calibrate(const CalibrateOptions& options, const Watch& watch = {});

// One method for few joints and another for many, or one for all: the choice that loses least against the fastest method at
// each number of joints. `times`: [candidate][number of joints].
MethodRanges best_ranges(Quantity quantity, const std::vector<std::string>& methods,
                         const std::vector<int>& joints, const std::vector<std::vector<double>>& times);

}  // namespace catena::bench
