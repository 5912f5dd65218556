// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/sweep_best.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/error.hpp"
#include "choose/sweep/score_errors.hpp"

namespace catena::choose {
namespace {

// The feasible rows of a store, by columns.
struct Columns {
  std::vector<std::int64_t> points;
  std::vector<std::vector<double>> values, errors;        // (criteria) x (points)
  std::int64_t repeated = 0;                              // rows with the parameters of an earlier one
  std::vector<std::set<std::string, std::less<>>> units;  // (criteria) of the available scores
};

Columns columns_of(const Store& store) {
  const std::size_t criteria = store.head().criteria.size();
  Columns columns;
  columns.values.resize(criteria);
  columns.errors.resize(criteria);
  columns.units.resize(criteria);
  std::set<std::vector<double>> seen;
  store.each([&](const SweepRow& row) {
    if (!row.why.empty() || row.scores.empty()) return;
    if (!seen.insert(row.parameters).second) {  // searches return to points of the sample, and to their own
      ++columns.repeated;
      return;
    }
    columns.points.push_back(row.point);
    for (std::size_t c = 0; c < criteria; ++c) {
      const Score& score = row.scores[c];
      const std::string_view unit =
          score.unit.empty() ? std::string_view(store.head().criteria[c].unit) : score.unit;
      columns.values[c].push_back(score.value);
      columns.errors[c].push_back(score.error);
      if (std::isfinite(score.value)) columns.units[c].emplace(unit);
    }
  });
  return columns;
}

std::string joined(const std::set<std::string, std::less<>>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + (word.empty() ? "none" : unit_text(word));
  return text;
}

}  // namespace

std::vector<int> pareto_front(const Eigen::MatrixXd& values, const std::vector<Better>& better) {
  // with all values as costs, no row dominates one before it in lexicographic order
  const auto n = static_cast<std::size_t>(values.rows()), m = static_cast<std::size_t>(values.cols());
  std::vector<double> costs(n * m);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j) {
      const double value = values(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      costs[i * m + j] = better[j] == Better::less ? value : -value;
    }
  const auto cost = [&](int i) { return costs.data() + static_cast<std::size_t>(i) * m; };
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const auto [x, y] = std::mismatch(cost(a), cost(a) + m, cost(b));
    return x == cost(a) + m ? a < b : *x < *y;
  });
  std::vector<int> front;
  for (const int candidate : order) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](int other) {
      bool equal = true;
      for (std::size_t j = 0; j < m; ++j) {
        if (cost(other)[j] > cost(candidate)[j]) return false;
        equal = equal && cost(other)[j] == cost(candidate)[j];
      }
      return !equal;
    });
    if (!beaten) front.push_back(candidate);
  }
  std::sort(front.begin(), front.end());
  return front;
}

SweepBest best_of(const Store& store, RankBy by, const std::vector<double>& weights) {
  const StoreHead& head = store.head();
  if (weights.size() != head.criteria.size())
    throw Error(ErrorKind::usage, "weights", "wrong number of weights")
        .given(fmt::format("{}", weights.size()))
        .need(fmt::format("{}", head.criteria.size()));
  const Columns columns = columns_of(store);
  SweepBest best;
  if (columns.repeated > 0)
    best.remarks.push_back(
        fmt::format("{} feasible points have the parameters of an earlier one: each arm is listed once",
                    columns.repeated));
  std::vector<double> counted;
  for (std::size_t c = 0; c < head.criteria.size(); ++c) {
    const std::string& stem = head.criteria[c].stem;
    if (weights[c] == 0 || columns.points.empty()) continue;
    if (columns.units[c].empty()) {
      best.remarks.push_back(
          fmt::format("'{}' is unavailable for every arm: it is left out of the ranking", stem));
    } else if (columns.units[c].size() > 1) {
      best.remarks.push_back(
          fmt::format("'{}' has different units for different arms ({}): it is left out of the ranking", stem,
                      joined(columns.units[c])));
    } else {
      best.criteria.push_back(static_cast<int>(c));
      counted.push_back(weights[c]);
    }
  }
  if (best.criteria.empty()) return best;

  std::vector<std::size_t> whole;  // arms with all of these criteria
  for (std::size_t i = 0; i < columns.points.size(); ++i)
    if (std::all_of(best.criteria.begin(), best.criteria.end(),
                    [&](int c) { return std::isfinite(columns.values[static_cast<std::size_t>(c)][i]); }))
      whole.push_back(i);
  if (whole.size() < columns.points.size())
    best.remarks.push_back(fmt::format("{} of {} arms lack a criterion: they are left out of the ranking",
                                       columns.points.size() - whole.size(), columns.points.size()));
  if (whole.empty()) return best;

  const auto rows = static_cast<Eigen::Index>(whole.size()),
             width = static_cast<Eigen::Index>(best.criteria.size());
  Decision decision;
  decision.values.resize(rows, width);
  decision.errors.resize(rows, width);
  for (Eigen::Index j = 0; j < width; ++j) {
    const auto c = static_cast<std::size_t>(best.criteria[static_cast<std::size_t>(j)]);
    decision.better.push_back(head.criteria[c].better);
    decision.names.push_back(head.criteria[c].stem);
    for (Eigen::Index i = 0; i < rows; ++i) {
      decision.values(i, j) = columns.values[c][whole[static_cast<std::size_t>(i)]];
      decision.errors(i, j) = columns.errors[c][whole[static_cast<std::size_t>(i)]];
    }
  }
  decision.weights = shares_of_one(Eigen::Map<const Eigen::VectorXd>(counted.data(), width));
  const Ranking ranking = rank(decision, by);
  if (!ranking.told()) {
    best.remarks.push_back(fmt::format("{}: {}", stem(by), ranking.why));
    return best;
  }
  const std::vector<double> errors = detail::score_errors(decision, by);
  const std::vector<int> places = detail::places_within_errors(ranking.score, errors, better(by));
  std::vector<std::size_t> order(whole.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) {
    if (places[x] != places[y]) return places[x] < places[y];
    return better(by) == Better::more ? ranking.score[x] > ranking.score[y]
                                      : ranking.score[x] < ranking.score[y];
  });
  const std::vector<int> front = pareto_front(decision.values, decision.better);
  for (const std::size_t k : order) {
    best.points.push_back(columns.points[whole[k]]);
    best.scores.push_back(ranking.score[k]);
    best.errors.push_back(errors[k]);
    best.places.push_back(places[k]);
    if (std::binary_search(front.begin(), front.end(), static_cast<int>(k)))
      best.front.push_back(columns.points[whole[k]]);
  }
  return best;
}

}  // namespace catena::choose
