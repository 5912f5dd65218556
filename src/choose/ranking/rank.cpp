// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace catena::choose {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

double best(const Decision& d, Index j) {
  const auto column = d.values.col(j);
  return d.better[static_cast<std::size_t>(j)] == Better::more ? column.maxCoeff() : column.minCoeff();
}

double worst(const Decision& d, Index j) {
  const auto column = d.values.col(j);
  return d.better[static_cast<std::size_t>(j)] == Better::more ? column.minCoeff() : column.maxCoeff();
}

bool all_equal(const Decision& d, Index j) {
  const double scale = d.values.col(j).cwiseAbs().maxCoeff();
  return scale == 0 || std::abs(best(d, j) / scale - worst(d, j) / scale) <= kSame;
}

std::vector<double> as_vector(const VectorXd& x) { return {x.data(), x.data() + x.size()}; }

// (x / best)^w needs values of one sign; a 0 where more is better is the least there can be.
std::string no_ratio(const Decision& d) {
  for (Index j = 0; j < d.criteria(); ++j) {
    if (d.weights[j] == 0 || all_equal(d, j)) continue;
    const bool more = d.better[static_cast<std::size_t>(j)] == Better::more;
    const double least = d.values.col(j).minCoeff();
    if (least < 0 || (least == 0 && !more))
      return fmt::format("it uses ratios, but {} has the value {}", d.name(j), least);
  }
  return "";
}

std::vector<double> weighted_product(const Decision& d) {
  VectorXd log_score = VectorXd::Zero(d.arms());
  for (Index j = 0; j < d.criteria(); ++j) {
    if (d.weights[j] == 0 || all_equal(d, j)) continue;
    const double top = best(d, j);
    const bool more = d.better[static_cast<std::size_t>(j)] == Better::more;
    for (Index i = 0; i < d.arms(); ++i) {
      const double x = d.values(i, j);
      log_score[i] += d.weights[j] * std::log(more ? x / top : top / x);
    }
  }
  std::vector<double> score;
  for (const double x : log_score) score.push_back(std::exp(x));  // Eigen's is not 0 at -infinity
  return score;
}

// 0 for the least, 1 for the largest, 0 if they are the same.
VectorXd between(const VectorXd& x) {
  const double low = x.minCoeff(), width = x.maxCoeff() - low;
  if (width <= kSame) return VectorXd::Zero(x.size());
  return (x.array() - low) / width;
}

}  // namespace

std::string_view stem(RankBy by) {
  constexpr std::string_view kStems[] = {"weighted_sum", "weighted_product", "topsis", "vikor"};
  return kStems[static_cast<int>(by)];
}

Better better(RankBy by) { return by == RankBy::vikor ? Better::less : Better::more; }

std::vector<int> firsts(const std::vector<int>& places) {
  std::vector<int> arms;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (places[i] == 1) arms.push_back(static_cast<int>(i));
  return arms;
}

std::vector<int> Ranking::first() const { return firsts(place); }

std::vector<int> places(const std::vector<double>& scores, Better better) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return better == Better::more ? scores[a] > scores[b] : scores[a] < scores[b];
  });
  std::vector<int> place(scores.size());
  for (std::size_t k = 0, first = 0; k < order.size(); ++k) {
    if (std::abs(scores[order[k]] - scores[order[first]]) > kSame) first = k;
    place[order[k]] = static_cast<int>(first) + 1;
  }
  return place;
}

MatrixXd shares_of_best(const Decision& d) {
  MatrixXd shares(d.arms(), d.criteria());
  for (Index j = 0; j < d.criteria(); ++j) {
    const double scale = d.values.col(j).cwiseAbs().maxCoeff();
    if (all_equal(d, j))
      shares.col(j).setOnes();
    else  // divided first: the difference of two large numbers could overflow
      shares.col(j) = 1 - (d.values.col(j).array() / scale - best(d, j) / scale).abs();
  }
  return shares;
}

MatrixXd shares_of_range(const Decision& d) {
  MatrixXd shares(d.arms(), d.criteria());
  for (Index j = 0; j < d.criteria(); ++j) {
    const double scale = d.values.col(j).cwiseAbs().maxCoeff();
    if (all_equal(d, j))
      shares.col(j).setZero();
    else
      shares.col(j) = (d.values.col(j).array() / scale - best(d, j) / scale).abs() /
                      std::abs(worst(d, j) / scale - best(d, j) / scale);
  }
  return shares;
}

Topsis topsis(const Decision& d) {
  VectorXd to_best = VectorXd::Zero(d.arms()), to_worst = to_best;
  for (Index j = 0; j < d.criteria(); ++j) {
    if (all_equal(d, j)) continue;
    const double norm = d.values.col(j).stableNorm();
    const auto v = d.weights[j] * (d.values.col(j).array() / norm);
    to_best.array() += (v - d.weights[j] * (best(d, j) / norm)).square();
    to_worst.array() += (v - d.weights[j] * (worst(d, j) / norm)).square();
  }
  Topsis out{to_best.cwiseSqrt(), to_worst.cwiseSqrt(), VectorXd::Ones(d.arms())};
  for (Index i = 0; i < d.arms(); ++i)
    if (const double sum = out.to_best[i] + out.to_worst[i]; sum > 0)
      out.closeness[i] = out.to_worst[i] / sum;
  return out;
}

Vikor vikor(const Decision& d, double v) {
  const MatrixXd regret = shares_of_range(d) * d.weights.asDiagonal();
  Vikor out;
  out.S = regret.rowwise().sum();
  out.R = regret.rowwise().maxCoeff();
  out.Q = v * between(out.S) + (1 - v) * between(out.R);

  const std::vector<int> place = places(as_vector(out.Q), Better::less);
  std::vector<int> order(place.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return place[static_cast<std::size_t>(a)] < place[static_cast<std::size_t>(b)];
  });
  const double lead = d.arms() > 1 ? 1.0 / static_cast<double>(d.arms() - 1) : 0;
  const int first = order[0];
  out.advantage = d.arms() == 1 || out.Q[order[1]] - out.Q[first] >= lead - kSame;
  const std::vector<int> by_sum = places(as_vector(out.S), Better::less);
  const std::vector<int> by_largest = places(as_vector(out.R), Better::less);
  out.stable = false;
  for (std::size_t i = 0; i < place.size(); ++i)
    out.stable = out.stable || (place[i] == 1 && (by_sum[i] == 1 || by_largest[i] == 1));
  // VIKOR: if the advantage condition fails, all arms close to the first; if stability fails, the second too
  for (std::size_t k = 0; k < order.size(); ++k)
    if (k == 0 || (!out.advantage && out.Q[order[k]] - out.Q[first] < lead - kSame) ||
        (k == 1 && !out.stable))
      out.compromise.push_back(order[k]);
  return out;
}

Ranking rank(const Decision& d, RankBy by) {
  require_valid(d);
  Ranking out{by};
  switch (by) {
    case RankBy::weighted_sum:
      out.score = as_vector(shares_of_best(d) * d.weights);
      break;
    case RankBy::weighted_product:
      out.why = no_ratio(d);
      if (!out.told()) return out;
      out.score = weighted_product(d);
      break;
    case RankBy::topsis:
      out.score = as_vector(topsis(d).closeness);
      break;
    case RankBy::vikor:
      out.score = as_vector(vikor(d).Q);
      break;
  }
  out.place = places(out.score, better(by));
  return out;
}

}  // namespace catena::choose
