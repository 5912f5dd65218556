// SPDX-License-Identifier: Apache-2.0
// Four ways to rank arms by many criteria. With x_ij the value of arm i for criterion j, w_j its weight, + and - the best and
// the worst value of a column:
//
//   weighted_sum      Σ w_j (1 - |x_ij - x_j+| / max|x_j|)     loss against the best, relative to the largest value
//   weighted_product  Π (x_ij / x_j+)^w_j, inverted where lower is better
//   topsis            d- / (d+ + d-): distances to the worst and the best values, columns divided by their norms
//   vikor             Q from the sum and the largest of w_j |x_ij - x_j+| / |x_j- - x_j+|; lower is better
//
// Sources: Hwang and Yoon 1981 for TOPSIS, Opricovic and Tzeng 2004 for VIKOR. None depends on the units. A column of
// equal values, and one with weight 0, changes no order. TOPSIS and VIKOR also use the worst values: adding or removing
// an arm can change the order of the others.
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
  std::string why = {};            // not empty: why it cannot rank these arms; then score and place are empty

  bool told() const { return why.empty(); }
  std::vector<int> first() const;  // the arms at place 1
};

Ranking rank(const Decision& decision, RankBy by);

// Scores that differ only by rounding share a place.
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
  bool advantage = true;        // the first leads the second by at least 1 / (arms - 1)
  bool stable = true;           // the first is first by S or R too
  std::vector<int> compromise;  // the compromise solutions of the method, by place
};
Vikor vikor(const Decision& decision, double v = 0.5);  // v: weight of the sum S against the maximum R

}  // namespace catena::choose
