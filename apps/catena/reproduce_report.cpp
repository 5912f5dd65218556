// SPDX-License-Identifier: Apache-2.0
#include "reproduce_report.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>

namespace catena::cli {
namespace {

report::Mark mark(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return report::Mark::good;
    case Verdict::refuted:
      return report::Mark::bad;
    case Verdict::depends:
    case Verdict::not_checked:
      break;
  }
  return report::Mark::warn;
}

report::Table statements(const std::string& title, const std::string& text,
                         const std::vector<Statement>& claims) {
  report::Table table{.title = title,
                      .text = text,
                      .columns = {{"where"}, {"claim"}, {"printed"}, {"measured"}, {"verdict"}, {"why"}}};
  for (const Statement& s : claims)
    table.rows.push_back(
        {{s.where}, {s.what}, {s.printed}, {s.measured}, {words(s.verdict), mark(s.verdict)}, {s.remark}});
  return table;
}

report::Table numbers(const std::string& title, const std::string& text,
                      const std::vector<std::string>& headings,
                      const std::vector<std::vector<std::string>>& rows) {
  report::Table table{.title = title, .text = text};
  for (const std::string& heading : headings) table.columns.push_back({heading});
  for (const std::vector<std::string>& row : rows) {
    table.rows.emplace_back();
    for (const std::string& cell : row) table.rows.back().push_back({cell});
  }
  return table;
}

// Values outside the range of the panel become gaps, so that the rest can be seen.
report::Curve curve(const FigureCurve& c, const FigurePanel& panel, const std::string& name) {
  report::Curve out{.name = name, .x = c.t, .y = c.y};
  for (double& y : out.y)
    if (!(y >= panel.y_range[0] && y <= panel.y_range[1])) y = std::numeric_limits<double>::quiet_NaN();
  return out;
}

// A panel with several curves gets a plot of its own; panels with one curve share a plot per unit.
void add_figure(const Figure& figure, std::vector<report::Section>& sections) {
  const report::Axis time{"t", "s"};
  std::map<std::string, report::Xy> shared;
  for (const FigurePanel& panel : figure.panels) {
    if (panel.curves.size() == 1) {
      const auto [found, added] = shared.try_emplace(panel.y_label);
      if (added) found->second = {figure.title, figure.caption, time, {"", panel.y_label}, {}};
      found->second.curves.push_back(curve(panel.curves[0], panel, panel.title));
      continue;
    }
    report::Xy plot{figure.title + ", " + panel.title, "", time, {"", panel.y_label}, {}};
    if (&panel == &figure.panels.front()) plot.text = figure.caption;
    for (const FigureCurve& c : panel.curves) plot.curves.push_back(curve(c, panel, c.name));
    sections.emplace_back(std::move(plot));
  }
  for (auto& [unit, plot] : shared) sections.emplace_back(std::move(plot));
}

void add_race(const std::vector<RaceLap>& laps, const std::vector<RaceErrors>& errors,
              std::vector<report::Section>& sections) {
  using report::Style;
  const auto plot = [](const char* title, const char* text, const report::Axis& y) {
    return report::Xy{title, text, {"n"}, y, {}};
  };
  report::Xy scalar = plot("Figure 4 of 000: time for one inertia matrix, scalar code",
                           "Medians; they depend on the machine.", {"time", "µs", true});
  report::Xy vector = plot("The same with vector instructions", "", {"time", "µs", true});
  report::Xy of_errors = plot("Figure 5 of 000: errors against long double", "", {"error", "", true});
  const auto add = [](report::Xy& xy, const char* name, const auto& list, const auto& value) {
    report::Curve c{.name = name, .style = Style::both};
    for (const auto& each : list)
      if (const double y = value(each); y > 0) c.x.push_back(each.n), c.y.push_back(y);
    xy.curves.push_back(std::move(c));
  };
  const auto time = [](Quartiles RaceLap::*what) {
    return [what](const RaceLap& lap) { return 1e6 * (lap.*what).median; };
  };
  add(scalar, "CRBA", laps, time(&RaceLap::crba));
  add(scalar, "GDAHJ, poses given", laps, time(&RaceLap::gdahj));
  add(scalar, "GDAHJ with kinematics", laps, time(&RaceLap::gdahj_with_kinematics));
  add(scalar, "GDAHJ by sums, poses given", laps, time(&RaceLap::scalar_sums));
  add(scalar, "GDAHJ by sums, with kinematics", laps, time(&RaceLap::scalar_sums_with_kinematics));
  add(vector, "CRBA", laps, time(&RaceLap::vector_crba));
  add(vector, "GDAHJ with kinematics", laps, time(&RaceLap::vector_gdahj));
  add(vector, "GDAHJ, poses given", laps, time(&RaceLap::vector_gdahj_from_poses));
  add(vector, "GDAHJ by sums, with kinematics", laps, time(&RaceLap::vector_sums));
  add(vector, "GDAHJ by sums, poses given", laps, time(&RaceLap::vector_sums_from_poses));
  add(of_errors, "GDAHJ, eq 32", errors,
      [](const RaceErrors& e) { return e.stretched ? 0.0 : e.gdahj.eq_32; });
  add(of_errors, "GDAHJ by sums, eq 32", errors,
      [](const RaceErrors& e) { return e.stretched ? 0.0 : e.sums.eq_32; });
  add(of_errors, "GDAHJ, M_nn, stretched arm", errors,
      [](const RaceErrors& e) { return e.stretched ? e.gdahj.tip : 0.0; });
  add(of_errors, "GDAHJ by sums, M_nn, stretched arm", errors,
      [](const RaceErrors& e) { return e.stretched ? e.sums.tip : 0.0; });
  sections.emplace_back(std::move(scalar));
  sections.emplace_back(std::move(vector));
  if (!errors.empty()) sections.emplace_back(std::move(of_errors));
}

}  // namespace

report::Report reproduction_report(const Reproduction& measured, const std::string& command) {
  report::Report page{.kind = report::Kind::reproduce, .title = "Reproduction", .command = command};
  for (const PaperSection& paper : measured.papers)
    page.subtitle += fmt::format("{}{}", page.subtitle.empty() ? "Papers " : ", ", paper.counts.paper);
  VerdictCount count = counted(measured.timed()) + counted(measured.simulated());
  for (const PaperSection& paper : measured.papers) {
    count = count + counted(paper.statements());
    page.sections.emplace_back(statements(paper.counts.paper + ", claims",
                                          paper.figures ? paper.figures->note : "", paper.statements()));
    if (!paper.figures) continue;
    const PaperFigures& figures = *paper.figures;
    if (figures.cut_short) page.notes.push_back({report::Level::warning, figures.title + ": interrupted"});
    if (page.runs.empty())  // the arms of one paper are enough
      for (const FigureMotion& m : figures.motions)
        page.runs.push_back(report::motion(m.name, m.arm, m.t, m.q));
    for (const NumberTable& t : figures.tables)
      page.sections.emplace_back(numbers(t.title, t.note, t.headings, t.rows));
    for (const Figure& figure : figures.figures) add_figure(figure, page.sections);
  }
  page.notes.push_back(
      {report::Level::info,
       fmt::format(
           "Of {} claims {} are reproduced, {} refuted; {} depend on conditions, {} were not checked.",
           count.all(), count.reproduced, count.refuted, count.depends, count.not_checked)});
  for (const PaperSection& paper : measured.papers)
    for (const CountTable& table : paper.counts.tables) {
      const std::vector<std::vector<std::string>> rows = table.cells();
      page.sections.emplace_back(numbers(fmt::format("{}, {}", paper.counts.paper, table.title), table.note,
                                         rows.front(), {rows.begin() + 1, rows.end()}));
    }
  if (!measured.simulations.empty())
    page.sections.emplace_back(statements("002, claims about times", "", measured.simulated()));
  if (!measured.laps.empty()) {
    page.sections.emplace_back(statements("000, claims about times and errors", "", measured.timed()));
    add_race(measured.laps, measured.errors, page.sections);
  }
  return page;
}

}  // namespace catena::cli
