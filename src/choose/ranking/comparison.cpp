// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/error.hpp"
#include "choose/ranking/cell_marks.hpp"

namespace catena::choose {
namespace {

bool has_motors(const Robot& robot) {
  return std::any_of(robot.links.begin(), robot.links.end(), [](const RobotLink& link) {
    return link.motor && (link.motor->inertia != 0 || link.motor->viscous != 0 ||
                          link.motor->coulomb[0] != 0 || link.motor->coulomb[1] != 0);
  });
}

// The arms and criteria of a ranking, numbered as the entrants and the criteria of the question.
struct Selection {
  std::vector<int> arms, criteria;
  std::vector<std::string> remarks;
};

class Comparing {
 public:
  Comparing(const Scores& scores, std::span<const Entrant> entrants, const Question& question)
      : scores_(scores), entrants_(entrants), question_(question) {}

  Comparison result() {
    require_sizes();
    screen_arms();
    const Candidates candidates = candidates_of(all_but(-1));
    for (const int i : candidates.unable) out_.unable.push_back({i, why_unable(i)});
    out_.apart = candidates.apart;
    for (const int i : candidates.apart)
      if (entrant(i).motion.known()) out_.lacking.push_back(lacking(i));
    out_.arms = candidates.ranked;
    out_.marks = detail::cell_marks(scores_, question_, out_.arms);
    Selection selection = selected(candidates.ranked);
    out_.arms = std::move(selection.arms);
    out_.criteria = std::move(selection.criteria);
    for (std::string& text : selection.remarks) out_.remarks.push_back(std::move(text));
    remark_on_motors();
    collect_doubts();
    if (!out_.arms.empty() && !out_.criteria.empty()) {
      rank_rest();
      leave_out_arms();
    }
    if (!out_.apart.empty()) rank_with_apart(candidates);
    return std::move(out_);
  }

 private:
  struct Candidates {
    std::vector<int> ranked, unable, apart;
  };
  struct Places {
    std::vector<int> arms, place;  // of the ranked arms
    std::vector<int> first;

    int of(int arm) const {  // 0: not ranked
      const auto found = std::find(arms.begin(), arms.end(), arm);
      return found == arms.end() ? 0 : place[static_cast<std::size_t>(found - arms.begin())];
    }
  };

  void require_sizes() const {
    if (scores_.arms() != static_cast<int>(entrants_.size()) || scores_.criteria() != criteria() ||
        question_.weights.size() != question_.criteria.size())
      throw Error(ErrorKind::usage, "compare", "the sizes do not match")
          .given(fmt::format("{} x {} scores, {} arms, {} criteria, {} weights", scores_.arms(),
                             scores_.criteria(), entrants_.size(), criteria(), question_.weights.size()));
  }

  void screen_arms() {
    for (int i = 0; i < arms(); ++i) {
      std::vector<Screened>& row = out_.screened.emplace_back();
      for (const Requirement& r : question_.requirements) {
        row.push_back(r.what == Requirement::What::criterion ? screen(r, scores_.at(i, column(r)))
                                                             : screen(r, *entrant(i).robot));
        if (row.back().within_error)
          remark("{}: whether '{}' holds is uncertain within the error of the value", entrant(i).name,
                 r.text);
      }
    }
  }

  std::vector<int> all_but(int arm) const {
    std::vector<int> out;
    for (int i = 0; i < arms(); ++i)
      if (i != arm) out.push_back(i);
    return out;
  }

  // The criterion that is a margin to a limit of the motion and negative; -1: none.
  int negative_margin(int i) const {
    for (int j = 0; j < criteria(); ++j)
      if (question_.criteria[static_cast<std::size_t>(j)]->stem.ends_with("_margin") &&
          scores_.at(i, j).value < -kSame)
        return j;
    return -1;
  }

  std::string why_unable(int i) const {
    if (!entrant(i).motion.possible()) return worst_text(entrant(i).motion);
    const int j = negative_margin(i);
    return fmt::format("{} {:.4g}", question_.criteria[static_cast<std::size_t>(j)]->stem,
                       scores_.at(i, j).value);
  }

  // The ranking criteria that need limits which the file of this arm does not give.
  Lacking lacking(int i) const {
    Lacking out{i, {}, {}};
    for (int j = 0; j < criteria(); ++j) {
      const Score& score = scores_.at(i, j);
      if (!score.lacks_limits || question_.weights[static_cast<std::size_t>(j)] == 0) continue;
      if (out.criteria.empty()) out.why = score.why;
      out.criteria.emplace_back(question_.criteria[static_cast<std::size_t>(j)]->stem);
    }
    return out;
  }

  // The arms that meet the requirements, sorted by whether they can do the motion and have the limits that criteria need. If
  // this is unknown for every arm, or every arm lacks limits, they are ranked nevertheless.
  Candidates candidates_of(const std::vector<int>& present) const {
    Candidates out;
    for (const int i : present) {
      const std::vector<Screened>& row = out_.screened[static_cast<std::size_t>(i)];
      if (!std::all_of(row.begin(), row.end(), [](const Screened& s) { return s.met; })) continue;
      const MotionLimits& motion = entrant(i).motion;
      const bool unable = !motion.possible() || negative_margin(i) >= 0;
      const bool known = motion.known() && lacking(i).criteria.empty();
      (unable ? out.unable : known ? out.ranked : out.apart).push_back(i);
    }
    if (out.ranked.empty()) std::swap(out.ranked, out.apart);
    return out;
  }

  // Rankings need a complete table of values, with one unit for each criterion.
  Selection selected(std::vector<int> candidates) const {
    Selection out{std::move(candidates), {}, {}};
    std::vector<std::pair<std::string, std::vector<std::string>>> missing_of;  // arms and reasons: criteria
    const auto note = [&](const std::string& of, const std::string& stem) {
      const auto found = std::find_if(missing_of.begin(), missing_of.end(),
                                      [&](const auto& each) { return each.first == of; });
      if (found != missing_of.end())
        found->second.push_back(stem);
      else
        missing_of.push_back({of, {stem}});
    };
    for (int j = 0; j < criteria(); ++j) {
      if (question_.weights[static_cast<std::size_t>(j)] == 0) continue;
      const std::string stem(question_.criteria[static_cast<std::size_t>(j)]->stem);
      std::vector<int> missing, known;
      for (const int i : out.arms) (std::isfinite(scores_.at(i, j).value) ? known : missing).push_back(i);
      if (question_.missing == Missing::skip_arm && !known.empty()) {
        for (const int i : missing) {
          out.remarks.push_back(
              fmt::format("{} is not ranked: its {} is unavailable{}", entrant(i).name, stem, because(i, j)));
          std::erase(out.arms, i);
        }
        missing.clear();
      }
      if (missing.empty()) {
        out.criteria.push_back(j);
        continue;
      }
      std::string of;
      for (const int i : missing)
        of += fmt::format("{}{}{}", of.empty() ? "" : ", ", entrant(i).name, because(i, j));
      note(of, stem);
    }
    for (const auto& [of, stems] : missing_of)
      out.remarks.push_back(fmt::format("{} {} unavailable for {}: no arm is ranked by {}",
                                        fmt::join(stems, ", "), stems.size() == 1 ? "is" : "are", of,
                                        stems.size() == 1 ? "it" : "them"));
    // the remaining arms are known only now
    std::erase_if(out.criteria, [&](int j) {
      if (!detail::units_differ(scores_, *question_.criteria[static_cast<std::size_t>(j)], j, out.arms))
        return false;
      const Criterion& c = *question_.criteria[static_cast<std::size_t>(j)];
      std::string list;
      for (const int i : out.arms)
        list += fmt::format("{}{} for {}", list.empty() ? "" : ", ", unit_text(unit_of(c, scores_.at(i, j))),
                            entrant(i).name);
      out.remarks.push_back(fmt::format("{} has different units ({}): no arm is ranked by it", c.stem, list));
      return true;
    });
    return out;
  }

  // Motors that only some of the files have make these arms look heavier.
  void remark_on_motors() {
    if (!question_.motors) return;
    std::vector<std::string> with, without;
    for (const int i : out_.arms) (has_motors(*entrant(i).robot) ? with : without).push_back(entrant(i).name);
    std::vector<std::string_view> stems;
    for (const int j : out_.criteria)
      if (const Criterion& c = *question_.criteria[static_cast<std::size_t>(j)]; c.motors)
        stems.push_back(c.stem);
    if (with.empty() || without.empty() || stems.empty()) return;
    remark("{} of {} include{} motors, which the file{} of {} do{} not give: there {} of the links alone",
           fmt::join(stems, ", "), fmt::join(with, ", "), stems.size() == 1 ? "s" : "",
           without.size() == 1 ? "" : "s", fmt::join(without, ", "), without.size() == 1 ? "es" : "",
           stems.size() == 1 ? "it is" : "they are");
  }

  // Arms with the same doubts go together.
  void collect_doubts() {
    for (int i = 0; i < arms(); ++i) {
      if (entrant(i).doubts.empty()) continue;
      const std::string text = fmt::format("{}", fmt::join(entrant(i).doubts, "; "));
      const auto found = std::find_if(out_.doubts.begin(), out_.doubts.end(),
                                      [&](const auto& each) { return each.first == text; });
      if (found != out_.doubts.end())
        found->second.push_back(i);
      else
        out_.doubts.push_back({text, {i}});
    }
    if (out_.doubts.size() <= kStatedDoubts) return;
    for (const auto& [text, of] : out_.doubts) {
      std::vector<std::string> names;
      for (const int i : of) names.push_back(entrant(i).name);
      remark("the data of {} are doubtful: {}", fmt::join(names, ", "), text);
    }
  }

  Decision decision_of(const Selection& selection) const {
    Decision d;
    const auto m = static_cast<Eigen::Index>(selection.arms.size());
    const auto n = static_cast<Eigen::Index>(selection.criteria.size());
    Eigen::VectorXd weights(n);
    d.values.resize(m, n);
    d.errors.resize(m, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const int column = selection.criteria[static_cast<std::size_t>(j)];
      const Criterion& c = *question_.criteria[static_cast<std::size_t>(column)];
      d.better.push_back(c.better);
      d.names.emplace_back(c.stem);
      weights[j] = question_.weights[static_cast<std::size_t>(column)];
      for (Eigen::Index i = 0; i < m; ++i) {
        const Score& score = scores_.at(selection.arms[static_cast<std::size_t>(i)], column);
        d.values(i, j) = score.value;
        d.errors(i, j) = score.error;
      }
    }
    d.weights = shares_of_one(weights);
    return d;
  }

  void rank_rest() {
    Decision d = decision_of({out_.arms, out_.criteria, {}});
    for (const int column : out_.criteria)
      out_.units.emplace_back(unit_of(*question_.criteria[static_cast<std::size_t>(column)],
                                      scores_.at(out_.arms.front(), column)));
    for (const RankBy by : kRankings) {
      const Ranking& ranking = out_.rankings.emplace_back(rank(d, by));
      out_.ranges.emplace_back();
      out_.first_in_draws.emplace_back();
      if (!ranking.told()) {
        remark("{} cannot rank these arms: {}", stem(by), ranking.why);
        continue;
      }
      out_.ranges.back() = weight_ranges(d, by);
      out_.first_in_draws.back() = first_within_errors(d, by, question_.draws, question_.seed);
    }
    out_.agreement = agreement(out_.rankings);
    out_.overall = overall(out_.rankings);
    out_.overall_ranges = weight_ranges(d);
    out_.vikor = vikor(d);
    out_.pareto = pareto(d);
    out_.decision = std::move(d);
  }

  // The overall places among these candidates, without what they depend on.
  Places places_of(const std::vector<int>& candidates) const {
    const Selection selection = selected(candidates);
    if (selection.arms.empty() || selection.criteria.empty()) return {};
    const Decision d = decision_of(selection);
    std::vector<Ranking> rankings;
    for (const RankBy by : kRankings) rankings.push_back(rank(d, by));
    const Overall found = overall(rankings);
    Places out{selection.arms, found.place, {}};
    for (const int k : found.first()) out.first.push_back(selection.arms[static_cast<std::size_t>(k)]);
    return out;
  }

  void leave_out_arms() {
    if (out_.arms.size() < 3) return;
    const Places all{out_.arms, out_.overall.place, {}};
    for (const int arm : out_.arms) {
      const Places rest = places_of(candidates_of(all_but(arm)).ranked);
      LeftOut& left = out_.left_out.emplace_back();
      left.arm = arm;
      left.first = rest.first;
      left.order = rest.arms;
      std::stable_sort(left.order.begin(), left.order.end(),
                       [&](int a, int b) { return rest.of(a) < rest.of(b); });
      int best = 0;  // the best place of the remaining arms before
      for (const int a : out_.arms)
        if (a != arm && (best == 0 || all.of(a) < best)) best = all.of(a);
      std::vector<int> next;
      for (const int a : out_.arms) {
        if (a == arm) continue;
        if (all.of(a) == best) next.push_back(a);
        for (const int b : out_.arms)
          if (b != arm && all.of(a) < all.of(b) && rest.of(a) > rest.of(b) && rest.of(b) > 0)
            left.swapped.emplace_back(a, b);
      }
      left.other_first = next != left.first;
    }
  }

  void rank_with_apart(const Candidates& candidates) {
    std::vector<int> both = candidates.ranked;
    both.insert(both.end(), candidates.apart.begin(), candidates.apart.end());
    std::sort(both.begin(), both.end());
    out_.first_with_apart = places_of(both).first;
  }

  std::string because(int i, int j) const {
    const std::string& why = scores_.at(i, j).why;
    return why.empty() ? "" : " (" + why + ")";
  }

  int column(const Requirement& r) const {
    for (int j = 0; j < criteria(); ++j)
      if (question_.criteria[static_cast<std::size_t>(j)]->stem == r.criterion->stem) return j;
    throw Error(ErrorKind::usage, fmt::format("requirement '{}'", r.text), "its criterion has no scores");
  }

  template <class... Args>
  void remark(fmt::format_string<Args...> text, Args&&... args) {
    out_.remarks.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  int arms() const { return static_cast<int>(entrants_.size()); }
  int criteria() const { return static_cast<int>(question_.criteria.size()); }
  const Entrant& entrant(int i) const { return entrants_[static_cast<std::size_t>(i)]; }

  const Scores& scores_;
  std::span<const Entrant> entrants_;
  const Question& question_;
  Comparison out_;
};

}  // namespace

std::vector<int> Comparison::order() const {
  std::vector<int> order(arms.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return overall.place[static_cast<std::size_t>(a)] < overall.place[static_cast<std::size_t>(b)];
  });
  return order;
}

double Comparison::first_stays(std::size_t ranking) const {
  if (!rankings[ranking].told()) return std::numeric_limits<double>::quiet_NaN();
  double most = 0;
  for (const int k : rankings[ranking].first())
    most = std::max(most, first_in_draws[ranking][static_cast<std::size_t>(k)]);
  return most;
}

Comparison compare(const Scores& scores, std::span<const Entrant> entrants, const Question& question) {
  return Comparing(scores, entrants, question).result();
}

}  // namespace catena::choose
