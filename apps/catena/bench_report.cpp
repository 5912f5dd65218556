// SPDX-License-Identifier: Apache-2.0
#include "bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "catena/core/error.hpp"
#include "catena/report/plot.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using bench::Machine;
using bench::Race;
using bench::Timing;
using system::Spread;
using Json = nlohmann::ordered_json;

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

report::svg::Plot plot(const std::string& title, const std::map<std::string, std::map<int, Spread>>& curves) {
  report::svg::Plot plot{title, "number of joints n", "ns for a state", true, {}, {}, true};
  for (const auto& [name, points] : curves) {
    report::svg::Curve c{name, {}, {}};
    for (const auto& [n, t] : points) {
      c.x.push_back(n), c.y.push_back(1e9 * t.median);
      c.lower.push_back(1e9 * t.least), c.upper.push_back(1e9 * t.p90);
    }
    plot.curves.push_back(std::move(c));
  }
  return plot;
}

std::string way_name(const Timing& t) {
  if (t.way == "method") return std::string(info(t.quantity).name) + " " + t.method;
  const std::string threads = t.threads > 1 ? fmt::format(" x{}", t.threads) : "";
  return fmt::format("{} {}{}", info(t.quantity).name, t.way, threads);
}

}  // namespace

void require_curve(std::vector<int> joints) {
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
  if (joints.size() < 2)
    throw Error(ErrorKind::usage, "--plot", "a curve needs two numbers of joints or more")
        .given(fmt::format("{}", joints.size()))
        .hint("name more robots: chain:4 chain:7 chain:12 chain:30");
}

std::string to_text(const Machine& machine) {
  std::string text =
      fmt::format("{}{} thread{}, {:.2f} GHz\n", machine.processor.empty() ? "" : machine.processor + ", ",
                  machine.threads, machine.threads == 1 ? "" : "s", machine.hertz / 1e9);
  for (const bench::Peak& p : machine.peaks)
    text += fmt::format("  {:6} at best {} Gflop/s a core, {:.1f} a cycle{}\n", simd_name(p.level),
                        digits(p.flops / 1e9), p.flops / machine.hertz,
                        p.level == simd_level() ? " (in use)" : "");
  return text;
}

std::string to_text(const BenchResult& result) {
  Table table(
      {"<way", "<method", "threads", "min", "median", "p90", "states/s", "ops", "ops/cycle", "of peak"});
  for (const Timing& t : result.timings)
    table.add({t.way, t.method, std::to_string(t.threads), nanoseconds(t.seconds.least),
               nanoseconds(t.seconds.median), nanoseconds(t.seconds.p90), rate(1 / t.seconds.median),
               t.operations ? fmt::format("{:.0f}", *t.operations) : "",
               t.ops_per_cycle ? digits(*t.ops_per_cycle) : "",
               t.of_peak ? fmt::format("{:.0f} %", 100 * *t.of_peak) : ""});
  return fmt::format("{} of {} (n = {})\n", info(result.timings.front().quantity).name, result.robot,
                     result.joints) +
         table.str({{"", 3}, {"ns for a state", 3}, {"", 4}});
}

std::string to_text(const Race& race) {
  std::vector<std::string> headings = {"n"};
  headings.insert(headings.end(), race.stems.begin(), race.stems.end());
  headings.push_back("<quickest");
  Table table(headings);
  for (std::size_t j = 0; j < race.joints.size(); ++j) {
    std::vector<std::string> row = {std::to_string(race.joints[j])};
    std::size_t quickest = 0;
    for (std::size_t c = 0; c < race.stems.size(); ++c) {
      row.push_back(nanoseconds(race.times[c][j].median));
      if (race.times[c][j].median < race.times[quickest][j].median) quickest = c;
    }
    row.push_back(race.stems[quickest]);
    table.add(std::move(row));
  }
  std::string text =
      fmt::format("{} of chain:n, ns for a state, median\n{}", info(race.quantity).name, table.str());
  const std::vector<MethodFrom>& best = race.best.ranges;
  text += fmt::format("  {}: {}", info(race.quantity).name, best[0].stem);
  for (std::size_t k = 1; k < best.size(); ++k)
    text += fmt::format(", from {} joints on {}", best[k].joints, best[k].stem);
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

Json to_json(const BenchResult& result) {
  Json list = Json::array();
  for (const Timing& t : result.timings)
    list.push_back({{"robot", result.robot},
                    {"n", result.joints},
                    {"quantity", info(t.quantity).name},
                    {"way", t.way},
                    {"method", t.method.empty() ? Json(nullptr) : Json(t.method)},
                    {"threads", t.threads},
                    {"ns", as_json(t.seconds)},
                    {"states_per_second", 1 / t.seconds.median},
                    {"operations", or_null(t.operations)},
                    {"operations_per_cycle", or_null(t.ops_per_cycle)},
                    {"of_peak", or_null(t.of_peak)}});
  return list;
}

Json to_json(const Race& race) {
  Json candidates = Json::array(), best = Json::array();
  for (std::size_t c = 0; c < race.stems.size(); ++c) {
    Json times = Json::array();
    for (const Spread& t : race.times[c]) times.push_back(as_json(t));
    candidates.push_back({{"method", race.stems[c]}, {"ns", std::move(times)}});
  }
  for (const MethodFrom& range : race.best.ranges)
    best.push_back({{"joints", range.joints}, {"method", range.stem}});
  return {
      {"quantity", info(race.quantity).name}, {"n", race.joints}, {"candidates", candidates}, {"best", best}};
}

std::string to_svg(const std::vector<BenchResult>& results) {
  std::set<Quantity> quantities;
  for (const BenchResult& r : results) quantities.insert(r.timings.front().quantity);
  std::map<std::string, std::map<int, Spread>> curves;
  for (const BenchResult& r : results)
    for (const Timing& t : r.timings)
      if (t.way != "method" || quantities.size() == 1) curves[way_name(t)][r.joints] = t.seconds;
  return plot("Time for a state", curves).svg();
}

std::string to_svg(const std::vector<Race>& races) {
  std::map<std::string, std::map<int, Spread>> curves;
  for (const Race& race : races)
    for (std::size_t c = 0; c < race.stems.size(); ++c)
      for (std::size_t j = 0; j < race.joints.size(); ++j)
        curves[fmt::format("{} {}", info(race.quantity).name, race.stems[c])][race.joints[j]] =
            race.times[c][j];
  return plot("Methods that may be chosen, on random revolute chains", curves).svg();
}

}  // namespace catena::cli
