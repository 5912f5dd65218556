// SPDX-License-Identifier: Apache-2.0
#include "reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/system/json.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

constexpr std::string_view kHead = R"(# Reproduction

Written by `catena reproduce`; do not edit.

What the five papers print, beside what is measured here. **Printed** is the value in the paper, misprints included;
values that it does not print are computed from its formulas. **Measured** comes from running the algorithms on scalars
that count operations: formulas from runs with n = 7 to 13, values from a run with that n. Unless a table says
otherwise, the arm has n revolute joints and general constants, and sines and cosines are given. M (mul) counts
multiplications and divisions, A (add) additions and subtractions, M+A their sum. After the counts follow the
simulations of 002, the torques of 004 and the times of 000.
)";

constexpr std::string_view kFigures = R"(
## Figures 4 and 5 of 000

Time and relative error of the inertia matrix by CRBA and by GDAHJ, on random arms generated as in section IV of the
paper: masses of 1 to 10 kg, positive definite inertia tensors with elements of 1 to 10 kg m², random
Denavit-Hartenberg parameters and joint angles. The paper measured in Matlab, without the kinematics of GDAHJ.

**Times depend on the machine, the compiler and what else is running**, and differ from run to run; the counts above do
not. A time is the median of many measurements of processor time, in which the methods alternate; quartiles are in
parentheses. Both methods are given the sines and cosines. A ratio is CRBA's time over GDAHJ's: above one, GDAHJ is
faster. Operation counts limit it to 2.9; times also depend on how well each method uses the processor.

)";

std::string shown(const Quartiles& q, double unit) {
  return fmt::format("{:#.3g} ({:#.3g}-{:#.3g})", unit * q.median, unit * q.lower, unit * q.upper);
}

std::string faster_from(const std::vector<RaceLap>& laps, Quartiles RaceLap::*ratio) {
  const int n = race_crossover(laps, ratio);
  return n > 0 ? fmt::format("from n = {} on", n) : "not yet";
}

std::string claims_table(const std::vector<RaceLap>& laps) {
  Table table({"<", "<printed", "<measured, poses given", "<measured, with kinematics"});
  table.add({"GDAHJ is faster", "more than 13 joints", faster_from(laps, &RaceLap::ratio),
             faster_from(laps, &RaceLap::ratio_with_kinematics)});
  const auto greatest = [&](Quartiles RaceLap::*ratio) {
    const auto lap = std::max_element(laps.begin(), laps.end(), [&](const RaceLap& a, const RaceLap& b) {
      return (a.*ratio).median < (b.*ratio).median;
    });
    return fmt::format("{:.2f} at n = {}", ((*lap).*ratio).median, lap->n);
  };
  table.add({"greatest ratio", "2.2 (limit of the counts 16/5.5 = 2.9)", greatest(&RaceLap::ratio),
             greatest(&RaceLap::ratio_with_kinematics)});
  for (const RaceLap& lap : laps)
    if (lap.n == 13 || lap.n == 30 || lap.n == 100)
      table.add({fmt::format("ratio at n = {}", lap.n), "", shown(lap.ratio, 1),
                 shown(lap.ratio_with_kinematics, 1)});
  return table.markdown();
}

std::string laps_table(const std::vector<RaceLap>& laps) {
  Table table({"n", "CRBA [us]", "GDAHJ, poses given [us]", "GDAHJ with kinematics [us]", "ratio",
               "ratio with kinematics", "error, eq 32"});
  for (const RaceLap& lap : laps)
    table.add({fmt::format("{}", lap.n), shown(lap.crba, 1e6), shown(lap.gdahj, 1e6),
               shown(lap.gdahj_with_kinematics, 1e6), shown(lap.ratio, 1),
               shown(lap.ratio_with_kinematics, 1), fmt::format("{:.1e}", lap.error)});
  return table.markdown();
}

// 630 and not 630.0, but 753.5
Json number(double x) { return std::floor(x) == x ? Json(static_cast<long>(x)) : Json(x); }

Json as_json(const OpValues& v) {
  Json j = Json::object();
  if (v.mul) j["mul"] = number(*v.mul);
  if (v.add) j["add"] = number(*v.add);
  if (v.total) j["total"] = number(*v.total);
  return j;
}

Json as_json(const CountSide& side, const std::vector<int>& at) {
  Json j = Json::object();
  if (side.mul) j["mul"] = side.mul->str();
  if (side.add) j["add"] = side.add->str();
  if (side.total) j["total"] = side.total->str();
  Json values = Json::object();
  for (const int n : at)
    if (Json value = as_json(side.value(n)); !value.empty()) values[std::to_string(n)] = std::move(value);
  if (!values.empty()) j["at"] = std::move(values);
  if (!side.words.empty()) j["words"] = side.words;
  return j;
}

Json as_json(const Quartiles& q, double unit) {
  return {{"median", unit * q.median}, {"lower", unit * q.lower}, {"upper", unit * q.upper}};
}

Json as_json(const RaceLap& lap) {
  return {{"crba_us", as_json(lap.crba, 1e6)},
          {"gdahj_us", as_json(lap.gdahj, 1e6)},
          {"gdahj_with_kinematics_us", as_json(lap.gdahj_with_kinematics, 1e6)},
          {"ratio", as_json(lap.ratio, 1)},
          {"ratio_with_kinematics", as_json(lap.ratio_with_kinematics, 1)},
          {"error", lap.error}};
}

}  // namespace

std::string counts_page(const std::vector<PaperCounts>& papers) {
  std::string out(kHead);
  for (const PaperCounts& paper : papers) {
    out += fmt::format("\n## {}\n\n{}.\n", paper.paper, paper.title);
    for (const CountTable& table : paper.tables) out += '\n' + table.markdown();
  }
  return out;
}

std::string simulations_page(const PaperFigures& figures, const std::string& folder) {
  std::string out = fmt::format("\n## {}\n\n{}\n", figures.title, figures.note);
  if (!figures.statements.empty()) out += '\n' + markdown(figures.statements);
  for (const NumberTable& table : figures.tables) out += '\n' + table.markdown();
  if (!folder.empty())
    for (const Figure& figure : figures.figures)
      out += fmt::format("\n![{0}]({1}/{2}.svg)\n\n{3}\n", figure.title, folder, figure.stem, figure.caption);
  if (figures.cut_short) out += "\nInterrupted: only the finished parts are shown.\n";
  return out;
}

std::string figures_page(const std::vector<RaceLap>& laps, const std::string& folder, bool cut_short) {
  std::string out(kFigures);
  if (laps.empty()) return out + "Interrupted before the first measurement.\n";
  out += claims_table(laps) + '\n';
  if (cut_short) out += fmt::format("Interrupted after n = {}.\n\n", laps.back().n);
  if (!folder.empty())
    out += fmt::format(
        "![Time against number of joints]({0}/000_times.svg)\n\n![Relative error against number of "
        "joints]({0}/000_errors.svg)\n\nThe numbers, as [CSV]({0}/000_times.csv) and here:\n\n",
        folder);
  return out + laps_table(laps);
}

Json as_json(const Reproduction& measured) {
  Json list = Json::array();
  for (const PaperCounts& paper : measured.counts)
    for (const CountTable& table : paper.tables)
      for (const CountLine& line : table.lines)
        list.push_back({{"paper", paper.paper},
                        {"table", table.title},
                        {"row", line.what},
                        {"printed", as_json(line.printed, table.at)},
                        {"measured", as_json(line.measured, table.at)},
                        {"remark", line.remark}});
  const auto said = [](const std::string& text) {
    return text.empty() ? Json::object() : Json{{"words", text}};
  };
  for (const PaperFigures& paper : measured.figures)
    for (const Statement& s : paper.statements)
      list.push_back({{"paper", paper.paper},
                      {"table", paper.title},
                      {"row", s.what},
                      {"printed", said(s.printed)},
                      {"measured", said(s.measured)},
                      {"verdict", words(s.verdict)},
                      {"remark", s.remark}});
  for (const RaceLap& lap : measured.laps)
    list.push_back({{"paper", "000"},
                    {"table", "Figures 4 and 5"},
                    {"row", fmt::format("n = {}", lap.n)},
                    {"printed", Json::object()},
                    {"measured", as_json(lap)},
                    {"remark", "times depend on the machine"}});
  return list;
}

}  // namespace catena::cli
