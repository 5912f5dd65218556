// SPDX-License-Identifier: Apache-2.0
// Which arm to choose, and why: requirements and the limits of the motion first, then four rankings of the remaining arms, how
// well they agree, what would change them, and the Pareto front.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catena/choose/criteria/motion_limits.hpp"
#include "catena/choose/ranking/agreement.hpp"
#include "catena/choose/ranking/pareto.hpp"
#include "catena/choose/ranking/rank.hpp"
#include "catena/choose/ranking/screen.hpp"
#include "catena/choose/ranking/sensitivity.hpp"

namespace catena::choose {

// What the rankings leave out when the score of an arm is missing: that criterion, for all arms, or that arm.
enum class Missing { skip_criterion, skip_arm };

struct Question {
  std::vector<const Criterion*> criteria;  // the columns of the scores
  std::vector<double> weights;             // one for each, with any sum; 0: shown but not used for ranking
  std::vector<Requirement> requirements = {};  // their criteria are among these
  Missing missing = Missing::skip_criterion;
  int draws = 1000;  // within the errors
  std::uint64_t seed = 1;
  bool motors = true;  // as Task::motors
};

struct Entrant {
  std::string name;
  const Robot* robot;
  MotionLimits motion = {};              // empty: the arm can do the motion, or there is none
  std::vector<std::string> doubts = {};  // why its data are doubtful, in a few words each
};

enum class CellMark { none, best, as_good };  // as_good: within the error bars of the best

// The order when one arm is left out, as if it had not been named: rankings that use the worst values, and criteria that
// were unavailable only for this arm, can change the order of the others. Arms are numbered as the entrants.
struct LeftOut {
  int arm = 0;
  std::vector<int> order = {};                    // the ranked arms by place
  std::vector<int> first = {};                    // those at place 1
  std::vector<std::pair<int, int>> swapped = {};  // (a, b): a is behind b; ahead of b if no arm is left out
  bool other_first = false;                       // `first` are not the best of the remaining arms before
};

struct Unable {
  int arm = 0;           // numbered as the entrants
  std::string why = {};  // the limit that it exceeds
};

struct Lacking {
  int arm = 0;                             // numbered as the entrants
  std::vector<std::string> criteria = {};  // that need limits which its file does not give
  std::string why = {};                    // of the first of these
};

struct Comparison {
  std::vector<std::vector<Screened>> screened;  // arms x requirements
  // Arms that meet the requirements but are not ranked, numbered as the entrants:
  std::vector<Unable> unable;    // exceed a limit in the motion, as Entrant::motion or a negative margin says
  std::vector<int> apart;        // lack limits, so it is unknown, or a criterion is; ranked if all arms do
  std::vector<Lacking> lacking;  // those of `apart` which can do the motion, but lack limits for a criterion
  std::vector<int> first_with_apart;  // who would be first if the arms set apart were ranked too
  std::vector<std::pair<std::string, std::vector<int>>> doubts;  // each with the arms that it concerns
  std::vector<LeftOut> left_out;             // for each ranked arm; empty if there are fewer than three
  std::vector<std::vector<CellMark>> marks;  // arms x criteria, among the arms that meet the requirements
  std::vector<int> arms;                     // the ranked arms: below, arm k is arms[k]
  std::vector<int> criteria;                 // the ranking criteria: below, criterion k is criteria[k]
  std::vector<std::string> units;            // of these
  std::vector<std::string> remarks;          // what was left out, and why

  // Empty if no arm or no criterion is left.
  std::optional<Decision> decision;
  std::vector<Ranking> rankings;  // as kRankings
  Eigen::MatrixXd agreement;      // rankings x rankings: Kendall's tau-b
  Overall overall;
  std::vector<WeightRange> overall_ranges;  // for each criterion: for the winner of `overall`
  Vikor vikor;
  Pareto pareto;
  // for each ranking; empty if it could not rank
  std::vector<std::vector<WeightRange>> ranges;     // for each criterion
  std::vector<std::vector<double>> first_in_draws;  // for each arm

  std::vector<int> order() const;  // the ranked arms by their overall place; ties in the order of `arms`

  // How often the arm that a ranking puts first stays first when the values vary within their errors, 0 to 1; the
  // largest of several that share the first place. NaN if the ranking could not rank.
  double first_stays(std::size_t ranking) const;
};

// Doubts that the verdict states in full; if there are more, it names the arms, and remarks state the doubts.
inline constexpr std::size_t kStatedDoubts = 3;

// Throws Error(usage) if the sizes do not match.
Comparison compare(const Scores& scores, std::span<const Entrant> entrants, const Question& question);

// Which arm, and why, in a few sentences.
std::string verdict(const Comparison& comparison, std::span<const Entrant> entrants,
                    const Question& question);

}  // namespace catena::choose
