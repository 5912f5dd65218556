// SPDX-License-Identifier: Apache-2.0
#include "catena/system/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <utility>

namespace catena::system {

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double processor_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  std::timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
  return wall_seconds();
}

Spread spread(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t last = samples.size() - 1;
  return {samples[0], samples[last / 2], samples[last * 9 / 10]};
}

Stopwatch::Stopwatch(std::function<void()> work, double window, bool wall)
    : work_(std::move(work)), wall_(wall) {
  constexpr long kMost = 1L << 30;
  while (seconds(runs_) < window && runs_ < kMost) runs_ *= 2;
}

double Stopwatch::seconds(long runs) const {
  const auto now = wall_ ? wall_seconds : processor_seconds;
  const double start = now();
  for (long i = 0; i < runs; ++i) work_();
  return now() - start;
}

void Stopwatch::measure() { each_.push_back(seconds(runs_) / static_cast<double>(runs_)); }

void take_turns(std::vector<Stopwatch>& watches, int samples) {
  for (int k = 0; k < samples; ++k)
    for (Stopwatch& watch : watches) watch.measure();
}

}  // namespace catena::system
