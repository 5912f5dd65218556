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

namespace catena::choose {
namespace {

class Comparing {
 public:
  Comparing(const Scores& scores, std::span<const Entrant> entrants, const Question& question)
      : scores_(scores), entrants_(entrants), question_(question) {}

  Comparison result() {
    require_sizes();
    screen_arms();
    mark();
    leave_out();
    if (!out_.arms.empty() && !out_.criteria.empty()) rank_rest();
    return std::move(out_);
  }

 private:
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
      bool all = true;
      for (const Requirement& r : question_.requirements) {
        row.push_back(r.what == Requirement::What::criterion ? screen(r, scores_.at(i, column(r)))
                                                             : screen(r, *entrant(i).robot));
        all = all && row.back().met;
        if (row.back().within_error)
          remark("{}: whether '{}' holds is uncertain within the error of the value", entrant(i).name,
                 r.text);
      }
      if (all) out_.arms.push_back(i);
    }
  }

  void mark() {
    out_.marks.assign(entrants_.size(), std::vector<CellMark>(question_.criteria.size(), CellMark::none));
    for (int j = 0; j < criteria(); ++j) {
      std::vector<int> known;
      for (const int i : out_.arms)
        if (std::isfinite(scores_.at(i, j).value)) known.push_back(i);
      if (known.size() < 2 || units_differ(known, j)) continue;
      const Better direction = question_.criteria[static_cast<std::size_t>(j)]->better;
      const auto stands = [&](int a, int b) {
        const Score &x = scores_.at(a, j), &y = scores_.at(b, j);
        return standing(direction, x.value, x.error, y.value, y.error);
      };
      const int best = *std::min_element(known.begin(), known.end(), [&](int a, int b) {
        return direction == Better::more ? scores_.at(a, j).value > scores_.at(b, j).value
                                         : scores_.at(a, j).value < scores_.at(b, j).value;
      });
      int same = 0;
      for (const int i : known) {
        const Standing now = stands(i, best);
        const bool top = now == Standing::same || scores_.at(i, j).value == scores_.at(best, j).value;
        same += top;
        CellMark& cell = out_.marks[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
        cell = top ? CellMark::best : now == Standing::unsure ? CellMark::as_good : CellMark::none;
      }
      if (same == static_cast<int>(known.size()))  // all the same: none is better
        for (const int i : known)
          out_.marks[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = CellMark::none;
    }
  }

  // Rankings need a complete table of values, with one unit for each criterion.
  void leave_out() {
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
      for (const int i : out_.arms) (std::isfinite(scores_.at(i, j).value) ? known : missing).push_back(i);
      if (question_.missing == Missing::skip_arm && !known.empty()) {
        for (const int i : missing) {
          remark("{} is not ranked: its {} is unavailable{}", entrant(i).name, stem, because(i, j));
          std::erase(out_.arms, i);
        }
        missing.clear();
      }
      if (missing.empty()) {
        out_.criteria.push_back(j);
        continue;
      }
      std::string of;
      for (const int i : missing)
        of += fmt::format("{}{}{}", of.empty() ? "" : ", ", entrant(i).name, because(i, j));
      note(of, stem);
    }
    for (const auto& [of, stems] : missing_of)
      remark("{} {} unavailable for {}: no arm is ranked by {}", fmt::join(stems, ", "),
             stems.size() == 1 ? "is" : "are", of, stems.size() == 1 ? "it" : "them");
    // the remaining arms are known only now
    std::erase_if(out_.criteria, [&](int j) {
      if (!units_differ(out_.arms, j)) return false;
      const Criterion& c = *question_.criteria[static_cast<std::size_t>(j)];
      std::string list;
      for (const int i : out_.arms)
        list += fmt::format("{}{} for {}", list.empty() ? "" : ", ", unit_text(unit_of(c, scores_.at(i, j))),
                            entrant(i).name);
      remark("{} has different units ({}): no arm is ranked by it", c.stem, list);
      return true;
    });
  }

  void rank_rest() {
    Decision d;
    const auto m = static_cast<Eigen::Index>(out_.arms.size());
    const auto n = static_cast<Eigen::Index>(out_.criteria.size());
    Eigen::VectorXd weights(n);
    d.values.resize(m, n);
    d.errors.resize(m, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      const int column = out_.criteria[static_cast<std::size_t>(j)];
      const Criterion& c = *question_.criteria[static_cast<std::size_t>(column)];
      d.better.push_back(c.better);
      d.names.emplace_back(c.stem);
      out_.units.emplace_back(unit_of(c, scores_.at(out_.arms.front(), column)));
      weights[j] = question_.weights[static_cast<std::size_t>(column)];
      for (Eigen::Index i = 0; i < m; ++i) {
        const Score& score = scores_.at(out_.arms[static_cast<std::size_t>(i)], column);
        d.values(i, j) = score.value;
        d.errors(i, j) = score.error;
      }
    }
    d.weights = shares_of_one(weights);
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

  bool units_differ(const std::vector<int>& among, int j) const {
    const Criterion& c = *question_.criteria[static_cast<std::size_t>(j)];
    return std::any_of(among.begin(), among.end(), [&](int i) {
      return unit_of(c, scores_.at(i, j)) != unit_of(c, scores_.at(among.front(), j));
    });
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
