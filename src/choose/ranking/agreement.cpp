// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/agreement.hpp"

#include <cmath>
#include <limits>

namespace catena::choose {

double kendall_tau(std::span<const int> a, std::span<const int> b) {
  const auto order = [](std::span<const int> x, std::size_t i, std::size_t k) {
    return (x[i] < x[k]) - (x[i] > x[k]);
  };
  double together = 0, by_a = 0, by_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = i + 1; k < a.size(); ++k) {
      const int in_a = order(a, i, k), in_b = order(b, i, k);
      together += in_a * in_b;
      by_a += in_a * in_a;
      by_b += in_b * in_b;
    }
  if (by_a == 0 || by_b == 0) return std::numeric_limits<double>::quiet_NaN();
  return together / std::sqrt(by_a * by_b);
}

std::optional<std::pair<int, int>> most_different(const Decision& decision) {
  std::vector<std::vector<int>> places_by;
  for (Eigen::Index j = 0; j < decision.criteria(); ++j)
    places_by.push_back(places({decision.values.col(j).begin(), decision.values.col(j).end()},
                               decision.better[static_cast<std::size_t>(j)]));
  std::optional<std::pair<int, int>> pair;
  double least = 2;  // above any tau-b
  for (std::size_t a = 0; a < places_by.size(); ++a)
    for (std::size_t b = a + 1; b < places_by.size(); ++b)
      if (const double tau = kendall_tau(places_by[a], places_by[b]); tau < least) {
        least = tau;
        pair = {static_cast<int>(a), static_cast<int>(b)};
      }
  return pair;
}

Eigen::MatrixXd agreement(std::span<const Ranking> rankings) {
  const auto n = static_cast<Eigen::Index>(rankings.size());
  Eigen::MatrixXd tau(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index k = 0; k < n; ++k) {
      const Ranking& a = rankings[static_cast<std::size_t>(i)];
      const Ranking& b = rankings[static_cast<std::size_t>(k)];
      const bool told = a.told() && b.told();
      tau(i, k) = !told    ? std::numeric_limits<double>::quiet_NaN()
                  : i == k ? 1
                           : kendall_tau(a.place, b.place);
    }
  return tau;
}

std::vector<int> Overall::first() const { return firsts(place); }

Overall overall(std::span<const Ranking> rankings) {
  Overall out;
  const Ranking* before = nullptr;
  double voices = 0;
  for (const Ranking& ranking : rankings) {
    if (!ranking.told()) continue;
    out.mean_place.resize(ranking.place.size(), 0);
    for (std::size_t i = 0; i < ranking.place.size(); ++i) out.mean_place[i] += ranking.place[i];
    if (before) out.unanimous = out.unanimous && before->first() == ranking.first();
    before = &ranking;
    ++voices;
  }
  for (double& place : out.mean_place) place /= voices;
  out.place = places(out.mean_place, Better::less);
  return out;
}

}  // namespace catena::choose
