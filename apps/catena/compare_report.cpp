// SPDX-License-Identifier: Apache-2.0
// The HTML report of `catena compare`: its layout; the data come from the library.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "catena/choose/ranking/amount.hpp"
#include "catena/choose/ranking/comparison_plots.hpp"
#include "compare_table.hpp"

namespace catena::cli {
namespace {

using choose::CellMark;
using report::Align;
using report::Cell;
using report::Mark;

// A share in percent, without the sign.
std::string percent(double share) { return fmt::format("{:.3g}", 100 * share); }

class Page {
 public:
  Page(const Compared& compared, const choose::ComparisonPlots& plots, const std::string& command)
      : all_(compared), c_(compared.result), plots_(plots) {
    page_ = {.kind = report::Kind::compare, .title = title(), .subtitle = all_.verdict, .command = command};
    for (const std::string& remark : c_.remarks)
      page_.notes.push_back({report::Level::warning, remark + "."});
  }

  report::Report result() {
    arms_in_motion();
    if (c_.decision) rankings();  // the verdict as a table, under the sentence of the header
    scores();
    requirements();
    motion();
    if (!c_.left_out.empty()) left_out();
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

  // Along the path on which torques are evaluated.
  void arms_in_motion() {
    for (std::size_t i = 0; i < all_.arms.size(); ++i) {
      const choose::TaskPath& path = plots_.paths[i];
      page_.runs.push_back(report::motion(all_.entrants[i].name, all_.arms[i], path.time, path.q));
      // the joints of all arms follow the same law: only the motions of the tools differ
      std::erase_if(page_.runs.back().signals,
                    [](const report::Signal& signal) { return signal.group == "Joint positions"; });
    }
  }

  void scores() {
    report::Table table{.title = "Scores",
                        .text =
                            "Green: best. Amber: within the error bars of the best. Errors are half-widths "
                            "of 95 % confidence intervals."};
    table.columns = {{"criterion"}, {"unit"}, {"better"}, {"weight", "", Align::right}};
    for (const choose::Entrant& entrant : all_.entrants)
      table.columns.push_back({entrant.name, "", Align::right});
    const choose::Question& q = all_.plan.question;
    for (std::size_t j = 0; j < q.criteria.size(); ++j) {
      const choose::Criterion& criterion = *q.criteria[j];
      const std::string unit = row_unit(all_, j);
      std::vector<Cell> row = {
          {std::string(criterion.stem)}, {choose::unit_text(unit)}, {better_text(criterion)}, {share(c_, j)}};
      for (std::size_t i = 0; i < all_.entrants.size(); ++i) {
        const choose::Score& s = all_.scores.at(static_cast<int>(i), static_cast<int>(j));
        std::string text = "unavailable";
        if (std::isfinite(s.value)) text = shown(s.value, s.error);
        if (const std::string_view own = choose::unit_of(criterion, s); std::isfinite(s.value) && own != unit)
          text += fmt::format(" {}", choose::unit_text(own));
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
                        .text = "An arm that fails a requirement is not ranked.",
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

  void motion() {
    if (!all_.plan.has_motion()) return;
    report::Table table{
        .title = "Motion",
        .text = fmt::format("Torques, powers and energies are along this motion: {}. An arm that exceeds a "
                            "limit is not ranked; an arm whose file lacks limits is set apart.",
                            motion_text(all_)),
        .columns = {{"arm"}, {"exceptions to 0 to π in 10 s"}, {"within its limits"}, {"reason"}}};
    if (!all_.plan.trajectory.empty()) table.columns[1] = {"motion"};
    for (std::size_t i = 0; i < all_.entrants.size(); ++i) {
      const choose::MotionLimits& limits = all_.entrants[i].motion;
      const bool able = limits.possible();
      table.rows.push_back(
          {{all_.entrants[i].name},
           {all_.plan.trajectory.empty() ? motion_of(all_.arms[i].robot()) : all_.plan.trajectory},
           {!able            ? "no"
            : limits.known() ? "yes"
                             : "unknown",
            !able            ? Mark::bad
            : limits.known() ? Mark::good
                             : Mark::warn},
           {!able ? exceeded_text(limits) : missing_text(limits)}});
    }
    page_.sections.emplace_back(std::move(table));
  }

  void left_out() {
    report::Table table{
        .title = "Leaving out an arm",
        .text =
            "The order of the others if one arm had not been compared. Rankings that look at the worst "
            "values can change it.",
        .columns = {{"without"}, {"order of the others"}, {"changes"}}};
    for (const choose::LeftOut& left : c_.left_out) {
      std::vector<std::string> order, changes;
      for (const int i : left.order) order.push_back(all_.entrants[static_cast<std::size_t>(i)].name);
      for (const auto& [a, b] : left.swapped)
        changes.push_back(fmt::format("{} before {}", all_.entrants[static_cast<std::size_t>(b)].name,
                                      all_.entrants[static_cast<std::size_t>(a)].name));
      const bool same = changes.empty() && !left.other_first;
      table.rows.push_back({{all_.entrants[static_cast<std::size_t>(left.arm)].name},
                            {fmt::format("{}", fmt::join(order, ", "))},
                            {same              ? "none"
                             : changes.empty() ? "first place"
                                               : fmt::format("{}", fmt::join(changes, ", ")),
                             same ? Mark::none : Mark::warn}});
    }
    page_.sections.emplace_back(std::move(table));
  }

  void rankings() {
    report::Table table{
        .title = "Ranking",
        .text =
            "Rank by each method, with its score in parentheses; for VIKOR, lower is better. Arms are "
            "ordered by mean rank. Pareto front: no other arm is at least as good in every criterion and "
            "better in one, beyond the error bars."};
    table.columns = {{"arm"}, {"rank", "", Align::right}, {"mean rank", "", Align::right}};
    for (const choose::Ranking& ranking : c_.rankings)
      table.columns.push_back({std::string(stem(ranking.by)), "", Align::right});
    table.columns.push_back({"Pareto front"});
    table.columns.push_back({"dominated by"});
    for (const int arm : c_.order()) {
      const auto k = static_cast<std::size_t>(arm);
      const auto mark = [](int place) { return place == 1 ? Mark::good : Mark::none; };
      std::vector<Cell> row = {{name(k)},
                               {static_cast<double>(c_.overall.place[k]), mark(c_.overall.place[k])},
                               {c_.overall.mean_place[k]}};
      for (const choose::Ranking& ranking : c_.rankings)
        row.push_back(ranking.told() ? Cell{fmt::format("{} ({:.4f})", ranking.place[k], ranking.score[k]),
                                            mark(ranking.place[k])}
                                     : Cell{"unavailable"});
      row.push_back({c_.pareto.on_front_by_error(arm) ? "within errors"
                     : c_.pareto.on_front(arm)        ? "yes"
                                                      : "no"});
      row.push_back({joined(c_.pareto.dominated_by[k])});
      table.rows.push_back(std::move(row));
    }
    page_.sections.emplace_back(std::move(table));
  }

  void plots() {
    if (plots_.criteria.empty()) return;
    report::Set set{.noun = "arm"};
    for (const choose::Entrant& entrant : all_.entrants) set.names.push_back(entrant.name);
    for (const choose::PlottedCriterion& plotted : plots_.criteria) {
      const choose::Criterion& criterion =
          *all_.plan.question.criteria[static_cast<std::size_t>(plotted.criterion)];
      const auto better =
          criterion.better == choose::Better::more ? report::Preferred::more : report::Preferred::less;
      set.measures.push_back({.axis = {std::string(criterion.stem), plotted.unit, false, better},
                              .values = plotted.values,
                              .errors = plotted.errors});
    }
    if (c_.decision) {
      set.front.emplace();
      for (const int k : c_.pareto.front)
        set.front->push_back(static_cast<std::size_t>(c_.arms[static_cast<std::size_t>(k)]));
    }
    page_.sets.push_back(std::move(set));
    if (plots_.criteria.size() < 2) return;  // the table has all of one criterion
    page_.sections.emplace_back(report::Parallel{
        .title = "All criteria",
        .text = "One line per arm; the better end of each axis is at the top. A gap means that the value is "
                "missing or has a different unit."});
    page_.sections.emplace_back(report::Scatter{
        .title = "Two criteria",
        .text = "Initially the two criteria that rank the arms most differently. Highlighted: "
                "arms on the Pareto front of all criteria. The line is the Pareto front of "
                "the two axes.",
        .x = plots_.pair.x,
        .y = plots_.pair.y});
  }

  void slices() {
    for (std::size_t i = 0; i < plots_.no_slice.size(); ++i)
      if (!plots_.no_slice[i].empty())
        page_.notes.push_back({report::Level::info, fmt::format("{} has no workspace plot: {}.",
                                                                all_.entrants[i].name, plots_.no_slice[i])});
    for (const choose::SliceGroup& group : plots_.slices) {
      report::Slices section{
          .title = "Workspace, coloured by manipulability",
          .text =
              group.flat
                  ? "Highest manipulability among the sampled postures that place the tool in a cell, in "
                    "the plane of the arm."
                  : "Highest manipulability among the sampled postures that place the tool in a cell. All "
                    "positions are rotated about the axis of the first revolute joint into one "
                    "half-plane.",
          .x = group.flat ? report::Axis{"x in the plane", "m"} : report::Axis{"distance from the axis", "m"},
          .y = group.flat ? report::Axis{"y in the plane", "m"} : report::Axis{"height", "m"},
          .value = {"manipulability", group.unit, false, report::Preferred::more}};
      for (std::size_t k = 0; k < group.slices.size(); ++k) {
        const choose::ReachableSlice& s = group.slices[k];
        section.slices.push_back(
            {all_.entrants[group.arms[k]].name, s.left, s.bottom, s.cell, s.columns, s.rows, s.values});
      }
      page_.sections.emplace_back(std::move(section));
    }
  }

  void weights() {
    report::Table table{
        .title = "Weight ranges",
        .text =
            "The range of each weight, as a share of all weights, within which the same arm stays first "
            "while the other weights keep their proportions: overall, by mean rank, and for each method."};
    table.columns = {{"criterion"}, {"weight", "%", Align::right}, {"overall", "%"}};
    for (const choose::Ranking& ranking : c_.rankings)
      if (ranking.told()) table.columns.push_back({std::string(stem(ranking.by)), "%"});
    table.columns.push_back({"first below"});
    table.columns.push_back({"first above"});
    for (std::size_t j = 0; j < c_.criteria.size(); ++j) {
      const choose::WeightRange& range = c_.overall_ranges[j];
      std::vector<Cell> row = {{c_.decision->names[j]}, {percent(range.weight)}, {range_text(range)}};
      for (std::size_t r = 0; r < c_.rankings.size(); ++r)
        if (c_.rankings[r].told()) row.push_back({range_text(c_.ranges[r][j])});
      row.push_back({joined(range.first_below)});
      row.push_back({joined(range.first_above)});
      table.rows.push_back(std::move(row));
    }
    page_.sections.emplace_back(std::move(table));
  }

  void agreement() {
    report::Table table{.title = "Agreement of the rankings",
                        .text =
                            "Kendall's tau-b: 1 means the same order, -1 the reverse order. Last column: how "
                            "often the first arm stays first when the values vary within their errors."};
    table.columns = {{"ranking"}};
    for (const choose::Ranking& ranking : c_.rankings)
      table.columns.push_back({std::string(stem(ranking.by)), "", Align::right});
    table.columns.push_back({"first stays first", "%", Align::right});
    for (Eigen::Index a = 0; a < c_.agreement.rows(); ++a) {
      const auto r = static_cast<std::size_t>(a);
      std::vector<Cell> row = {{std::string(stem(c_.rankings[r].by))}};
      for (Eigen::Index b = 0; b < c_.agreement.cols(); ++b) {
        const double tau = c_.agreement(a, b);
        row.push_back({std::isfinite(tau) ? fmt::format("{:.2f}", tau) : "unavailable"});
      }
      const double stays = c_.first_stays(r);
      row.push_back({std::isfinite(stays) ? percent(stays) : "unavailable"});
      table.rows.push_back(std::move(row));
    }
    page_.sections.emplace_back(std::move(table));
  }

  void criteria() {
    report::Table table{.title = "Criteria",
                        .columns = {{"criterion"}, {"unit"}, {"evaluation"}, {"description"}}};
    for (const choose::Criterion* c : all_.plan.question.criteria)
      table.rows.push_back({{std::string(c->stem)},
                            {choose::unit_text(c->unit)},
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
  const choose::ComparisonPlots& plots_;
  report::Report page_;
};

}  // namespace

report::Report comparison_report(const Compared& compared, const choose::ComparisonPlots& plots,
                                 const std::string& command) {
  return Page(compared, plots, command).result();
}

}  // namespace catena::cli
