// SPDX-License-Identifier: Apache-2.0
// Measures the time of a function, with enough repetitions to fill a time window.
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
  // `wall`: wall-clock time, for work on several threads; else processor time of this thread. The constructor repeats
  // the work until it fills the window, which also warms up caches.
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

// Measures them alternately, so that other load on the machine affects all of them equally.
void take_turns(std::vector<Stopwatch>& watches, int samples);

}  // namespace catena::system
