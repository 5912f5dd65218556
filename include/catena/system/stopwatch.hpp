// SPDX-License-Identifier: Apache-2.0
// Time for one piece of work, from as many repetitions as fill a window.
#pragma once

#include <functional>
#include <vector>

namespace catena::system {

double processor_seconds();  // of this thread
double wall_seconds();

struct Spread {
  double least = 0, median = 0, p90 = 0;  // of the samples
};
Spread spread(std::vector<double> samples);

class Stopwatch {
 public:
  // `wall`: the time that passes, for work on several threads; else processor time of this thread. Runs it until the
  // window is filled, which also warms it up.
  Stopwatch(std::function<void()> work, double window, bool wall = false);

  void measure();                                            // one more sample
  const std::vector<double>& each() const { return each_; }  // seconds for one run

 private:
  double seconds(long runs) const;

  std::function<void()> work_;
  bool wall_;
  long runs_ = 1;
  std::vector<double> each_;
};

// All take turns, so that what else the machine does falls on them alike.
void take_turns(std::vector<Stopwatch>& watches, int samples);

}  // namespace catena::system
