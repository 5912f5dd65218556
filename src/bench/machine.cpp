// SPDX-License-Identifier: Apache-2.0
#include "catena/bench/machine.hpp"

#include <fstream>

#include "catena/core/threads.hpp"
#include "catena/system/stopwatch.hpp"
#include "core/kernels/kernels.hpp"

namespace catena::bench {
namespace {

constexpr std::size_t kRounds = 100000;

// A chain of dependent additions takes one cycle each on current processors; the loop counter runs in parallel. It adds
// two registers, since some processors add constants at no cost.
void dependent_additions() {
  unsigned long x = 1, y = 3;
  const auto add = [&x, &y] {
    x += y;
    asm volatile("" : "+r"(x), "+r"(y));
  };
  const auto ten = [&] { add(), add(), add(), add(), add(), add(), add(), add(), add(), add(); };
  for (std::size_t i = 0; i < kRounds / 50; ++i) ten(), ten(), ten(), ten(), ten();
}

std::string processor_name() {
  std::ifstream cpu("/proc/cpuinfo");
  for (std::string line; std::getline(cpu, line) && !line.empty();)
    if (line.starts_with("model name"))
      if (const std::size_t at = line.find(": "); at != std::string::npos) return line.substr(at + 2);
  return "";
}

void multiply_adds(SimdLevel level) {
  volatile double kept = catena::detail::kernels_at(level)->peak(kRounds);
  (void)kept;
}

double best_seconds(std::function<void()> work, double window, int samples) {
  std::vector<system::Stopwatch> watch;
  watch.emplace_back(std::move(work), window);
  system::take_turns(watch, samples);
  return system::spread(watch[0].each()).least;
}

}  // namespace

double Machine::peak(SimdLevel level) const {
  for (const Peak& p : peaks)
    if (p.level == level) return p.flops;
  return 0;
}

Machine measure_machine(double window, int samples) {
  Machine machine;
  machine.processor = processor_name();
  machine.threads = thread_count(0);
  machine.hertz = static_cast<double>(kRounds) / best_seconds(dependent_additions, window, samples);
  for (const SimdLevel level : kSimdLevels) {
    if (!simd_supported(level)) continue;
    const double lanes = level == SimdLevel::avx512 ? 8 : level == SimdLevel::avx2 ? 4 : 2;
    const double seconds = best_seconds([level] { multiply_adds(level); }, window, samples);
    machine.peaks.push_back(
        {level, 2 * lanes * static_cast<double>(kRounds * catena::detail::kPeakChains) / seconds});
  }
  return machine;
}

}  // namespace catena::bench
