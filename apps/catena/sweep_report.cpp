// SPDX-License-Identifier: Apache-2.0
#include "sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "catena/choose/ranking/amount.hpp"
#include "catena/choose/sweep/sweep_plots.hpp"
#include "sweep_table.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using choose::StoreHead;

constexpr std::size_t kBest = 20;  // rows of the table of the best arms
constexpr std::size_t kDrawn = 3;  // arms in 3D

report::Axis axis(const choose::StoredParameter& p) { return {p.name, p.unit}; }
report::Axis axis(const choose::StoredCriterion& c) {
  return {c.stem, c.unit, false,
          c.better == choose::Better::less ? report::Preferred::less : report::Preferred::more};
}

// The columns of a sweep as measures of the page: parameters, then criteria.
std::vector<report::Measure> measures(const StoreHead& head, const std::vector<std::vector<double>>& values,
                                      const std::vector<std::vector<double>>& errors = {}) {
  std::vector<report::Measure> out;
  for (const choose::StoredParameter& p : head.parameters)
    out.push_back({.axis = axis(p), .labels = p.words});
  for (const choose::StoredCriterion& c : head.criteria) out.push_back({.axis = axis(c)});
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k].values = values[k];
    if (!errors.empty()) out[k].errors = errors[k];
  }
  return out;
}

report::Table summary(const choose::Store& store, const choose::SweepBest& best) {
  const StoreHead& head = store.head();
  report::Table table = {.title = "Summary", .columns = {{"quantity"}, {"number", "", report::Align::right}}};
  const auto add = [&](const std::string& what, double value) { table.rows.push_back({{what}, {value}}); };
  add("points of the design", static_cast<double>(head.points));
  add("points evaluated", static_cast<double>(store.sampled()));
  if (store.size() > store.sampled())
    add("evaluations by searches", static_cast<double>(store.size() - store.sampled()));
  add("feasible points", static_cast<double>(store.feasible()));
  add("arms on the Pareto front", static_cast<double>(best.front.size()));
  return table;
}

report::Table best_arms_table(const choose::Store& store, const choose::SweepBest& best) {
  const StoreHead& head = store.head();
  report::Table table = {.title = "Best arms"};
  table.columns = {{"rank", "", report::Align::right}, {"point", "", report::Align::right}};
  for (const choose::StoredParameter& p : head.parameters)
    table.columns.push_back({p.name, p.unit, p.words.empty() ? report::Align::right : report::Align::left});
  for (const choose::StoredCriterion& c : head.criteria)
    table.columns.push_back({c.stem, c.unit, report::Align::right});
  const std::set<std::int64_t> front(best.front.begin(), best.front.end());
  for (std::size_t k = 0; k < std::min(best.points.size(), kBest); ++k) {
    const auto row = store.row(best.points[k]);
    if (!row) continue;
    std::vector<report::Cell> cells = {
        {static_cast<double>(best.places[k])},
        {static_cast<double>(row->point),
         front.contains(row->point) ? report::Mark::good : report::Mark::none}};
    for (std::size_t p = 0; p < head.parameters.size(); ++p)
      cells.push_back({parameter_text(head.parameters[p], row->parameters[p])});
    for (const choose::Score& score : row->scores)
      if (std::isfinite(score.value) && score.unit.empty() && score.error == 0)
        cells.push_back({score.value});
      else
        cells.push_back(
            {score_text(score) +
             (std::isfinite(score.value) && !score.unit.empty() ? " " + choose::unit_text(score.unit) : "")});
    table.rows.push_back(std::move(cells));
  }
  table.text =
      "Green: on the Pareto front; no other arm is at least as good in every criterion and better in one. "
      "Errors are "
      "half-widths of 95 % confidence intervals; arms whose scores differ by less than their errors share a "
      "rank.";
  return table;
}

report::Set shown_arms(const StoreHead& head, const choose::SweepPlots& plots) {
  report::Set set = {.noun = "point", .measures = measures(head, plots.values, plots.errors)};
  for (const std::int64_t point : plots.points) set.names.push_back(fmt::format("point {}", point));
  set.front = plots.front;
  return set;
}

report::Effects effects(const StoreHead& head, const choose::SweepPlots& plots) {
  report::Effects out = {
      .title = "Effect of each parameter",
      .text = "Mean of each criterion as a function of one parameter while all others vary."};
  const std::vector<report::Measure> all = measures(head, plots.sampled);
  const std::size_t parameters = head.parameters.size();
  for (std::size_t c = parameters; c < all.size(); ++c)
    for (std::size_t p = 0; p < parameters; ++p) out.effects.push_back(report::effect(all[p], all[c]));
  return out;
}

}  // namespace

report::Report sweep_report(const choose::Store& store, const choose::SweepBest& best,
                            const std::string& command) {
  const StoreHead& head = store.head();
  report::Report page = {.kind = report::Kind::sweep, .title = head.name.empty() ? "Sweep" : head.name};
  page.subtitle = fmt::format("{} of {} points, {} feasible", store.sampled(), head.points, store.feasible());
  page.command = command;
  if (store.sampled() < head.points)
    page.notes.push_back(
        {report::Level::warning, "The sweep is not finished; this page shows the points evaluated so far."});
  for (const std::string& remark : best.remarks) page.notes.push_back({report::Level::info, remark});
  page.sections.emplace_back(summary(store, best));
  if (best.points.empty()) {
    page.notes.push_back({report::Level::warning, "There is no ranked arm to show."});
    return page;
  }
  const choose::SweepPlots plots = choose::sweep_plots(store, best);
  if (plots.points.size() < best.points.size())
    page.notes.push_back(
        {report::Level::info,
         fmt::format("Plots of individual arms show {} of {} arms: all {} on the Pareto front, the best "
                     "arms and a regular subset of the others. Parameter effects use all arms.",
                     plots.points.size(), best.points.size(), best.front.size())});
  page.sections.emplace_back(best_arms_table(store, best));

  page.sets.push_back(shown_arms(head, plots));
  const std::size_t parameters = head.parameters.size();
  if (best.criteria.size() >= 2)
    page.sections.emplace_back(report::Scatter{.title = "Two criteria",
                                               .text = "The staircase is the Pareto front of the two axes.",
                                               .x = parameters + static_cast<std::size_t>(best.criteria[0]),
                                               .y = parameters + static_cast<std::size_t>(best.criteria[1])});
  page.sections.emplace_back(report::Parallel{.title = "All parameters and criteria"});

  if (report::Effects all = effects(head, plots); !all.effects.empty())
    page.sections.emplace_back(std::move(all));
  for (const choose::BestArm& each : choose::best_arms(store, best, kDrawn))
    page.runs.push_back(report::posture(fmt::format("point {}", each.point), each.arm, each.q));
  return page;
}

}  // namespace catena::cli
