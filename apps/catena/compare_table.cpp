// SPDX-License-Identifier: Apache-2.0
#include "compare_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/choose/ranking/amount.hpp"
#include "table.hpp"

namespace catena::cli {

std::string shown(double value, double error) {
  if (!(error > 0)) return fmt::format("{:.5g}", value == 0 ? 0.0 : value);
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(error)));
  const double size = std::abs(value);
  if (decimals < 0 || decimals > 6 || size >= 1e7) return fmt::format("{:.4g} ± {:.2g}", value, error);
  return fmt::format("{:.{}f} ± {:.{}f}", value, decimals, error, decimals);
}

namespace {

using choose::CellMark;
using choose::Ranking;

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

}  // namespace

std::string share(const choose::Comparison& c, std::size_t criterion) {
  const auto ranked = std::find(c.criteria.begin(), c.criteria.end(), static_cast<int>(criterion));
  if (!c.decision || ranked == c.criteria.end()) return "-";
  return percent(c.decision->weights[ranked - c.criteria.begin()]);
}

std::string row_unit(const Compared& all, std::size_t criterion) {
  const choose::Criterion& c = *all.plan.question.criteria[criterion];
  std::string unit;
  bool found = false;
  for (int i = 0; i < all.scores.arms(); ++i) {
    const choose::Score& score = all.scores.at(i, static_cast<int>(criterion));
    if (!std::isfinite(score.value)) continue;
    if (found && unit != choose::unit_of(c, score)) return std::string(c.unit);
    unit = choose::unit_of(c, score);
    found = true;
  }
  return found ? unit : std::string(c.unit);
}

std::string better_text(const choose::Criterion& criterion) {
  return criterion.better == choose::Better::more ? "higher" : "lower";
}

std::string range_text(const choose::WeightRange& range) {
  constexpr double kTiny = 1e-4;  // a share below 0.01 %
  if (range.holds()) return "any";
  if (range.low > 0 && range.low < kTiny)
    return range.high >= 1 ? "above 0" : fmt::format("above 0, to {:.3g}", 100 * range.high);
  return fmt::format("{:.3g}-{:.3g}", 100 * range.low, 100 * range.high);
}

std::string motion_text(const Compared& all) {
  return all.plan.trajectory.empty() ? choose::kDefaultMotionRule
                                     : fmt::format("the trajectory of '{}'", all.plan.trajectory);
}

std::string motion_of(const Robot& robot) {
  const choose::DefaultMotion motion = choose::default_motion(robot);
  std::vector<std::string> parts;
  for (Eigen::Index i = 0; i < motion.from.size(); ++i)
    if (motion.from[i] != 0 || motion.to[i] != std::numbers::pi)
      parts.push_back(fmt::format("joint {} from {:.4g} to {:.4g}", i + 1, motion.from[i], motion.to[i]));
  if (motion.duration != 10) parts.push_back(fmt::format("in {:.4g} s", motion.duration));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string left_out_text(const Compared& all) {
  const auto name = [&](int i) { return all.entrants[static_cast<std::size_t>(i)].name; };
  std::vector<std::string> sentences;
  for (const choose::LeftOut& left : all.result.left_out) {
    if (left.swapped.empty() && !left.other_first) continue;
    std::vector<std::string> order;
    for (const int i : left.order) order.push_back(name(i));
    sentences.push_back(fmt::format("Without {}, the order of the others changes to {}.", name(left.arm),
                                    fmt::join(order, ", ")));
  }
  if (sentences.empty()) return "Leaving out any one arm does not change the order of the others.";
  return fmt::format("{}", fmt::join(sentences, " "));
}

namespace {

class Text {
 public:
  Text(const Compared& compared, bool markdown) : all_(compared), c_(compared.result), markdown_(markdown) {}

  std::string str() {
    out_ = markdown_ ? all_.verdict + "\n\n" : wrapped(all_.verdict, 0) + "\n\n";
    scores();
    motion();
    requirements();
    if (c_.decision) {
      rankings();
      remarks_on_rankings();
      weights();
    }
    for (const std::string& remark : c_.remarks) paragraph("Remark: " + remark + ".");
    while (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  // Arms in columns, as many as fit side by side.
  void scores() {
    constexpr std::size_t kArms = 4;
    const choose::Question& q = all_.plan.question;
    bool unsure = false, unavailable = false;
    for (std::size_t from = 0; from < all_.entrants.size(); from += kArms) {
      const std::size_t to = std::min(from + kArms, all_.entrants.size());
      std::vector<std::string> headings = {"<criterion", "<unit", "<better", "weight"};
      for (std::size_t i = from; i < to; ++i) headings.push_back(fmt::format("<{}", all_.entrants[i].name));
      Table table(headings);
      for (std::size_t j = 0; j < q.criteria.size(); ++j) {
        const choose::Criterion& criterion = *q.criteria[j];
        const std::string unit = row_unit(all_, j);
        std::vector<std::string> row = {std::string(criterion.stem), choose::unit_text(unit),
                                        better_text(criterion), share(c_, j)};
        for (std::size_t i = from; i < to; ++i) {
          const CellMark mark = c_.marks[i][j];
          unsure = unsure || mark == CellMark::as_good;
          const choose::Score& score = all_.scores.at(static_cast<int>(i), static_cast<int>(j));
          unavailable = unavailable || !std::isfinite(score.value);
          row.push_back(cell(score, criterion, unit, mark));
        }
        table.add(std::move(row));
      }
      add(table);
    }
    const bool marked = std::any_of(c_.marks.begin(), c_.marks.end(), [](const std::vector<CellMark>& row) {
      return std::find(row.begin(), row.end(), CellMark::best) != row.end();
    });
    std::string legend = !marked ? "" : markdown_ ? "Bold: best." : "* best.";
    if (unsure)
      legend +=
          markdown_ ? " ~: within the error bars of the best." : " ~ within the error bars of the best.";
    if (unavailable) legend += " ? unavailable.";
    if (has_errors()) legend += " ± is half the width of the 95 % confidence interval.";
    if (legend.starts_with(' ')) legend.erase(0, 1);
    if (!legend.empty()) paragraph(legend);
  }

  std::string cell(const choose::Score& score, const choose::Criterion& criterion, const std::string& unit,
                   CellMark mark) const {
    if (!std::isfinite(score.value)) return "  ?";
    std::string text = shown(score.value, score.error);
    if (const std::string_view own = choose::unit_of(criterion, score); own != unit)
      text += fmt::format(" {}", choose::unit_text(own));
    if (markdown_)
      return mark == CellMark::best      ? fmt::format("**{}**", text)
             : mark == CellMark::as_good ? fmt::format("~ {}", text)
                                         : text;
    return fmt::format("{} {}", mark == CellMark::best ? '*' : mark == CellMark::as_good ? '~' : ' ', text);
  }

  void motion() {
    if (!all_.plan.has_motion()) return;
    std::string text = fmt::format("Motion for torques, powers and energies: {}.", motion_text(all_));
    if (all_.plan.trajectory.empty()) {
      std::string differ;
      for (std::size_t i = 0; i < all_.entrants.size(); ++i)
        if (const std::string how = motion_of(all_.arms[i].robot()); !how.empty())
          differ += fmt::format(" {}: {}.", all_.entrants[i].name, how);
      text += differ.empty() ? " All joints go from 0 to π in 10 s."
                             : fmt::format(" Arms whose joints do not all go from 0 to π in 10 s:{}", differ);
    }
    paragraph(text);
    if (std::all_of(all_.entrants.begin(), all_.entrants.end(), [](const choose::Entrant& each) {
          return each.motion.possible() && each.motion.known();
        }))
      return;
    Table table({"<arm", "<within its limits", "<reason"});
    for (const choose::Entrant& each : all_.entrants)
      table.add({each.name,
                 !each.motion.possible() ? "no"
                 : each.motion.known()   ? "yes"
                                         : "unknown",
                 each.motion.possible() ? missing_text(each.motion) : exceeded_text(each.motion)});
    add(table);
  }

  void requirements() {
    if (all_.plan.question.requirements.empty()) return;
    Table table({"<requirement", "<arm", "<met", "<reason"});
    for (std::size_t r = 0; r < all_.plan.question.requirements.size(); ++r)
      for (std::size_t i = 0; i < all_.entrants.size(); ++i) {
        const choose::Screened& screened = c_.screened[i][r];
        table.add({all_.plan.question.requirements[r].text, all_.entrants[i].name,
                   screened.met ? "yes" : "no", screened.why});
      }
    add(table);
  }

  void rankings() {
    std::vector<std::string> headings = {"<arm", "rank", "mean"};
    for (const Ranking& ranking : c_.rankings) headings.push_back(fmt::format("<{}", stem(ranking.by)));
    headings.emplace_back("<front");
    Table table(headings);
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < c_.arms.size(); ++k) order.push_back(k);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return c_.overall.place[a] < c_.overall.place[b]; });
    for (const std::size_t k : order) {
      const bool shared =
          std::count(c_.overall.place.begin(), c_.overall.place.end(), c_.overall.place[k]) > 1;
      std::vector<std::string> row = {name(k), fmt::format("{}{}", c_.overall.place[k], shared ? "=" : ""),
                                      fmt::format("{:.3g}", c_.overall.mean_place[k])};
      for (const Ranking& ranking : c_.rankings) {
        if (!ranking.told()) {
          row.emplace_back("?");
          continue;
        }
        const bool tie = std::count(ranking.place.begin(), ranking.place.end(), ranking.place[k]) > 1;
        row.push_back(fmt::format("{}{} ({:.4f})", ranking.place[k], tie ? "=" : "", ranking.score[k]));
      }
      const auto on = [&](const std::vector<int>& list) {
        return std::find(list.begin(), list.end(), static_cast<int>(k)) != list.end();
      };
      row.emplace_back(on(c_.pareto.by_error) ? "within errors" : on(c_.pareto.front) ? "yes" : "no");
      table.add(std::move(row));
    }
    add(table);
  }

  void remarks_on_rankings() {
    std::string legend =
        "Ranks, with scores in parentheses; for VIKOR, lower is better. The mean of the four ranks "
        "determines the "
        "order. Front: the Pareto front, the arms that no other arm dominates. An arm dominates another if "
        "it is at "
        "least as good by every criterion and better by at least one";
    legend += has_errors() ? ", beyond the error bars." : ".";
    for (std::size_t k = 0; k < c_.arms.size(); ++k)
      if (!c_.pareto.dominated_by[k].empty())
        legend += fmt::format(" {} is dominated by {}.", name(k), joined(c_.pareto.dominated_by[k]));
    paragraph(legend);
    if (c_.arms.size() < 2) return;

    double least = 2;
    bool undefined = false;  // a ranking in which all arms tie, or that has no result
    std::string pair;
    for (Eigen::Index a = 0; a < c_.agreement.rows(); ++a)
      for (Eigen::Index b = a + 1; b < c_.agreement.cols(); ++b)
        if (const double tau = c_.agreement(a, b); std::isnan(tau)) {
          undefined = true;
        } else if (tau < least) {
          least = c_.agreement(a, b);
          pair = fmt::format("{} and {}", stem(c_.rankings[static_cast<std::size_t>(a)].by),
                             stem(c_.rankings[static_cast<std::size_t>(b)].by));
        }
    std::string agree = "Agreement of the rankings, Kendall's tau-b: ";
    agree += least > 1    ? "undefined, because all arms tie."
             : least == 1 ? (undefined ? "1 between those in which not all arms tie."
                                       : "1, all rankings are the same.")
                          : fmt::format("at least {:.2g}, between {}.", least, pair);
    if (c_.vikor.compromise.size() > 1)
      agree += fmt::format(" VIKOR's compromise: {}{}.", joined(c_.vikor.compromise),
                           c_.vikor.advantage ? "" : ", since the lead of the first is too small");
    if (has_errors()) {
      std::vector<std::string> shares;
      bool all = true;
      for (std::size_t r = 0; r < c_.rankings.size(); ++r)
        if (c_.rankings[r].told()) {
          double most = 0;
          for (const int k : c_.rankings[r].first())
            most = std::max(most, c_.first_in_draws[r][static_cast<std::size_t>(k)]);
          all = all && most == 1;
          shares.push_back(fmt::format("{} by {}", percent(most), stem(c_.rankings[r].by)));
        }
      agree += fmt::format(
          " With values drawn at random within their errors, the first arm stays first in {} of the cases.",
          all ? "100 %" : fmt::format("{}", fmt::join(shares, ", ")));
    }
    paragraph(agree);
    if (!c_.left_out.empty()) paragraph(left_out_text(all_));
  }

  void weights() {
    if (c_.arms.size() < 2) return;
    std::vector<std::string> headings = {"<criterion", "weight", "<mean rank"};
    for (const Ranking& ranking : c_.rankings)
      if (ranking.told()) headings.push_back(fmt::format("<{}", stem(ranking.by)));
    headings.emplace_back("<otherwise first");
    Table table(headings);
    for (std::size_t j = 0; j < c_.criteria.size(); ++j) {
      const choose::WeightRange& range = c_.overall_ranges[j];
      std::vector<std::string> row = {c_.decision->names[j], percent(range.weight), range_text(range)};
      for (std::size_t r = 0; r < c_.rankings.size(); ++r)
        if (c_.rankings[r].told()) row.push_back(range_text(c_.ranges[r][j]));
      std::string then;
      if (!range.first_below.empty()) then = "below: " + joined(range.first_below);
      if (!range.first_above.empty())
        then += fmt::format("{}above: {}", then.empty() ? "" : ", ", joined(range.first_above));
      row.push_back(then);
      table.add(std::move(row));
    }
    add(table);
    paragraph(
        "The range in % over which each weight can change, with the others in proportion, before another "
        "arm is first: by mean rank, and by each method.");
  }

  bool has_errors() const {
    for (int i = 0; i < all_.scores.arms(); ++i)
      for (int j = 0; j < all_.scores.criteria(); ++j)
        if (all_.scores.at(i, j).error > 0) return true;
    return false;
  }

  const std::string& name(std::size_t k) const {
    return all_.entrants[static_cast<std::size_t>(c_.arms[k])].name;
  }
  std::string joined(const std::vector<int>& arms) const {
    std::vector<std::string> names;
    for (const int k : arms) names.push_back(name(static_cast<std::size_t>(k)));
    return fmt::format("{}", fmt::join(names, ", "));
  }

  void add(const Table& table) { out_ += (markdown_ ? table.markdown() : table.str()) + '\n'; }
  void paragraph(const std::string& text) { out_ += (markdown_ ? text : wrapped(text, 0)) + "\n\n"; }

  const Compared& all_;
  const choose::Comparison& c_;
  bool markdown_;
  std::string out_;
};

}  // namespace

std::string comparison_text(const Compared& compared, bool markdown) {
  return Text(compared, markdown).str();
}

}  // namespace catena::cli
