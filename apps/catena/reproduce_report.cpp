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
    case Verdict::not_checked:
      break;
  }
  return report::Mark::warn;
}

report::Table statements(const PaperFigures& paper) {
  report::Table table{.title = paper.title,
                      .text = paper.note,
                      .columns = {{"statement"}, {"printed"}, {"measured"}, {"verdict"}, {"remark"}}};
  for (const Statement& s : paper.statements)
    table.rows.push_back(
        {{s.what}, {s.printed}, {s.measured}, {words(s.verdict), mark(s.verdict)}, {s.remark}});
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

void add_race(const std::vector<RaceLap>& laps, std::vector<report::Section>& sections) {
  using report::Style;
  report::Xy times{"Figure 4 of 000: time for one inertia matrix",
                   "Medians; they depend on the machine.",
                   {"n"},
                   {"time", "µs", true},
                   {}};
  report::Xy errors{"Figure 5 of 000: relative error, eq 32", "", {"n"}, {"error", "", true}, {}};
  const auto add = [&](report::Xy& plot, const char* name, const auto& value) {
    report::Curve c{.name = name, .style = Style::both};
    for (const RaceLap& lap : laps) c.x.push_back(lap.n), c.y.push_back(value(lap));
    plot.curves.push_back(std::move(c));
  };
  add(times, "CRBA", [](const RaceLap& lap) { return 1e6 * lap.crba.median; });
  add(times, "GDAHJ, poses given", [](const RaceLap& lap) { return 1e6 * lap.gdahj.median; });
  add(times, "GDAHJ with kinematics",
      [](const RaceLap& lap) { return 1e6 * lap.gdahj_with_kinematics.median; });
  add(errors, "worst of the arms", [](const RaceLap& lap) { return lap.error; });
  sections.emplace_back(std::move(times));
  sections.emplace_back(std::move(errors));
}

}  // namespace

report::Report reproduction_report(const Reproduction& measured, const std::string& command) {
  report::Report page{.kind = report::Kind::reproduce, .title = "Reproduction", .command = command};
  for (const PaperCounts& paper : measured.counts)
    page.subtitle += fmt::format("{}{}", page.subtitle.empty() ? "Papers " : ", ", paper.paper);
  long good = 0, bad = 0;
  for (const PaperFigures& paper : measured.figures) {
    for (const Statement& s : paper.statements)
      good += s.verdict == Verdict::reproduced, bad += s.verdict == Verdict::refuted;
    if (paper.cut_short) page.notes.push_back({report::Level::warning, paper.title + ": interrupted"});
    if (page.runs.empty())  // the arms of one paper are enough
      for (const FigureMotion& m : paper.motions)
        page.runs.push_back(report::motion(m.name, m.arm, m.t, m.q));
    page.sections.emplace_back(statements(paper));
    for (const NumberTable& t : paper.tables)
      page.sections.emplace_back(numbers(t.title, t.note, t.headings, t.rows));
    for (const Figure& figure : paper.figures) add_figure(figure, page.sections);
  }
  if (good + bad > 0)
    page.notes.push_back(
        {report::Level::info,
         fmt::format("{} of the statements about simulations and torques are reproduced, {} are not.", good,
                     bad)});
  for (const PaperCounts& paper : measured.counts)
    for (const CountTable& table : paper.tables) {
      const std::vector<std::vector<std::string>> rows = table.cells();
      page.sections.emplace_back(numbers(fmt::format("{}, {}", paper.paper, table.title), table.note,
                                         rows.front(), {rows.begin() + 1, rows.end()}));
    }
  if (!measured.laps.empty()) add_race(measured.laps, page.sections);
  return page;
}

}  // namespace catena::cli
