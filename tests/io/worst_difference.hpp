// SPDX-License-Identifier: Apache-2.0
// Two robots that should be the same arm, compared at rest and in random configurations.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "support/direct_arm.hpp"

namespace catena::test {

inline std::vector<double> random_q(std::mt19937& engine, int n) {
  std::uniform_real_distribution<double> any(-3, 3);
  std::vector<double> q;
  for (int i = 0; i < n; ++i) q.push_back(any(engine));
  return q;
}

inline double worst_difference(const Robot& a, const Robot& b) {
  std::mt19937 engine(12);
  double worst = 0;
  for (int k = 0; k < 6; ++k) {
    const auto q =
        k ? random_q(engine, a.dof()) : std::vector<double>(static_cast<std::size_t>(a.dof()), 0.0);
    worst = std::max(worst, difference(direct(a, q), direct(b, q)));
  }
  return worst;
}

}  // namespace catena::test
