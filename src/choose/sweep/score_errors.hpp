// SPDX-License-Identifier: Apache-2.0
// Propagates the errors of the values to the scores of a ranking, and gives the places within these errors.
#pragma once

#include <vector>

#include "catena/choose/ranking/rank.hpp"

namespace catena::choose::detail {

// For each arm half the width of the 95 % confidence interval of its score: the derivatives of the score with respect to
// the arm's own values, times their errors, which are independent. The best, the worst and the scale of each criterion
// count as exact.
std::vector<double> score_errors(const Decision& decision, RankBy by);

// 1 is first. From the best score on, an arm shares the place of the arm at which its group begins while their scores
// differ by no more than their errors: 1, 1, 3.
std::vector<int> places_within_errors(const std::vector<double>& scores, const std::vector<double>& errors,
                                      Better better);

}  // namespace catena::choose::detail
