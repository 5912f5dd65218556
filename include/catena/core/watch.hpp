// SPDX-License-Identifier: Apache-2.0
// Whoever waits for a long computation sees how far it is, and may end it: simulations, sweeps, searches, comparisons.
#pragma once

#include <functional>

namespace catena {

struct Advance {
  double done = 0, of = 0;  // seconds of motion, points, arms, states
  double computed = 0;      // of what is done: by this call, and not read from an earlier one
};

// Called every now and then, never by two threads at once; false ends the computation, which keeps what it has.
using Watch = std::function<bool(const Advance&)>;

// Nobody watches: it goes on.
inline bool goes_on(const Watch& watch, const Advance& advance) { return !watch || watch(advance); }

}  // namespace catena
