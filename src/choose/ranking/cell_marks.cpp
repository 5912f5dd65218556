// SPDX-License-Identifier: Apache-2.0
#include "choose/ranking/cell_marks.hpp"

#include <algorithm>
#include <cmath>

#include "catena/choose/ranking/amount.hpp"

namespace catena::choose::detail {

bool units_differ(const Scores& scores, const Criterion& criterion, int j, const std::vector<int>& among) {
  return std::any_of(among.begin(), among.end(), [&](int i) {
    return unit_of(criterion, scores.at(i, j)) != unit_of(criterion, scores.at(among.front(), j));
  });
}

std::vector<std::vector<CellMark>> cell_marks(const Scores& scores, const Question& question,
                                              const std::vector<int>& arms) {
  std::vector<std::vector<CellMark>> marks(static_cast<std::size_t>(scores.arms()),
                                           std::vector<CellMark>(question.criteria.size(), CellMark::none));
  for (int j = 0; j < static_cast<int>(question.criteria.size()); ++j) {
    const Criterion& criterion = *question.criteria[static_cast<std::size_t>(j)];
    const auto cell = [&](int i) -> CellMark& {
      return marks[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    };
    std::vector<int> known;
    for (const int i : arms)
      if (std::isfinite(scores.at(i, j).value)) known.push_back(i);
    if (known.size() < 2 || units_differ(scores, criterion, j, known)) continue;
    const auto stands = [&](int a, int b) {
      const Score &x = scores.at(a, j), &y = scores.at(b, j);
      return standing(criterion.better, x.value, x.error, y.value, y.error);
    };
    const int best = *std::min_element(known.begin(), known.end(), [&](int a, int b) {
      return criterion.better == Better::more ? scores.at(a, j).value > scores.at(b, j).value
                                              : scores.at(a, j).value < scores.at(b, j).value;
    });
    int same = 0;
    for (const int i : known) {
      const Standing now = stands(i, best);
      const bool top = now == Standing::same || scores.at(i, j).value == scores.at(best, j).value;
      same += top;
      cell(i) = top ? CellMark::best : now == Standing::unsure ? CellMark::as_good : CellMark::none;
    }
    if (same == static_cast<int>(known.size()))  // all the same: none is better
      for (const int i : known) cell(i) = CellMark::none;
  }
  return marks;
}

}  // namespace catena::choose::detail
