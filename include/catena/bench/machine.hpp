// SPDX-License-Identifier: Apache-2.0
// Peak performance of this machine: the clock of a core and its multiply-adds in double precision.
#pragma once

#include <string>
#include <vector>

#include "catena/core/simd.hpp"

namespace catena::bench {

struct Peak {
  SimdLevel level;
  double flops;  // multiplications and additions per second of one core; a multiply-add is two
};

struct Machine {
  std::string processor;  // its name according to the system; may be empty
  int threads = 1;
  double hertz = 0;         // of a busy core
  std::vector<Peak> peaks;  // for each level that the machine has

  double peak(SimdLevel level) const;
  double peak_per_cycle(SimdLevel level) const { return peak(level) / hertz; }
};

// Measured for about `window` seconds each, `samples` times; the best sample counts, since disturbances only slow it down.
Machine measure_machine(double window, int samples);

}  // namespace catena::bench
