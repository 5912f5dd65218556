// SPDX-License-Identifier: Apache-2.0
// Times one quantity of one arm: by every method, by plain calls, generated code and batches.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catena/bench/machine.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/quantity.hpp"
#include "catena/core/watch.hpp"
#include "catena/system/stopwatch.hpp"

namespace catena::bench {

struct ContestOptions {
  double window = 5e-3;  // seconds of a sample
  int samples = 11;
  int threads = 0;      // of multi-threaded batches; 0: all (thread_count)
  bool methods = true;  // also time every method of the registry
};

// Way: "arm" (plain calls), "generated", "batch", "batch_generated", or "method" for a method of the registry.
struct Timing {
  Quantity quantity;
  std::string way, method;  // name of the method that is run, or empty
  int threads = 1;
  system::Spread seconds;            // for a state
  std::optional<double> operations;  // multiplications and additions for a state, without sines and cosines
  std::optional<double> ops_per_cycle;  // of a core
  std::optional<double> of_peak;        // including sines and cosines, as a fraction of the peak of a core

  double states_per_second() const { return 1 / seconds.median; }
};

struct ArmTimings {
  std::string robot;  // as it was named
  int joints = 0;
  std::vector<Timing> timings = {};
};

// Timings in the order of the implementations. If the arm has motors and they affect the quantity, only plain calls of Arm are
// timed. `notes` says what could not be timed. `watch` is called before every measurement; if it ends the contest, the result
// is empty, because the implementations have been measured different numbers of times.
std::vector<Timing> contest(const Arm& arm, Quantity quantity, const Machine& machine,
                            const ContestOptions& options, Notes& notes, const Watch& watch = {});

}  // namespace catena::bench
