// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "catena/choose/ranking/amount.hpp"
#include "catena/choose/ranking/comparison.hpp"

namespace catena::choose {
namespace {

// "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t k = 0; k < words.size(); ++k)
    out += (k == 0 ? "" : k + 1 == words.size() ? " and " : ", ") + words[k];
  return out;
}

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

class Verdict {
 public:
  Verdict(const Comparison& c, std::span<const Entrant> entrants, const Question& question)
      : c_(c), entrants_(entrants), question_(question) {}

  std::string text() const { return first_place() + not_counted() + motion() + left_out() + doubts(); }

 private:
  std::string first_place() const {
    if (c_.arms.empty()) return nobody();
    if (!c_.decision) return "There is no criterion left to rank by.";
    const std::vector<int> first = c_.overall.first();
    if (c_.arms.size() == 1)
      return fmt::format(
          "{} is the only arm{}.", name(0),
          entrants_.size() == 1 ? ", so there is nothing to compare it with" : " left to rank");
    if (first.size() > 1)
      return fmt::format("{} tie for first place: {}.", joined(names(first)), by_ranking());
    const int winner = first.front();
    return fmt::format("{} {}. {} {}{}", name(winner), place(winner), reasons(winner), weights(),
                       errors(winner));
  }

  // Criteria that the rankings had to leave out.
  std::string not_counted() const {
    if (!c_.decision) return "";
    std::vector<std::string> stems;
    for (std::size_t j = 0; j < question_.criteria.size(); ++j)
      if (question_.weights[j] > 0 &&
          std::find(c_.criteria.begin(), c_.criteria.end(), static_cast<int>(j)) == c_.criteria.end())
        stems.emplace_back(question_.criteria[j]->stem);
    if (stems.empty()) return "";
    return fmt::format(
        " Not counted, because not all of these arms can be compared by {}: {} (see the remarks).",
        stems.size() == 1 ? "it" : "them", joined(stems));
  }

  // Arms that are not ranked because of the motion, and arms for which it is unknown whether they can do it.
  std::string motion() const {
    std::string out;
    if (!c_.unable.empty()) {
      std::vector<std::string> each;
      for (const Unable& unable : c_.unable)
        each.push_back(fmt::format("{} ({})", entrant(unable.arm).name, unable.why));
      out += fmt::format(" Not ranked, because {} cannot do the motion: {}.",
                         each.size() == 1 ? "it" : "they", joined(each));
    }
    std::vector<int> apart;  // because of the motion
    for (const int i : c_.apart)
      if (!entrant(i).motion.known()) apart.push_back(i);
    std::vector<std::string> reasons;
    if (!apart.empty())
      reasons.push_back(fmt::format("because it is unknown whether {} can do the motion: {}",
                                    apart.size() == 1 ? "it" : "they", lacking(apart)));
    for (const Lacking& arm : c_.lacking)
      reasons.push_back(fmt::format("because the file of {} lacks limits that {} need{}: {}",
                                    entrant(arm.arm).name, joined(arm.criteria),
                                    arm.criteria.size() == 1 ? "s" : "", arm.why));
    if (!reasons.empty())
      out += fmt::format(" Set apart, {}; with {}, {} would be first.", fmt::join(reasons, "; "),
                         c_.apart.size() == 1 ? "it" : "them", joined(entrant_names(c_.first_with_apart)));
    std::vector<int> unknown;  // ranked, since no arm is known to be able
    for (const int i : c_.arms)
      if (!entrant(i).motion.known()) unknown.push_back(i);
    if (unknown.size() == 1)
      out += fmt::format(" Whether {} can do the motion is unknown: {} in the file.",
                         entrant(unknown[0]).name, missing_text(entrant(unknown[0]).motion));
    if (unknown.size() > 1)
      out += fmt::format(" Whether these arms can do the motion is unknown: {}.", lacking(unknown));
    return out;
  }

  // "puma560 (no velocity and effort limits)"; arms that lack the same go together.
  std::string lacking(const std::vector<int>& arms) const {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const int i : arms) add_to(groups, missing_text(entrant(i).motion), entrant(i).name);
    std::vector<std::string> parts;
    for (const auto& [what, names] : groups)
      parts.push_back(
          fmt::format("{} ({} in the file{})", joined(names), what, names.size() == 1 ? "" : "s"));
    return joined(parts);
  }

  // Arms that are not first themselves, but without which others would be.
  std::string left_out() const {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    const std::vector<int> winners = c_.decision ? c_.overall.first() : std::vector<int>{};
    const auto is_first = [&](int arm) {
      return std::any_of(winners.begin(), winners.end(),
                         [&](int k) { return c_.arms[static_cast<std::size_t>(k)] == arm; });
    };
    for (const LeftOut& left : c_.left_out)
      if (left.other_first && !left.first.empty() && !is_first(left.arm))
        add_to(groups, joined(entrant_names(left.first)), entrant(left.arm).name);
    std::string out;
    for (const auto& [first, without] : groups) {
      std::string list;
      for (std::size_t k = 0; k < without.size(); ++k)
        list += (k == 0 ? "" : k + 1 == without.size() ? " or " : ", ") + without[k];
      out += fmt::format(" Without {}, {} would be first.", list, first);
    }
    return out;
  }

  // Models and data that should be examined before they are trusted.
  std::string doubts() const {
    std::string out;
    if (c_.doubts.size() <= kStatedDoubts) {
      for (const auto& [doubt, arms] : c_.doubts)
        out += fmt::format(" The data of {} are doubtful: {}.", joined(entrant_names(arms)), doubt);
      return out;
    }
    std::vector<int> all;
    for (const auto& [doubt, arms] : c_.doubts) all.insert(all.end(), arms.begin(), arms.end());
    std::sort(all.begin(), all.end());
    out = fmt::format(" The data of {} are doubtful (see the remarks).", joined(entrant_names(all)));
    return out;
  }

  static void add_to(std::vector<std::pair<std::string, std::vector<std::string>>>& groups,
                     const std::string& key, const std::string& name) {
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == key; });
    if (found == groups.end())
      groups.push_back({key, {name}});
    else
      found->second.push_back(name);
  }

  std::string nobody() const {
    std::vector<std::string> fails;
    for (std::size_t r = 0; r < question_.requirements.size(); ++r) {
      const auto failed = std::count_if(c_.screened.begin(), c_.screened.end(),
                                        [&](const std::vector<Screened>& row) { return !row[r].met; });
      if (failed > 0)
        fails.push_back(
            fmt::format("{} of {} fail '{}'", failed, entrants_.size(), question_.requirements[r].text));
    }
    if (!c_.unable.empty())
      return fails.empty() ? "No arm can do the motion."
                           : fmt::format("No arm is left to rank: {}.", joined(fails));
    return fails.empty() ? "No arm is left to rank."
                         : fmt::format("No arm meets all requirements: {}.", joined(fails));
  }

  // Which arms are first by which methods.
  std::string by_ranking() const {
    std::vector<std::string> parts;
    std::vector<std::vector<int>> seen;
    for (const Ranking& ranking : c_.rankings) {
      if (!ranking.told()) continue;
      const std::vector<int> first = ranking.first();
      if (std::find(seen.begin(), seen.end(), first) != seen.end()) continue;
      seen.push_back(first);
      std::vector<std::string> by;
      for (const Ranking& other : c_.rankings)
        if (other.told() && other.first() == first) by.emplace_back(stem(other.by));
      parts.push_back(fmt::format("{} {} first by {}", joined(names(first)), first.size() == 1 ? "is" : "are",
                                  joined(by)));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  std::string place(int winner) const {
    const auto methods = std::count_if(c_.rankings.begin(), c_.rankings.end(),
                                       [](const Ranking& ranking) { return ranking.told(); });
    if (c_.overall.unanimous) return fmt::format("is ranked first by all {} methods", methods);
    return fmt::format("is ranked first on average (mean rank {:.3g}), but the methods disagree: {}",
                       c_.overall.mean_place[static_cast<std::size_t>(winner)], by_ranking());
  }

  // Compared with the runner-up: in which criteria the winner is better and worse, most important first.
  std::string reasons(int winner) const {
    const Decision& d = *c_.decision;
    const std::size_t next = static_cast<std::size_t>(
        std::min_element(c_.overall.mean_place.begin(), c_.overall.mean_place.end(),
                         [&](const double& a, const double& b) { return key(a, winner) < key(b, winner); }) -
        c_.overall.mean_place.begin());
    const Eigen::MatrixXd shares = shares_of_best(d);
    std::vector<std::pair<double, Eigen::Index>> leads;
    for (Eigen::Index j = 0; j < d.criteria(); ++j)
      leads.emplace_back(d.weights[j] * (shares(winner, j) - shares(static_cast<Eigen::Index>(next), j)), j);
    std::stable_sort(leads.begin(), leads.end(),
                     [](const auto& a, const auto& b) { return std::abs(a.first) > std::abs(b.first); });
    std::vector<std::string> for_it, against;
    for (const auto& [lead, j] : leads) {
      const auto other = static_cast<Eigen::Index>(next);
      const Standing now = standing(d.better[static_cast<std::size_t>(j)], d.values(winner, j),
                                    d.error(winner, j), d.values(other, j), d.error(other, j));
      if (now != Standing::better && now != Standing::worse) continue;
      std::vector<std::string>& list = now == Standing::better ? for_it : against;
      if (list.size() < 3) list.push_back(two_values(j, winner, other));
    }
    std::string out = fmt::format("Compared with {},", name(static_cast<int>(next)));
    if (dominates(d, winner, static_cast<Eigen::Index>(next))) out += " it is nowhere worse, and";
    if (!for_it.empty()) out += " it is better in " + joined(for_it);
    if (!against.empty())
      out += fmt::format(" {} worse in {}", for_it.empty() ? "it is" : "but", joined(against));
    if (for_it.empty() && against.empty()) out += " all differences are within the errors";
    return out + ".";
  }

  // The mean place of an arm, with the winner last.
  double key(const double& mean, int winner) const {
    return &mean == &c_.overall.mean_place[static_cast<std::size_t>(winner)] ? HUGE_VAL : mean;
  }

  std::string two_values(Eigen::Index j, Eigen::Index a, Eigen::Index b) const {
    const Decision& d = *c_.decision;
    const std::string& unit = c_.units[static_cast<std::size_t>(j)];
    return fmt::format("{} ({:.4g} vs {:.4g}{}{})", d.names[static_cast<std::size_t>(j)], d.values(a, j),
                       d.values(b, j), unit.empty() ? "" : " ", unit_text(unit));
  }

  // The smallest change of one weight that would change the winner.
  std::string weights() const {
    double far = HUGE_VAL;
    std::size_t criterion = 0;
    bool rises = false;
    for (std::size_t j = 0; j < c_.overall_ranges.size(); ++j) {
      const WeightRange& range = c_.overall_ranges[j];
      const auto consider = [&](double move, const std::vector<int>& then, bool up) {
        if (!then.empty() && move < far) far = move, criterion = j, rises = up;
      };
      consider(range.weight - range.low, range.first_below, false);
      consider(range.high - range.weight, range.first_above, true);
    }
    if (far == HUGE_VAL) return "No change of a single weight changes the winner.";
    const WeightRange& range = c_.overall_ranges[criterion];
    const std::vector<int>& then = rises ? range.first_above : range.first_below;
    const double to = rises ? range.high : range.low;
    const std::string way = percent(to) == percent(range.weight)
                                ? fmt::format("{} {}", rises ? "above" : "below", percent(to))
                                : fmt::format("from {} to {}", percent(range.weight), percent(to));
    return fmt::format("The result is most sensitive to the weight of {}: {} it {} {}.",
                       c_.decision->names[criterion], rises ? "raising" : "lowering", way,
                       then.size() == 1 ? fmt::format("puts {} first", name(then[0]))
                                        : fmt::format("makes {} tie for first place", joined(names(then))));
  }

  std::string errors(int winner) const {
    double least = 1;
    RankBy by = RankBy::weighted_sum;
    for (std::size_t r = 0; r < c_.rankings.size(); ++r) {
      if (!c_.rankings[r].told() || c_.rankings[r].first() != std::vector<int>{winner}) continue;
      const double share = c_.first_in_draws[r][static_cast<std::size_t>(winner)];
      if (share < least) least = share, by = c_.rankings[r].by;
    }
    if (least == 1) return "";
    return fmt::format(" When the values vary within their errors, it stays first in {} of the draws by {}.",
                       percent(least), stem(by));
  }

  const Entrant& entrant(int i) const { return entrants_[static_cast<std::size_t>(i)]; }
  std::vector<std::string> entrant_names(const std::vector<int>& arms) const {
    std::vector<std::string> out;
    for (const int i : arms) out.push_back(entrant(i).name);
    return out;
  }
  const std::string& name(int k) const { return entrant(c_.arms[static_cast<std::size_t>(k)]).name; }
  std::vector<std::string> names(const std::vector<int>& arms) const {
    std::vector<std::string> out;
    for (const int k : arms) out.push_back(name(k));
    return out;
  }

  const Comparison& c_;
  std::span<const Entrant> entrants_;
  const Question& question_;
};

}  // namespace

std::string verdict(const Comparison& comparison, std::span<const Entrant> entrants,
                    const Question& question) {
  return Verdict(comparison, entrants, question).text();
}

}  // namespace catena::choose
