// SPDX-License-Identifier: Apache-2.0
// Progress of long computations (simulations, sweeps, searches, comparisons), which the caller may also stop.
#pragma once

#include <functional>

namespace catena {

struct Advance {
  double done = 0, of = 0;  // seconds of motion, points, arms, states
  double computed = 0;      // the part of `done` that this call computed and did not read from an earlier run
};

// Called from time to time, never by two threads at once; returning false stops the computation, which keeps its results.
using Watch = std::function<bool(const Advance&)>;

// Whether to continue; always, if there is no watch.
inline bool goes_on(const Watch& watch, const Advance& advance) { return !watch || watch(advance); }

}  // namespace catena
