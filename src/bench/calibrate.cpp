// SPDX-License-Identifier: Apache-2.0
#include "catena/bench/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "bench/pool.hpp"
#include "catena/core/library_methods.hpp"
#include "catena/core/model/generate.hpp"

namespace catena::bench {
namespace {

constexpr int kOwnJoints[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 32, 40, 50};

}  // namespace

std::size_t Race::quickest(std::size_t at) const {
  std::size_t out = 0;
  for (std::size_t c = 1; c < times.size(); ++c)
    if (times[c][at].median < times[out][at].median) out = c;
  return out;
}

MethodRanges best_ranges(Quantity quantity, const std::vector<std::string>& stems,
                         const std::vector<int>& joints, const std::vector<std::vector<double>>& times) {
  // the relative loss of each candidate at each number of joints
  std::vector<std::vector<double>> loss = times;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    double quickest = std::numeric_limits<double>::infinity();
    for (const auto& t : times) quickest = std::min(quickest, t[j]);
    for (std::size_t c = 0; c < stems.size(); ++c) loss[c][j] = times[c][j] / quickest - 1;
  }
  MethodRanges best{quantity, {}};
  double least = std::numeric_limits<double>::infinity();
  const auto try_out = [&](double lost, std::vector<MethodFrom> ranges) {
    if (lost < least) least = lost, best.ranges = std::move(ranges);
  };
  for (std::size_t c = 0; c < stems.size(); ++c) {
    double lost = 0;
    for (const double each : loss[c]) lost += each;
    try_out(lost, {{1, stems[c]}});
  }
  for (std::size_t a = 0; a < stems.size(); ++a)
    for (std::size_t b = 0; b < stems.size(); ++b)
      for (std::size_t at = 1; at < joints.size() && a != b; ++at) {
        double lost = 0;
        for (std::size_t j = 0; j < joints.size(); ++j) lost += loss[j < at ? a : b][j];
        try_out(lost, {{1, stems[a]}, {joints[at], stems[b]}});
      }
  return best;
}

std::vector<Race> calibrate(const CalibrateOptions& options) {
  std::vector<int> joints = options.joints;
  if (joints.empty()) joints.assign(std::begin(kOwnJoints), std::end(kOwnJoints));
  std::vector<Race> races;
  for (const Quantity quantity : {Quantity::inertia, Quantity::fd, Quantity::id}) {
    Race race{quantity, {}, joints, {}, {quantity, {}}};
    for (const std::string_view stem : selectable_stems(quantity)) race.stems.emplace_back(stem);
    race.times.resize(race.stems.size());
    races.push_back(std::move(race));
  }
  std::size_t done = 0;
  for (const int n : joints) {
    Notes notes;
    const Chain<double> arm = make_chain(generate_robot(fmt::format("chain:{}", n)), notes);
    // as many angles as for seven joints
    const Pool pool(n, Pool::states_for(static_cast<std::size_t>(n), 7 * Pool::kStates));
    Posture<double> x(arm);
    for (Race& race : races) {
      std::vector<double> out(size_of(race.quantity, n));
      std::vector<Prepared<double>> prepared;
      for (const std::string& stem : race.stems)
        prepared.push_back(library_method(race.quantity, stem)->prepare(arm));
      std::vector<Stopwatch> watches;
      for (Prepared<double>& each : prepared)
        watches.emplace_back(
            [&] {
              for (std::size_t k = 0; k < pool.states(); ++k) {
                set_posture(arm, pool.q(k), x);
                each.run(
                    x,
                    {pool.q(k), pool.qd(k), pool.qdd(k), pool.tau(k), arm.gravity(), Force<double>::zero()},
                    out);
              }
            },
            options.window);
      take_turns(watches, options.samples);
      for (std::size_t c = 0; c < watches.size(); ++c) {
        std::vector<double> each = watches[c].each();
        for (double& t : each) t /= static_cast<double>(pool.states());
        race.times[c].push_back(spread(std::move(each)));
      }
    }
    if (options.progress && !options.progress(++done, joints.size())) return {};
  }
  for (Race& race : races) {
    std::vector<std::vector<double>> medians(race.stems.size());
    for (std::size_t c = 0; c < race.stems.size(); ++c)
      for (const Spread& t : race.times[c]) medians[c].push_back(t.median);
    race.best = best_ranges(race.quantity, race.stems, race.joints, medians);
  }
  return races;
}

}  // namespace catena::bench
