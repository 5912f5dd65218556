// SPDX-License-Identifier: Apache-2.0
// Four ways to make one order of many criteria. With x_ij the value of arm i by criterion j, w_j its weight, + and - the best
// and the worst value of a column:
//
//   weighted_sum      Σ w_j (1 - |x_ij - x_j+| / max|x_j|)     what is lost to the best, as a share of the largest value
//   weighted_product  Π (x_ij / x_j+)^w_j, upside down where less is better
//   topsis            d- / (d+ + d-): distances to the worst and the best values, columns divided by their norms
//   vikor             Q from the sum and the largest of w_j |x_ij - x_j+| / |x_j- - x_j+|; less is better
//
// Sources: Hwang and Yoon 1981 for TOPSIS, Opricovic and Tzeng 2004 for VIKOR. All are the same in any unit. A column of
// equal values, and one that weighs 0, changes no order. TOPSIS and VIKOR look at the worst values too: an arm more or
// less can change the order of the others.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "catena/choose/ranking/decision.hpp"

namespace catena::choose {

enum class RankBy { weighted_sum, weighted_product, topsis, vikor };
inline constexpr std::array kRankings = {RankBy::weighted_sum, RankBy::weighted_product, RankBy::topsis,
                                         RankBy::vikor};
std::string_view stem(RankBy by);
Better better(RankBy by);  // of its scores

struct Ranking {
  RankBy by;
  std::vector<double> score = {};  // (arms)
  std::vector<int> place = {};     // (arms) 1 is first; ties share a place: 1, 1, 3
  std::string why = {};            // if it cannot rank these: why; the others are empty

  bool told() const { return why.empty(); }
  std::vector<int> first() const;  // the arms at place 1
};

Ranking rank(const Decision& decision, RankBy by);

// Scores nearer than rounding share a place.
std::vector<int> places(const std::vector<double>& scores, Better better);
std::vector<int> firsts(const std::vector<int>& places);  // the arms at place 1

// arms x criteria: 1 - |x - best| / max|x|, 1 for the best; may be negative where signs differ.
Eigen::MatrixXd shares_of_best(const Decision& decision);

// arms x criteria: |x - best| / |worst - best|, 0 for the best and for a column of equal values, 1 for the worst.
Eigen::MatrixXd shares_of_range(const Decision& decision);

struct Topsis {
  Eigen::VectorXd to_best, to_worst;  // (arms) d+ and d-
  Eigen::VectorXd closeness;          // (arms) 1 for all if the best is the worst
};
Topsis topsis(const Decision& decision);

struct Vikor {
  Eigen::VectorXd S, R, Q;      // (arms) sum, largest, and both between their extremes
  bool advantage = true;        // the first leads the second by 1 / (arms - 1) or more
  bool stable = true;           // the first is first by S or R too
  std::vector<int> compromise;  // arms that the method would have one choose from, by place
};
Vikor vikor(const Decision& decision, double v = 0.5);  // v: how much the sum counts, against the largest

}  // namespace catena::choose
