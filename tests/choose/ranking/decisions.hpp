// SPDX-License-Identifier: Apache-2.0
// Tables to rank, for tests.
#pragma once

#include <initializer_list>
#include <random>
#include <vector>

#include "catena/choose/ranking/decision.hpp"

namespace catena::test {

// Weights of any sum.
inline choose::Decision decision(std::vector<choose::Better> better, std::vector<double> weights,
                                 std::initializer_list<std::initializer_list<double>> rows) {
  choose::Decision d;
  d.better = std::move(better);
  d.weights = choose::shares_of_one(
      Eigen::Map<const Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size())));
  d.values.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(weights.size()));
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (const double x : row) d.values(i, j++) = x;
    ++i;
  }
  return d;
}

// Positive values.
inline choose::Decision random_decision(std::mt19937_64& random, int arms, int criteria) {
  std::uniform_real_distribution<> value(0.5, 10);
  choose::Decision d;
  Eigen::VectorXd weights(criteria);
  d.values.resize(arms, criteria);
  for (int j = 0; j < criteria; ++j) {
    weights[j] = value(random);
    d.better.push_back(random() % 2 == 0 ? choose::Better::more : choose::Better::less);
    for (int i = 0; i < arms; ++i) d.values(i, j) = value(random);
  }
  d.weights = choose::shares_of_one(weights);
  return d;
}

}  // namespace catena::test
