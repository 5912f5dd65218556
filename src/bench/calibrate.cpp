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

MethodRanges best_ranges(Quantity quantity, const std::vector<std::string>& methods,
                         const std::vector<int>& joints, const std::vector<std::vector<double>>& times) {
  // the relative loss of each candidate at each number of joints
  std::vector<std::vector<double>> loss = times;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    double quickest = std::numeric_limits<double>::infinity();
    for (const auto& t : times) quickest = std::min(quickest, t[j]);
    for (std::size_t c = 0; c < methods.size(); ++c) loss[c][j] = times[c][j] / quickest - 1;
  }
  MethodRanges best{quantity, {}};
  double least = std::numeric_limits<double>::infinity();
  const auto try_out = [&](double lost, std::vector<MethodFrom> ranges) {
    if (lost < least) least = lost, best.ranges = std::move(ranges);
  };
  for (std::size_t c = 0; c < methods.size(); ++c) {
    double lost = 0;
    for (const double each : loss[c]) lost += each;
    try_out(lost, {{1, methods[c]}});
  }
  for (std::size_t a = 0; a < methods.size(); ++a)
    for (std::size_t b = 0; b < methods.size(); ++b)
      for (std::size_t at = 1; at < joints.size() && a != b; ++at) {
        double lost = 0;
        for (std::size_t j = 0; j < joints.size(); ++j) lost += loss[j < at ? a : b][j];
        try_out(lost, {{1, methods[a]}, {joints[at], methods[b]}});
      }
  return best;
}

std::vector<Race> calibrate(const CalibrateOptions& options, const Watch& watch) {
  std::vector<int> joints = options.joints;
  if (joints.empty()) joints.assign(std::begin(kOwnJoints), std::end(kOwnJoints));
  std::vector<Race> races;
  for (const MethodRanges& chosen : Selection::shipped().ranges()) {
    const Quantity quantity = chosen.quantity;
    Race race{quantity, {}, {}, {}, {quantity, {}}};
    for (const std::string_view method : selectable_methods(quantity)) race.methods.emplace_back(method);
    race.times.resize(race.methods.size());
    races.push_back(std::move(race));
  }
  for (const int n : joints) {
    Notes notes;
    const Chain<double> arm = make_chain(generate_robot(fmt::format("chain:{}", n)), notes);
    // as many angles as for seven joints
    const detail::Pool pool(n,
                            detail::Pool::states_for(static_cast<std::size_t>(n), 7 * detail::Pool::kStates));
    Posture<double> x(arm);
    for (Race& race : races) {
      std::vector<double> out(size_of(race.quantity, n));
      std::vector<Prepared<double>> prepared;
      for (const std::string& method : race.methods)
        prepared.push_back(library_method(race.quantity, method)->prepare(arm));
      std::vector<system::Stopwatch> watches;
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
      system::take_turns(watches, options.samples);
      for (std::size_t c = 0; c < watches.size(); ++c) {
        std::vector<double> each = watches[c].each();
        for (double& t : each) t /= static_cast<double>(pool.states());
        race.times[c].push_back(system::spread(std::move(each)));
      }
      race.joints.push_back(n);
    }
    const auto done = static_cast<double>(races.front().joints.size());
    if (!goes_on(watch, {done, static_cast<double>(joints.size()), done})) break;
  }
  for (Race& race : races) {
    std::vector<std::vector<double>> medians(race.methods.size());
    for (std::size_t c = 0; c < race.methods.size(); ++c)
      for (const system::Spread& t : race.times[c]) medians[c].push_back(t.median);
    race.best = best_ranges(race.quantity, race.methods, race.joints, medians);
  }
  return races;
}

}  // namespace catena::bench
