// SPDX-License-Identifier: Apache-2.0
// Which arms have the best value of each criterion.
#pragma once

#include <vector>

#include "catena/choose/ranking/comparison.hpp"

namespace catena::choose::detail {

// By arm and criterion, both numbered as in the scores; only `arms` are compared.
std::vector<std::vector<CellMark>> cell_marks(const Scores& scores, const Question& question,
                                              const std::vector<int>& arms);

// Whether the values of a criterion, column j of the scores, have different units for these arms.
bool units_differ(const Scores& scores, const Criterion& criterion, int j, const std::vector<int>& among);

}  // namespace catena::choose::detail
