// SPDX-License-Identifier: Apache-2.0
#include "choose/sweep/score_errors.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace catena::choose::detail {
namespace {

using Eigen::Index;

// A criterion as the rankings see it.
struct Column {
  double weight, best, worst, scale, norm;
  bool equal;  // all values: it changes no score
};

std::vector<Column> columns_of(const Decision& d) {
  std::vector<Column> columns;
  for (Index j = 0; j < d.criteria(); ++j) {
    const auto x = d.values.col(j);
    const bool more = d.better[static_cast<std::size_t>(j)] == Better::more;
    const double most = x.maxCoeff(), least = x.minCoeff(), scale = x.cwiseAbs().maxCoeff();
    columns.push_back({.weight = d.weights[j],
                       .best = more ? most : least,
                       .worst = more ? least : most,
                       .scale = scale,
                       .norm = x.stableNorm(),
                       .equal = scale == 0 || (most / scale - least / scale) <= kSame});
  }
  return columns;
}

double range(const Eigen::VectorXd& x) { return x.maxCoeff() - x.minCoeff(); }

}  // namespace

std::vector<double> score_errors(const Decision& d, RankBy by) {
  std::vector<double> errors(static_cast<std::size_t>(d.arms()), 0.0);
  if (d.errors.size() == 0) return errors;
  const std::vector<Column> columns = columns_of(d);
  std::vector<double> product;
  Topsis distances;
  Vikor regrets;
  if (by == RankBy::weighted_product) product = rank(d, by).score;
  if (by == RankBy::topsis) distances = topsis(d);
  if (by == RankBy::vikor) regrets = vikor(d);
  const double sums = by == RankBy::vikor ? range(regrets.S) : 0;
  const double largest = by == RankBy::vikor ? range(regrets.R) : 0;

  for (Index i = 0; i < d.arms(); ++i) {
    double squares = 0;
    for (Index j = 0; j < d.criteria(); ++j) {
      const Column& c = columns[static_cast<std::size_t>(j)];
      const double x = d.values(i, j);
      if (c.equal || c.weight == 0 || d.error(i, j) == 0) continue;
      double slope = 0;
      switch (by) {
        case RankBy::weighted_sum:
          slope = c.weight / c.scale;
          break;
        case RankBy::weighted_product:
          slope = x == 0 ? 0 : product[static_cast<std::size_t>(i)] * c.weight / x;
          break;
        case RankBy::topsis: {
          const double to_best = distances.to_best[i], to_worst = distances.to_worst[i],
                       sum = to_best + to_worst, share = c.weight / c.norm;
          if (!(sum > 0)) break;
          // at the best or the worst point itself the distance grows by the whole step
          const double away = to_best > 0 ? share * share * (x - c.best) / to_best : share;
          const double up = to_worst > 0 ? share * share * (x - c.worst) / to_worst : share;
          slope = (to_best * up - to_worst * away) / (sum * sum);
          break;
        }
        case RankBy::vikor: {
          const double regret = c.weight / std::abs(c.worst - c.best);
          if (sums > kSame) slope += 0.5 * regret / sums;
          const bool is_largest = regret * std::abs(x - c.best) >= regrets.R[i] * (1 - 1e-12);
          if (largest > kSame && is_largest) slope += 0.5 * regret / largest;
          break;
        }
      }
      squares += slope * slope * d.error(i, j) * d.error(i, j);
    }
    errors[static_cast<std::size_t>(i)] = std::sqrt(squares);
  }
  return errors;
}

std::vector<int> places_within_errors(const std::vector<double>& scores, const std::vector<double>& errors,
                                      Better better) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return better == Better::more ? scores[a] > scores[b] : scores[a] < scores[b];
  });
  std::vector<int> place(scores.size());
  for (std::size_t k = 0, first = 0; k < order.size(); ++k) {
    const std::size_t a = order[first], b = order[k];
    if (std::abs(scores[a] - scores[b]) > std::max(kSame, std::hypot(errors[a], errors[b]))) first = k;
    place[order[k]] = static_cast<int>(first) + 1;
  }
  return place;
}

}  // namespace catena::choose::detail
