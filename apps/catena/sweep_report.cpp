// SPDX-License-Identifier: Apache-2.0
#include "sweep_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "catena/choose/sweep/design_rows.hpp"
#include "catena/core/arm.hpp"
#include "sweep_table.hpp"
#include "table.hpp"

namespace catena::cli {
namespace {

using choose::StoreHead;
using choose::SweepRow;

constexpr std::size_t kMostShown = 4000;  // arms in the plots of single arms: more are slow and unreadable
constexpr std::size_t kBest = 20;         // in the table
constexpr std::size_t kDrawn = 3;         // arms in 3D

report::Axis axis(const choose::StoredParameter& p) { return {p.name, p.unit}; }
report::Axis axis(const choose::StoredCriterion& c) {
  return {c.stem, c.unit, false,
          c.better == choose::Better::less ? report::Preferred::less : report::Preferred::more};
}

// The arms that the plots show: all, or arms of the front, the best, and every k-th of the others.
std::set<std::int64_t> chosen(const choose::SweepBest& best) {
  if (best.points.size() <= kMostShown) return {best.points.begin(), best.points.end()};
  std::set<std::int64_t> points;
  for (std::size_t k = 0; k < std::min(best.front.size(), kMostShown / 2); ++k) points.insert(best.front[k]);
  for (std::size_t k = 0; k < kBest; ++k) points.insert(best.points[k]);
  std::vector<std::int64_t> rest = best.points;
  std::sort(rest.begin(), rest.end());
  const std::size_t step = rest.size() / (kMostShown - points.size()) + 1;
  for (std::size_t k = 0; k < rest.size(); k += step) points.insert(rest[k]);
  return points;
}

// All feasible arms, and those that are shown one by one, as columns.
struct Measures {
  std::vector<report::Measure> all, shown;  // parameters, then criteria
  std::vector<std::int64_t> points;         // of `shown`
};

Measures measures(const choose::Store& store, const std::set<std::int64_t>& show) {
  const StoreHead& head = store.head();
  Measures out;
  for (const choose::StoredParameter& p : head.parameters)
    out.all.push_back({.axis = axis(p), .labels = p.words});
  for (const choose::StoredCriterion& c : head.criteria) out.all.push_back({.axis = axis(c)});
  out.shown = out.all;
  const std::size_t parameters = head.parameters.size();
  store.each([&](const SweepRow& row) {
    if (!row.why.empty() || row.scores.empty()) return;
    const bool alone = show.contains(row.point);
    if (alone) out.points.push_back(row.point);
    for (std::size_t k = 0; k < out.all.size(); ++k) {
      const bool is_parameter = k < parameters;
      const double value = is_parameter ? row.parameters[k] : row.scores[k - parameters].value;
      if (!row.search)
        out.all[k].values.push_back(value);  // the points of a search are not evenly distributed
      if (!alone) continue;
      out.shown[k].values.push_back(value);
      if (!is_parameter) out.shown[k].errors.push_back(row.scores[k - parameters].error);
    }
  });
  for (report::Measure& m : out.shown)
    if (std::all_of(m.errors.begin(), m.errors.end(), [](double e) { return e == 0; })) m.errors.clear();
  return out;
}

report::Table summary(const choose::Store& store, const choose::SweepBest& best) {
  const StoreHead& head = store.head();
  report::Table table = {.title = "Sweep", .columns = {{"property"}, {"value", "", report::Align::right}}};
  const auto add = [&](const std::string& what, double value) { table.rows.push_back({{what}, {value}}); };
  add("points of the design", static_cast<double>(head.points));
  add("points done", static_cast<double>(store.sampled()));
  if (store.size() > store.sampled())
    add("evaluations of searches", static_cast<double>(store.size() - store.sampled()));
  add("feasible arms", static_cast<double>(store.feasible()));
  add("arms not dominated by any other", static_cast<double>(best.front.size()));
  return table;
}

report::Table best_arms(const choose::Store& store, const choose::SweepBest& best) {
  const StoreHead& head = store.head();
  report::Table table = {.title = "The best arms"};
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
      if (std::isfinite(score.value) && score.unit.empty())
        cells.push_back({score.value});
      else
        cells.push_back(
            {std::isfinite(score.value) ? shown(score.value) + " " + std::string(score.unit) : "-"});
    table.rows.push_back(std::move(cells));
  }
  table.text = "Marked: arms on the Pareto front, which no other arm dominates.";
  return table;
}

// Draws the best arms, with each joint in the middle of its range.
void draw_best(const choose::Store& store, const choose::SweepBest& best, report::Report& page) {
  const choose::Design design = choose::design_of_text(store.head().design);
  for (std::size_t k = 0; k < std::min(best.points.size(), kDrawn); ++k) {
    const auto row = store.row(best.points[k]);
    if (!row) continue;
    const Arm arm(design.robot(row->parameters));
    Eigen::VectorXd q = Eigen::VectorXd::Zero(arm.dof());
    Eigen::Index joint = 0;
    for (const RobotLink& link : arm.robot().links) {
      if (link.joint == JointKind::fixed) continue;
      if (link.limits && link.limits->position)
        q[joint] = 0.5 * ((*link.limits->position)[0] + (*link.limits->position)[1]);
      ++joint;
    }
    page.runs.push_back(report::posture(fmt::format("point {}", row->point), arm, q));
  }
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
        {report::Level::warning, "The sweep is not complete; this page shows the points computed so far."});
  for (const std::string& remark : best.remarks) page.notes.push_back({report::Level::info, remark});
  page.sections.emplace_back(summary(store, best));
  if (best.points.empty()) {
    page.notes.push_back({report::Level::warning, "There is no arm to show."});
    return page;
  }
  const Measures found = measures(store, chosen(best));
  if (found.points.size() < best.points.size())
    page.notes.push_back(
        {report::Level::info,
         fmt::format(
             "Plots of single arms show {} of {} arms: arms on the Pareto front, the best, and some of "
             "the others. The effects of the parameters are computed from all.",
             found.points.size(), best.points.size())});
  page.sections.emplace_back(best_arms(store, best));

  report::Set set = {.noun = "point", .measures = found.shown};
  std::unordered_map<std::int64_t, std::size_t> at;
  for (std::size_t k = 0; k < found.points.size(); ++k) {
    at[found.points[k]] = k;
    set.names.push_back(fmt::format("point {}", found.points[k]));
  }
  set.front.emplace();
  for (const std::int64_t point : best.front)
    if (const auto k = at.find(point); k != at.end()) set.front->push_back(k->second);
  std::sort(set.front->begin(), set.front->end());
  page.sets.push_back(std::move(set));

  const std::size_t parameters = head.parameters.size();
  if (best.criteria.size() >= 2)
    page.sections.emplace_back(report::Scatter{.title = "Two criteria",
                                               .text = "Line: the Pareto front of the two criteria.",
                                               .x = parameters + static_cast<std::size_t>(best.criteria[0]),
                                               .y = parameters + static_cast<std::size_t>(best.criteria[1])});
  page.sections.emplace_back(report::Parallel{.title = "All parameters and criteria"});

  report::Effects effects = {.title = "Effects of the parameters",
                             .text = "Mean of each criterion against each parameter, while all others vary."};
  for (std::size_t c = 0; c < head.criteria.size(); ++c)
    for (std::size_t p = 0; p < parameters; ++p)
      effects.effects.push_back(report::effect(found.all[p], found.all[parameters + c]));
  if (!effects.effects.empty()) page.sections.emplace_back(std::move(effects));
  draw_best(store, best, page);
  return page;
}

}  // namespace catena::cli
