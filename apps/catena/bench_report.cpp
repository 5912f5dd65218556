// SPDX-License-Identifier: Apache-2.0
#include "bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/bench/time_curves.hpp"
#include "catena/core/error.hpp"
#include "catena/report/plot.hpp"
#include "catena/system/json.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using bench::ArmTimings;
using bench::Machine;
using bench::Race;
using bench::Timing;
using system::Spread;

// Three significant digits.
std::string digits(double value) {
  if (value >= 100) return fmt::format("{:.0f}", value);
  return value >= 10 ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
}

std::string nanoseconds(double seconds) { return digits(1e9 * seconds); }

// "3.2 M"
std::string rate(double per_second) {
  if (per_second >= 1e6) return digits(per_second / 1e6) + " M";
  return per_second >= 1e3 ? digits(per_second / 1e3) + " k" : digits(per_second) + "  ";
}

Json as_json(const Spread& t) {
  return {{"min", 1e9 * t.least}, {"median", 1e9 * t.median}, {"p90", 1e9 * t.p90}};
}

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

std::string svg(const std::string& title, const std::vector<bench::TimeCurve>& curves) {
  report::svg::Plot plot{title, "number of joints n", "time per state [ns]", true, {}, {}, true};
  const auto in_nanoseconds = [](std::vector<double> seconds) {
    for (double& t : seconds) t *= 1e9;
    return seconds;
  };
  for (const bench::TimeCurve& curve : curves) {
    report::svg::Curve c{curve.name, {}, {}};
    c.x.assign(curve.joints.begin(), curve.joints.end());
    c.y = in_nanoseconds(curve.median);
    c.lower = in_nanoseconds(curve.least);
    c.upper = in_nanoseconds(curve.p90);
    plot.curves.push_back(std::move(c));
  }
  return plot.svg();
}

}  // namespace

void require_curve(std::vector<int> joints) {
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  if (joints.size() < 2)
    throw Error(ErrorKind::usage, "--plot", "a curve needs at least two different numbers of joints")
        .given(fmt::format("{}", joints.size()))
        .hint("name more robots: chain:4 chain:7 chain:12 chain:30");
}

std::string to_text(const Machine& machine) {
  std::string text =
      fmt::format("{}{} thread{}, {:.2f} GHz\n", machine.processor.empty() ? "" : machine.processor + ", ",
                  machine.threads, machine.threads == 1 ? "" : "s", machine.hertz / 1e9);
  for (const bench::Peak& p : machine.peaks)
    text += fmt::format("  {:6} peak {} Gflop/s per core, {:.1f} flop per cycle{}\n", simd_name(p.level),
                        digits(p.flops / 1e9), machine.peak_per_cycle(p.level),
                        p.level == simd_level() ? " (in use)" : "");
  return text;
}

std::string to_text(const ArmTimings& result) {
  Table table({"<implementation", "<method", "threads", "min", "median", "p90", "states/s", "ops",
               "ops/cycle", "of peak"});
  for (const Timing& t : result.timings)
    table.add({t.way, t.method, std::to_string(t.threads), nanoseconds(t.seconds.least),
               nanoseconds(t.seconds.median), nanoseconds(t.seconds.p90), rate(t.states_per_second()),
               t.operations ? fmt::format("{:.0f}", *t.operations) : "",
               t.ops_per_cycle ? digits(*t.ops_per_cycle) : "",
               t.of_peak ? fmt::format("{:.0f} %", 100 * *t.of_peak) : ""});
  return fmt::format("{} of {} (n = {})\n", info(result.timings.front().quantity).name, result.robot,
                     result.joints) +
         table.str({{"", 3}, {"ns per state", 3}, {"", 4}});
}

std::string to_text(const Race& race) {
  std::vector<std::string> headings = {"n"};
  headings.insert(headings.end(), race.methods.begin(), race.methods.end());
  headings.push_back("<fastest");
  Table table(headings);
  for (std::size_t j = 0; j < race.joints.size(); ++j) {
    std::vector<std::string> row = {std::to_string(race.joints[j])};
    for (std::size_t c = 0; c < race.methods.size(); ++c) row.push_back(nanoseconds(race.times[c][j].median));
    row.push_back(race.methods[race.quickest(j)]);
    table.add(std::move(row));
  }
  std::string text =
      fmt::format("{} of chain:n, median time in ns per state\n{}", info(race.quantity).name, table.str());
  const std::vector<MethodFrom>& best = race.best.ranges;
  text += fmt::format("  {}: {}", info(race.quantity).name, best[0].method);
  for (std::size_t k = 1; k < best.size(); ++k)
    text += fmt::format(", {} from {} joints on", best[k].method, best[k].joints);
  return text + "\n";
}

Json to_json(const Machine& machine) {
  Json peaks = Json::object();
  for (const bench::Peak& p : machine.peaks) peaks[std::string(simd_name(p.level))] = p.flops;
  return {{"processor", machine.processor},
          {"threads", machine.threads},
          {"hertz", machine.hertz},
          {"level", simd_name(simd_level())},
          {"peak_flops", peaks}};
}

Json to_json(const ArmTimings& result) {
  Json list = Json::array();
  for (const Timing& t : result.timings)
    list.push_back({{"robot", result.robot},
                    {"n", result.joints},
                    {"quantity", info(t.quantity).name},
                    {"way", t.way},
                    {"method", t.method.empty() ? Json(nullptr) : Json(t.method)},
                    {"threads", t.threads},
                    {"ns", as_json(t.seconds)},
                    {"states_per_second", t.states_per_second()},
                    {"operations", or_null(t.operations)},
                    {"operations_per_cycle", or_null(t.ops_per_cycle)},
                    {"of_peak", or_null(t.of_peak)}});
  return list;
}

Json to_json(const Race& race) {
  Json candidates = Json::array(), best = Json::array();
  for (std::size_t c = 0; c < race.methods.size(); ++c) {
    Json times = Json::array();
    for (const Spread& t : race.times[c]) times.push_back(as_json(t));
    candidates.push_back({{"method", race.methods[c]}, {"ns", std::move(times)}});
  }
  for (const MethodFrom& range : race.best.ranges)
    best.push_back({{"joints", range.joints}, {"method", range.method}});
  return {
      {"quantity", info(race.quantity).name}, {"n", race.joints}, {"candidates", candidates}, {"best", best}};
}

std::string to_svg(const std::vector<ArmTimings>& results) {
  return svg("Time per state", bench::time_curves(results));
}

std::string to_svg(const std::vector<Race>& races) {
  return svg("Candidate methods on random revolute chains", bench::time_curves(races));
}

}  // namespace catena::cli
