// SPDX-License-Identifier: Apache-2.0
// A sweep without arms: rows that are a function of their index, some impossible, some with missing scores.
#pragma once

#include <cmath>
#include <limits>

#include "catena/choose/sweep/sweep.hpp"

namespace catena::test {

inline choose::StoreHead stand_in_head(std::int64_t points) {
  return {.name = "stand-in",
          .design = "points = " + std::to_string(points) + "\n",
          .points = points,
          .parameters = {{"upper", "m"}, {"Reach", ""}, {"kind", "", {"R", "P"}}},
          .criteria = {{"reach", "m", choose::Better::more, "how far"},
                       {"mass", "kg", choose::Better::less, "how heavy"}}};
}

inline choose::SweepRow stand_in_row(std::int64_t k) {
  const auto x = static_cast<double>(k);
  choose::SweepRow row = {.point = k, .parameters = {std::sin(x), 1 / (x + 3), static_cast<double>(k % 2)}};
  if (k % 7 == 3) {
    row.why = "no such arm: " + std::to_string(k);
    return row;
  }
  row.scores = {{std::exp(std::sin(3 * x)), 1e-3 * x}, {x * x / 3, 0}};
  if (k % 5 == 1) row.scores[1] = {std::numeric_limits<double>::quiet_NaN(), 0, "it has no \"mass\""};
  if (k % 5 == 2) row.scores[0].unit = "m^2";
  if (k % 11 == 5) row.why = "reach <= 2 is broken";
  return row;
}

inline std::vector<choose::SweepRow> stand_in_rows(choose::PointRange range) {
  std::vector<choose::SweepRow> rows;
  for (std::int64_t k = range.first; k < range.last; ++k) rows.push_back(stand_in_row(k));
  return rows;
}

// Bit for bit; NaN is NaN.
inline bool same(double a, double b) { return std::isnan(a) ? std::isnan(b) : a == b; }

inline bool same(const choose::SweepRow& a, const choose::SweepRow& b) {
  if (a.point != b.point || a.search != b.search || a.why != b.why || a.parameters != b.parameters ||
      a.scores.size() != b.scores.size())
    return false;
  for (std::size_t k = 0; k < a.scores.size(); ++k)
    if (!same(a.scores[k].value, b.scores[k].value) || a.scores[k].error != b.scores[k].error ||
        a.scores[k].why != b.scores[k].why || a.scores[k].unit != b.scores[k].unit)
      return false;
  return true;
}

}  // namespace catena::test
