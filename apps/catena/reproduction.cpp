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

What the five papers state and can be measured, beside what is measured here: one section for each paper, with its claims,
operation counts, simulations and figures. The times of 000 and 002 come last. **Printed** is the value in the paper, misprints
included; values that it does not print are computed from its formulas. **Measured** counts come from running the
algorithms on scalars that count operations: formulas from runs with n = 7 to 13, values from a run with that n. Unless a
table says otherwise, the arm has n revolute joints and general constants, and sines and cosines are given. M (mul) counts
multiplications and divisions, A (add) additions and subtractions, M+A their sum. Identities are tried on random arms with
revolute and with mixed joints.

A claim is **reproduced** if what was measured agrees and **refuted** if it does not. It **depends** if it holds under
conditions that the paper does not state; a printed cost also depends if ours is lower, since it then depends on how the
steps are arranged. It is **not checked** if the paper gives nothing to compare with.
)";

constexpr std::string_view kFigures = R"(
## Figures 4 and 5 of 000

Time and error of the inertia matrix by CRBA and by GDAHJ, on random arms generated as in section IV of the paper: masses of
1 to 10 kg, positive definite inertia tensors with elements of 1 to 10 kg m², random Denavit-Hartenberg parameters and joint
angles. The paper measured in Matlab, without the kinematics of GDAHJ.

**Times depend on the machine, the compiler and what else is running**, and differ from run to run; the counts above do
not. A time is the median of many measurements of processor time, in which the methods alternate; quartiles are in
parentheses. All methods are given the sines and cosines. A ratio is CRBA's time over GDAHJ's: above one, GDAHJ is faster.

*Scalar*: the templates on one number at a time, compiled in one file with the same options and without vector
instructions. This is what the paper's counts describe. GDAHJ by sums takes more operations, for the sake of vector
instructions. *Vector*: what the library runs on this machine, with the kinematics
of GDAHJ and, as the paper measures, from poses that are given. `gdahj` adds up composite bodies from link to link and uses
vector instructions for the product of matrices; `gdahj_sums` also for the bodies, as sums along the chain. CRBA has a vector
kernel for few joints; its recursion over the links before a joint is serial, and it needs no poses.

)";

constexpr std::string_view kSimulations = R"(
## Simulation times of the arms of 002

The paper compares operations and says that the total time of a simulation may be less with an O(n) method; it gives no times.
Here free falls of its three arms by each method that `catena simulate --method` takes, with the classical Runge-Kutta method
and steps of 0.05 ms, so that all methods take the same steps: time for one forward dynamics, its share of the integration
included, and the ratio to `aba`. Medians, with quartiles in parentheses; **they depend on the machine**. A method of the
inertia matrix stands for this matrix, its factors and the bias by Newton-Euler; `crba_udu` and `crba` are the same. `aba`,
`crba`, `gdahj` and `gdahj_sums` run kernels with vector instructions, the others plain code.

)";

std::string shown(const Quartiles& q, double unit) {
  return fmt::format("{:#.3g} ({:#.3g}-{:#.3g})", unit * q.median, unit * q.lower, unit * q.upper);
}

std::string laps_table(const std::vector<RaceLap>& laps) {
  Table table({"n", "CRBA [us]", "GDAHJ, poses given [us]", "GDAHJ with kinematics [us]", "ratio",
               "ratio with kinematics"});
  for (const RaceLap& lap : laps)
    table.add({fmt::format("{}", lap.n), shown(lap.crba, 1e6), shown(lap.gdahj, 1e6),
               shown(lap.gdahj_with_kinematics, 1e6), shown(lap.ratio, 1),
               shown(lap.ratio_with_kinematics, 1)});
  return table.markdown();
}

std::string scalar_sums_table(const std::vector<RaceLap>& laps) {
  Table table({"n", "CRBA [us]", "GDAHJ by sums, poses given [us]", "by sums with kinematics [us]", "ratio",
               "ratio with kinematics"});
  for (const RaceLap& lap : laps)
    table.add({fmt::format("{}", lap.n), shown(lap.crba, 1e6), shown(lap.scalar_sums, 1e6),
               shown(lap.scalar_sums_with_kinematics, 1e6), shown(lap.scalar_sums_ratio, 1),
               shown(lap.scalar_sums_ratio_with_kinematics, 1)});
  return table.markdown();
}

std::string vector_table(const std::vector<RaceLap>& laps) {
  Table table({"n", "CRBA [us]", "GDAHJ [us]", "GDAHJ by sums [us]", "ratio", "ratio by sums", "<Arm runs"});
  for (const RaceLap& lap : laps)
    table.add({fmt::format("{}", lap.n), shown(lap.vector_crba, 1e6), shown(lap.vector_gdahj, 1e6),
               shown(lap.vector_sums, 1e6), shown(lap.vector_ratio, 1), shown(lap.sums_ratio, 1),
               fmt::format("`{}`", lap.arm_runs)});
  return table.markdown();
}

std::string known_poses_table(const std::vector<RaceLap>& laps) {
  Table table({"n", "CRBA [us]", "GDAHJ [us]", "GDAHJ by sums [us]", "ratio", "ratio by sums"});
  for (const RaceLap& lap : laps)
    table.add({fmt::format("{}", lap.n), shown(lap.vector_crba, 1e6), shown(lap.vector_gdahj_from_poses, 1e6),
               shown(lap.vector_sums_from_poses, 1e6), shown(lap.vector_ratio_from_poses, 1),
               shown(lap.sums_ratio_from_poses, 1)});
  return table.markdown();
}

std::string errors_table(const std::vector<RaceErrors>& errors) {
  Table table({"n", "<arm", "CRBA: eq 32", "worst", "M_11", "M_nn", "GDAHJ: eq 32", "worst", "M_11", "M_nn",
               "by sums: eq 32", "worst", "M_11", "M_nn"});
  for (const RaceErrors& e : errors) {
    std::vector<std::string> cells = {fmt::format("{}", e.n), e.stretched ? "planar, in a line" : "random"};
    for (const RaceErrors::Of* of : {&e.crba, &e.gdahj, &e.sums})
      for (const double x : {of->eq_32, of->element, of->base, of->tip})
        cells.push_back(fmt::format("{:.0e}", x));
    table.add(cells);
  }
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
          {"gdahj_sums_us", as_json(lap.scalar_sums, 1e6)},
          {"gdahj_sums_with_kinematics_us", as_json(lap.scalar_sums_with_kinematics, 1e6)},
          {"vector_crba_us", as_json(lap.vector_crba, 1e6)},
          {"vector_gdahj_us", as_json(lap.vector_gdahj, 1e6)},
          {"vector_gdahj_sums_us", as_json(lap.vector_sums, 1e6)},
          {"vector_gdahj_from_poses_us", as_json(lap.vector_gdahj_from_poses, 1e6)},
          {"vector_gdahj_sums_from_poses_us", as_json(lap.vector_sums_from_poses, 1e6)},
          {"arm_runs", lap.arm_runs}};
}
Json as_json(const RaceErrors& e) {
  const auto of = [](const RaceErrors::Of& x) {
    return Json{{"eq_32", x.eq_32}, {"worst_element", x.element}, {"M_11", x.base}, {"M_nn", x.tip}};
  };
  return {{"crba", of(e.crba)}, {"gdahj", of(e.gdahj)}, {"gdahj_sums", of(e.sums)}};
}

}  // namespace

std::vector<Statement> PaperSection::statements() const {
  std::vector<Statement> all = claims;
  if (figures) all.insert(all.end(), figures->statements.begin(), figures->statements.end());
  return all;
}

std::string head_page(const std::vector<PaperSection>& papers, const std::vector<Statement>& timed,
                      const std::vector<Statement>& simulated) {
  Table table({"<paper", "claims", "reproduced", "refuted", "depends", "not checked"});
  VerdictCount sum;
  const auto add = [&table](const std::string& name, const VerdictCount& c) {
    table.add({name, fmt::format("{}", c.all()), fmt::format("{}", c.reproduced),
               fmt::format("{}", c.refuted), fmt::format("{}", c.depends), fmt::format("{}", c.not_checked)});
  };
  for (const PaperSection& paper : papers) {
    VerdictCount count = counted(paper.statements());
    if (paper.counts.paper == "000") count = count + counted(timed);
    if (paper.counts.paper == "002") count = count + counted(simulated);
    add(paper.counts.paper, count);
    sum = sum + count;
  }
  if (papers.size() > 1) add("all", sum);
  return std::string(kHead) + '\n' + table.markdown();
}

std::string paper_page(const PaperSection& paper, const std::string& folder) {
  std::string out = fmt::format("\n## {}\n\n{}.\n\n### Claims\n\n", paper.counts.paper, paper.counts.title);
  out += markdown(paper.statements());
  for (const CountTable& table : paper.counts.tables) out += '\n' + table.markdown();
  if (const NumberTable table = not_literal(paper.counts.paper); !table.rows.empty())
    out += '\n' + table.markdown();
  const auto drawing = [&](const std::string& title, const std::string& stem, const std::string& caption) {
    return fmt::format("\n![{0}]({1}/{2}.svg)\n\n{3}\n", title, folder, stem, caption);
  };
  if (!folder.empty())
    for (const Diagram& d : paper.diagrams) out += drawing(d.title, d.stem, d.caption);
  if (!paper.figures) return out;
  const PaperFigures& figures = *paper.figures;
  out += fmt::format("\n### {}\n\n{}\n", figures.title, figures.note);
  for (const NumberTable& table : figures.tables) out += '\n' + table.markdown();
  if (!folder.empty())
    for (const Figure& figure : figures.figures) out += drawing(figure.title, figure.stem, figure.caption);
  if (figures.cut_short) out += "\nInterrupted: only the finished parts are shown.\n";
  return out;
}

std::string figures_page(const std::vector<RaceLap>& laps, const std::vector<RaceErrors>& errors,
                         const std::string& folder, bool cut_short) {
  std::string out(kFigures);
  if (laps.empty()) return out + "Interrupted before the first measurement.\n";
  out += markdown(race_statements(laps, errors)) + '\n';
  if (cut_short) out += fmt::format("Interrupted after n = {}.\n\n", laps.back().n);
  if (!folder.empty())
    out += fmt::format(
        "![Scalar code: time against number of joints]({0}/000_times.svg)\n\n"
        "![Vector instructions: time against number of joints]({0}/000_vector_times.svg)\n\n"
        "![Errors against number of joints]({0}/000_errors.svg)\n\nThe times, as [CSV]({0}/000_times.csv) "
        "and here. Scalar:\n\n",
        folder);
  out += laps_table(laps) + "\nScalar, by sums along the chain:\n\n" + scalar_sums_table(laps) +
         "\nVector, kinematics included:\n\n" + vector_table(laps) + "\nVector, poses given:\n\n" +
         known_poses_table(laps);
  if (errors.empty()) return out;
  return out +
         "\nErrors against composite bodies in long double. *Eq 32* adds up the errors of all elements and "
         "divides by the largest "
         "element, which hides\nsmall elements; *worst* is the largest error of an element over the "
         "geometric mean of its two diagonal "
         "elements; M_11 and M_nn are\nthe elements of the first and of the last joint. By sums, an element "
         "at the tip is a difference "
         "of large numbers: m p² with p the\ndistance from the base. Where that matters, ask for `crba` or "
         "`gdahj`.\n\n" +
         errors_table(errors);
}

std::string simulation_times_page(const std::vector<SimulationTimes>& times, const std::string& folder) {
  std::string out(kSimulations);
  if (times.empty()) return out + "Interrupted before the last measurement.\n";
  out += markdown(simulation_statements(times)) + '\n';
  Table table({"<method", "planar arm, n = 3 [us]", "ratio", "Stanford arm, n = 6 [us]", "ratio",
               "PUMA, n = 6 [us]", "ratio"});
  double least = INFINITY, most = 0;
  for (const SimulationTimes& t : times) {
    std::vector<std::string> cells = {fmt::format("`{}`", t.method)};
    for (const SimulationTimes::Of& of : t.arms) {
      cells.push_back(shown(of.time, 1e6)), cells.push_back(shown(of.ratio, 1));
      least = std::min(least, of.ratio.median), most = std::max(most, of.ratio.median);
    }
    table.add(std::move(cells));
  }
  if (!folder.empty()) out += fmt::format("The times, as [CSV]({}/002_times.csv) and here:\n\n", folder);
  return out + table.markdown() + fmt::format("\nRatios from {:.2f} to {:.1f}.\n", least, most);
}

Json as_json(const Reproduction& measured) {
  Json list = Json::array();
  for (const PaperSection& paper : measured.papers)
    for (const CountTable& table : paper.counts.tables)
      for (const CountLine& line : table.lines)
        list.push_back({{"paper", paper.counts.paper},
                        {"table", table.title},
                        {"row", line.what},
                        {"printed", as_json(line.printed, table.at)},
                        {"measured", as_json(line.measured, table.at)},
                        {"remark", line.remark}});
  const auto said = [](const std::string& text) {
    return text.empty() ? Json::object() : Json{{"words", text}};
  };
  const auto add_claims = [&](const std::string& paper, const std::vector<Statement>& claims) {
    for (const Statement& s : claims)
      list.push_back({{"paper", paper},
                      {"table", "Claims"},
                      {"where", s.where},
                      {"row", s.what},
                      {"printed", said(s.printed)},
                      {"measured", said(s.measured)},
                      {"verdict", words(s.verdict)},
                      {"remark", s.remark}});
  };
  for (const PaperSection& paper : measured.papers) add_claims(paper.counts.paper, paper.statements());
  add_claims("000", measured.timed());
  add_claims("002", measured.simulated());
  for (const RaceLap& lap : measured.laps)
    list.push_back({{"paper", "000"},
                    {"table", "Figures 4 and 5"},
                    {"row", fmt::format("n = {}", lap.n)},
                    {"printed", Json::object()},
                    {"measured", as_json(lap)},
                    {"remark", "times depend on the machine"}});
  for (const RaceErrors& e : measured.errors)
    list.push_back({{"paper", "000"},
                    {"table", "Figure 5"},
                    {"row", fmt::format("n = {}{}", e.n, e.stretched ? ", planar, in a line" : "")},
                    {"printed", Json::object()},
                    {"measured", as_json(e)},
                    {"remark", "errors depend on the vector instructions of the machine"}});
  for (const SimulationTimes& t : measured.simulations) {
    Json times = Json::object();
    for (std::size_t a = 0; a < kSimulatedArms.size(); ++a) {
      times[fmt::format("{}_us", kSimulatedArms[a])] = as_json(t.arms[a].time, 1e6);
      times[fmt::format("{}_ratio", kSimulatedArms[a])] = as_json(t.arms[a].ratio, 1);
    }
    list.push_back({{"paper", "002"},
                    {"table", "Simulation times"},
                    {"row", t.method},
                    {"printed", Json::object()},
                    {"measured", std::move(times)},
                    {"remark", "times depend on the machine"}});
  }
  return list;
}

}  // namespace catena::cli
