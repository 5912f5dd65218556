// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>

#include "catena/choose/ranking/agreement.hpp"
#include "catena/core/error.hpp"

namespace catena::choose {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The weights with that of criterion j set to s.
VectorXd moved(const VectorXd& weights, Index j, double s) {
  const double rest = weights.sum() - weights[j];
  VectorXd out = rest > 0 ? VectorXd(weights * ((1 - s) / rest)) : VectorXd::Zero(weights.size());
  out[j] = s;
  return out;
}

// The first arms with that weight, by one ranking or, without one, by all.
class Moving {
 public:
  Moving(const Decision& decision, std::optional<RankBy> by, Index j)
      : d_(decision), by_(by), j_(j), original_(d_.weights) {}

  std::vector<int> first(double s) {
    d_.weights = moved(original_, j_, s);
    return by_ ? rank(d_, *by_).first() : first_by_all(d_);
  }

  static std::vector<int> first_by_all(const Decision& d) {
    std::vector<Ranking> rankings;
    for (const RankBy by : kRankings) rankings.push_back(rank(d, by));
    return overall(rankings).first();
  }

 private:
  Decision d_;
  std::optional<RankBy> by_;
  Index j_;
  VectorXd original_;
};

// The terms that the weights multiply, (arms x criteria), if the score is a weighted sum; else empty.
MatrixXd summed(const Decision& d, RankBy by) {
  if (by == RankBy::weighted_sum) return shares_of_best(d);
  if (by != RankBy::weighted_product) return {};
  MatrixXd logs = MatrixXd::Zero(d.arms(), d.criteria());
  for (Index j = 0; j < d.criteria(); ++j) {
    if (d.weights[j] == 0) continue;  // its values may have no logarithm: moved by steps
    const double sign = d.better[static_cast<std::size_t>(j)] == Better::more ? 1 : -1;
    const double low = d.values.col(j).minCoeff(), high = d.values.col(j).maxCoeff();
    if (std::abs(high - low) <= kSame * std::max(std::abs(low), std::abs(high))) continue;
    if (!(low > 0)) return {};
    logs.col(j) = sign * (d.values.col(j).array() / high).log();
  }
  return logs;
}

// Where lines cross: the lead of a first arm over another is s (a_j - b_j) + (1 - s) (what the others give).
WeightRange by_lines(const MatrixXd& terms, const VectorXd& weights, Index j, const std::vector<int>& first) {
  const double now = weights[j];
  WeightRange out{.weight = now};
  const VectorXd others = moved(weights, j, 0);
  const auto is_first = [&](Index i) {
    return std::find(first.begin(), first.end(), static_cast<int>(i)) != first.end();
  };
  for (const int a : first)
    for (Index b = 0; b < terms.rows(); ++b) {
      const VectorXd lead = (terms.row(a) - terms.row(b)).transpose();
      const double at_one = lead[j], at_zero = lead.dot(others);
      if (is_first(b)) {  // tied here: for all weights, or for this one only
        if (std::abs(at_one) > kSame || std::abs(at_zero) > kSame) out.low = out.high = now;
        continue;
      }
      if (at_zero < 0) out.low = std::max(out.low, std::min(now, at_zero / (at_zero - at_one)));
      if (at_one < 0) out.high = std::min(out.high, std::max(now, at_zero / (at_zero - at_one)));
    }
  return out;
}

// Moves the weight from `now` towards `end`; returns the last value at which the same arms are first.
double by_steps(Moving& at, const std::vector<int>& first, double now, double end) {
  constexpr int kSteps = 256;
  double same = now, other = now;
  const int steps = static_cast<int>(std::ceil(std::abs(end - now) * kSteps));
  bool found = false;
  for (int k = 1; k <= steps && !found; ++k) {
    other = k == steps ? end : now + (end - now) * k / steps;
    found = at.first(other) != first;
    if (!found) same = other;
  }
  if (!found) return end;
  while (std::abs(other - same) > 1e-10) {
    const double middle = 0.5 * (same + other);
    (at.first(middle) == first ? same : other) = middle;
  }
  return same;
}

}  // namespace

std::vector<WeightRange> weight_ranges(const Decision& d, std::optional<RankBy> by) {
  require_valid(d);
  std::vector<int> first;
  MatrixXd terms;
  if (by) {
    const Ranking now = rank(d, *by);
    if (!now.told())
      throw Error(ErrorKind::usage, std::string(stem(*by)), "it cannot rank these arms").given(now.why);
    first = now.first();
    terms = summed(d, *by);
  } else {
    first = Moving::first_by_all(d);
  }
  std::vector<WeightRange> ranges;
  for (Index j = 0; j < d.criteria(); ++j) {
    const double weight = d.weights[j];
    WeightRange range{.weight = weight};
    if (weight < 1) {  // otherwise no other arm could be first
      Moving at(d, by, j);
      const bool lines = terms.size() != 0 && (by == RankBy::weighted_sum || weight > 0);
      if (lines) {
        range = by_lines(terms, d.weights, j, first);
      } else {
        range.low = by_steps(at, first, weight, 0);
        range.high = by_steps(at, first, weight, 1);
      }
      constexpr double kBeyond = 1e-7;
      if (range.low > 0) range.first_below = at.first(std::max(0.0, range.low - kBeyond));
      if (range.high < 1) range.first_above = at.first(std::min(1.0, range.high + kBeyond));
    }
    ranges.push_back(std::move(range));
  }
  return ranges;
}

std::vector<double> first_within_errors(const Decision& d, RankBy by, int draws, std::uint64_t seed) {
  require_valid(d);
  std::mt19937_64 random(seed);
  // Box and Muller, so that every standard library draws the same
  const auto normal = [&] {
    const auto uniform = [&] { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; };
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  };
  Decision drawn = d;
  drawn.errors.resize(0, 0);
  std::vector<double> firsts(static_cast<std::size_t>(d.arms()), 0);
  double counted = 0;
  for (int k = 0; k < draws; ++k) {
    for (Index i = 0; i < d.arms(); ++i)
      for (Index j = 0; j < d.criteria(); ++j)
        if (const double error = d.error(i, j); error > 0)
          drawn.values(i, j) = d.values(i, j) + error / 1.959963984540054 * normal();
    const Ranking ranking = rank(drawn, by);
    if (!ranking.told()) continue;
    ++counted;
    for (const int i : ranking.first()) ++firsts[static_cast<std::size_t>(i)];
  }
  for (double& share : firsts)
    share = counted > 0 ? share / counted : std::numeric_limits<double>::quiet_NaN();
  return firsts;
}

}  // namespace catena::choose
