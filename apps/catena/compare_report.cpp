// SPDX-License-Identifier: Apache-2.0
// The HTML report of `catena compare`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "catena/choose/criteria/slice.hpp"
#include "catena/sim/cycloid.hpp"
#include "compare_table.hpp"

namespace catena::cli {
namespace {

using choose::CellMark;
using report::Align;
using report::Cell;
using report::Mark;

class Page {
 public:
  Page(const Compared& compared, const std::string& command) : all_(compared), c_(compared.result) {
    page_ = {.kind = report::Kind::compare, .title = title(), .subtitle = all_.verdict, .command = command};
    for (const std::string& remark : c_.remarks)
      page_.notes.push_back({report::Level::warning, remark + "."});
  }

  report::Report result() {
    arms_in_motion();
    scores();
    requirements();
    if (c_.decision) rankings();
    plots();
    slices();
    if (c_.decision && c_.arms.size() > 1) {
      weights();
      agreement();
    }
    criteria();
    return std::move(page_);
  }

 private:
  std::string title() const {
    std::vector<std::string> names;
    for (const choose::Entrant& entrant : all_.entrants) names.push_back(entrant.name);
    if (names.size() > 6) return fmt::format("Which of {} arms?", names.size());
    if (names.size() == 1) return names[0];
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("{} or {}?", fmt::join(names, ", "), last);
  }

  // The arms along the path on which torques are evaluated.
  void arms_in_motion() {
    constexpr int kSamples = 101;
    for (std::size_t i = 0; i < all_.arms.size(); ++i) {
      const Arm& arm = all_.arms[i];
      const int n = arm.dof();
      const sim::Cycloid of_004(Eigen::VectorXd::Zero(n), Eigen::VectorXd::Constant(n, std::numbers::pi), 10);
      const sim::Trajectory& along = all_.plan.task.trajectory ? *all_.plan.task.trajectory : of_004;
      std::vector<double> time;
      Eigen::MatrixXd q(n, kSamples);
      sim::JointMotion motion(n);
      for (int k = 0; k < kSamples; ++k) {
        time.push_back(along.duration() * k / (kSamples - 1));
        along.at(time.back(), motion);
        q.col(k) = motion.q;
      }
      page_.runs.push_back(report::motion(all_.entrants[i].name, arm, std::move(time), q));
      // all arms follow the same path in joint space: only their tools differ
      std::erase_if(page_.runs.back().signals,
                    [](const report::Signal& signal) { return signal.group == "Joint positions"; });
    }
  }

  void scores() {
    report::Table table{.title = "Scores",
                        .text =
                            "Green: best. Amber: within the error bars of the best. ± is half the width of "
                            "the 95 % confidence "
                            "interval."};
    table.columns = {{"criterion"}, {"unit"}, {"better"}, {"weight", "", Align::right}};
    for (const choose::Entrant& entrant : all_.entrants)
      table.columns.push_back({entrant.name, "", Align::right});
    const choose::Question& q = all_.plan.question;
    for (std::size_t j = 0; j < q.criteria.size(); ++j) {
      const choose::Criterion& criterion = *q.criteria[j];
      const std::string unit = row_unit(all_, j);
      std::vector<Cell> row = {
          {std::string(criterion.stem)}, {unit}, {better_text(criterion)}, {share(c_, j)}};
      for (std::size_t i = 0; i < all_.entrants.size(); ++i) {
        const choose::Score& s = all_.scores.at(static_cast<int>(i), static_cast<int>(j));
        std::string text = "unavailable";
        if (std::isfinite(s.value)) text = shown(s.value, s.error);
        if (const std::string_view own = choose::unit_of(criterion, s); std::isfinite(s.value) && own != unit)
          text += fmt::format(" {}", own);
        const CellMark mark = c_.marks[i][j];
        row.push_back({text, mark == CellMark::best      ? Mark::good
                             : mark == CellMark::as_good ? Mark::warn
                                                         : Mark::none});
      }
      table.rows.push_back(std::move(row));
    }
    page_.sections.emplace_back(std::move(table));
  }

  void requirements() {
    if (all_.plan.question.requirements.empty()) return;
    report::Table table{.title = "Requirements",
                        .text = "An arm that fails one is not ranked.",
                        .columns = {{"requirement"}, {"arm"}, {"met"}, {"reason"}}};
    for (std::size_t r = 0; r < all_.plan.question.requirements.size(); ++r)
      for (std::size_t i = 0; i < all_.entrants.size(); ++i) {
        const choose::Screened& s = c_.screened[i][r];
        table.rows.push_back({{all_.plan.question.requirements[r].text},
                              {all_.entrants[i].name},
                              {s.met ? "yes" : "no", s.met ? Mark::good : Mark::bad},
                              {s.why}});
      }
    page_.sections.emplace_back(std::move(table));
  }

  void rankings() {
    report::Table table{
        .title = "Ranking",
        .text =
            "Ranks, with scores in parentheses; for VIKOR, lower is better. The mean of the four ranks "
            "determines "
            "the order. Front: the Pareto front, the arms that no other arm dominates. An arm dominates "
            "another if it "
            "is at least as good by every criterion and better by at least one, beyond the error bars."};
    table.columns = {{"arm"}, {"rank", "", Align::right}, {"mean rank", "", Align::right}};
    for (const choose::Ranking& ranking : c_.rankings)
      table.columns.push_back({std::string(stem(ranking.by)), "", Align::right});
    table.columns.push_back({"front"});
    table.columns.push_back({"dominated by"});
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < c_.arms.size(); ++k) order.push_back(k);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return c_.overall.place[a] < c_.overall.place[b]; });
    for (const std::size_t k : order) {
      const auto mark = [](int place) { return place == 1 ? Mark::good : Mark::none; };
      std::vector<Cell> row = {{name(k)},
                               {static_cast<double>(c_.overall.place[k]), mark(c_.overall.place[k])},
                               {c_.overall.mean_place[k]}};
      for (const choose::Ranking& ranking : c_.rankings)
        row.push_back(ranking.told() ? Cell{fmt::format("{} ({:.4f})", ranking.place[k], ranking.score[k]),
                                            mark(ranking.place[k])}
                                     : Cell{"unavailable"});
      const auto on = [&](const std::vector<int>& list) {
        return std::find(list.begin(), list.end(), static_cast<int>(k)) != list.end();
      };
      row.push_back({on(c_.pareto.by_error) ? "within errors" : on(c_.pareto.front) ? "yes" : "no"});
      row.push_back({joined(c_.pareto.dominated_by[k])});
      table.rows.push_back(std::move(row));
    }
    page_.sections.emplace_back(std::move(table));
  }

  // All arms, by all criteria with comparable values.
  void plots() {
    report::Set set{.noun = "arm"};
    for (const choose::Entrant& entrant : all_.entrants) set.names.push_back(entrant.name);
    std::map<int, std::size_t> measure_of;  // by the criterion
    const choose::Question& q = all_.plan.question;
    for (std::size_t j = 0; j < q.criteria.size(); ++j) {
      const choose::Criterion& criterion = *q.criteria[j];
      const auto better =
          criterion.better == choose::Better::more ? report::Preferred::more : report::Preferred::less;
      report::Measure measure{.axis = {std::string(criterion.stem), "", false, better}};
      bool available = false;
      for (std::size_t i = 0; i < all_.entrants.size(); ++i) {
        const choose::Score& s = all_.scores.at(static_cast<int>(i), static_cast<int>(j));
        const std::string unit(choose::unit_of(criterion, s));
        if (std::isfinite(s.value) && !available) measure.axis.unit = unit;
        const bool compares = std::isfinite(s.value) && unit == measure.axis.unit;
        available = available || compares;
        measure.values.push_back(compares ? s.value : std::nan(""));
        measure.errors.push_back(compares ? s.error : 0);
      }
      if (!available) continue;
      if (std::all_of(measure.errors.begin(), measure.errors.end(), [](double e) { return e == 0; }))
        measure.errors.clear();
      measure_of[static_cast<int>(j)] = set.measures.size();
      set.measures.push_back(std::move(measure));
    }
    if (set.measures.empty()) return;
    if (c_.decision) {
      set.front.emplace();
      for (const int k : c_.pareto.front)
        set.front->push_back(static_cast<std::size_t>(c_.arms[static_cast<std::size_t>(k)]));
    }
    const std::size_t measures = set.measures.size();
    page_.sets.push_back(std::move(set));
    page_.sections.emplace_back(report::Parallel{.title = "The arms by each criterion",
                                                 .text = "One line per arm; the better end of each axis is "
                                                         "up. A gap means that the value is unavailable, or "
                                                         "has another unit."});
    if (measures < 2) return;
    const auto [x, y] = rivals(measure_of);
    page_.sections.emplace_back(report::Scatter{.title = "Two criteria against each other",
                                                .text =
                                                    "Initially the two criteria that rank the arms most "
                                                    "differently. Marked: arms on the Pareto front of all "
                                                    "criteria. Line: the Pareto front of these two.",
                                                .x = x,
                                                .y = y});
  }

  // The two criteria that rank the arms most differently, as indices of measures of the set.
  std::pair<std::size_t, std::size_t> rivals(const std::map<int, std::size_t>& measure_of) const {
    std::pair<std::size_t, std::size_t> out{0, 1};
    if (!c_.decision) return out;
    const choose::Decision& d = *c_.decision;
    std::vector<std::vector<int>> order;
    for (Eigen::Index j = 0; j < d.criteria(); ++j)
      order.push_back(choose::places({d.values.col(j).begin(), d.values.col(j).end()},
                                     d.better[static_cast<std::size_t>(j)]));
    double least = 2;
    for (std::size_t a = 0; a < order.size(); ++a)
      for (std::size_t b = a + 1; b < order.size(); ++b)
        if (const double tau = choose::kendall_tau(order[a], order[b]); tau < least) {
          least = tau;
          out = {measure_of.at(c_.criteria[a]), measure_of.at(c_.criteria[b])};
        }
    return out;
  }

  // Only workspaces of the same kind and unit are shown side by side.
  void slices() {
    std::map<std::pair<bool, std::string>, report::Slices> groups;
    for (std::size_t i = 0; i < all_.arms.size(); ++i) {
      choose::ReachableSlice s = choose::reachable_slice(all_.arms[i], 32768, all_.plan.task.seed);
      if (!s.why.empty()) {
        page_.notes.push_back({report::Level::info, fmt::format("The workspace of {} is not shown: {}.",
                                                                all_.entrants[i].name, s.why)});
        continue;
      }
      report::Slices& group = groups[{s.flat, s.unit}];
      group.slices.push_back(
          {all_.entrants[i].name, s.left, s.bottom, s.cell, s.columns, s.rows, std::move(s.values)});
    }
    for (auto& [kind, group] : groups) {
      const auto& [flat, unit] = kind;
      group.title = "Workspace, coloured by manipulability";
      group.text =
          flat ? "The colour of a cell is the highest manipulability among the random configurations with "
                 "the tool in "
                 "that cell, in the plane of the arm."
               : "The colour of a cell is the highest manipulability among the random configurations with "
                 "the tool in "
                 "that cell; all directions about the axis of the first revolute joint are superimposed.";
      group.x = flat ? report::Axis{"first direction in the plane", "m"}
                     : report::Axis{"distance from the axis", "m"};
      group.y = flat ? report::Axis{"second direction in the plane", "m"} : report::Axis{"height", "m"};
      group.value = {"manipulability", unit, false, report::Preferred::more};
      page_.sections.emplace_back(std::move(group));
    }
  }

  void weights() {
    report::Table table{.title = "Sensitivity to the weights",
                        .text =
                            "The range over which each weight can change, the others in proportion, before "
                            "another arm is first: by "
                            "the mean rank, and by each ranking."};
    table.columns = {{"criterion"}, {"weight", "%", Align::right}, {"mean rank", "%"}};
    for (const choose::Ranking& ranking : c_.rankings)
      if (ranking.told()) table.columns.push_back({std::string(stem(ranking.by)), "%"});
    table.columns.push_back({"first below"});
    table.columns.push_back({"first above"});
    for (std::size_t j = 0; j < c_.criteria.size(); ++j) {
      const choose::WeightRange& range = c_.overall_ranges[j];
      std::vector<Cell> row = {
          {c_.decision->names[j]}, {fmt::format("{:.3g}", 100 * range.weight)}, {range_text(range)}};
      for (std::size_t r = 0; r < c_.rankings.size(); ++r)
        if (c_.rankings[r].told()) row.push_back({range_text(c_.ranges[r][j])});
      row.push_back({joined(range.first_below)});
      row.push_back({joined(range.first_above)});
      table.rows.push_back(std::move(row));
    }
    page_.sections.emplace_back(std::move(table));
  }

  void agreement() {
    report::Table table{
        .title = "Agreement of the rankings",
        .text =
            "Kendall's tau-b: 1 for the same order, -1 for the reverse order. Last column: how often the "
            "first arm stays first with values drawn at random within their errors."};
    table.columns = {{"ranking"}};
    for (const choose::Ranking& ranking : c_.rankings)
      table.columns.push_back({std::string(stem(ranking.by)), "", Align::right});
    table.columns.push_back({"first arm stays first", "%", Align::right});
    for (Eigen::Index a = 0; a < c_.agreement.rows(); ++a) {
      const auto r = static_cast<std::size_t>(a);
      std::vector<Cell> row = {{std::string(stem(c_.rankings[r].by))}};
      for (Eigen::Index b = 0; b < c_.agreement.cols(); ++b) {
        const double tau = c_.agreement(a, b);
        row.push_back({std::isfinite(tau) ? fmt::format("{:.2f}", tau) : "undefined"});
      }
      double most = 0;
      for (const int k : c_.rankings[r].first())
        most = std::max(most, c_.first_in_draws[r][static_cast<std::size_t>(k)]);
      row.push_back({c_.rankings[r].told() ? fmt::format("{:.3g}", 100 * most) : "undefined"});
      table.rows.push_back(std::move(row));
    }
    page_.sections.emplace_back(std::move(table));
  }

  void criteria() {
    report::Table table{.title = "Criteria",
                        .columns = {{"criterion"}, {"unit"}, {"evaluation"}, {"meaning"}}};
    for (const choose::Criterion* c : all_.plan.question.criteria)
      table.rows.push_back({{std::string(c->stem)},
                            {std::string(c->unit)},
                            {c->timed     ? "timed on this machine"
                             : c->sampled ? "sampled"
                                          : "exact"},
                            {std::string(c->what)}});
    page_.sections.emplace_back(std::move(table));
  }

  const std::string& name(std::size_t k) const {
    return all_.entrants[static_cast<std::size_t>(c_.arms[k])].name;
  }
  std::string joined(const std::vector<int>& arms) const {
    std::vector<std::string> names;
    for (const int k : arms) names.push_back(name(static_cast<std::size_t>(k)));
    return fmt::format("{}", fmt::join(names, ", "));
  }

  const Compared& all_;
  const choose::Comparison& c_;
  report::Report page_;
};

}  // namespace

report::Report comparison_report(const Compared& compared, const std::string& command) {
  return Page(compared, command).result();
}

}  // namespace catena::cli
