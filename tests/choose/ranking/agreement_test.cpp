// SPDX-License-Identifier: Apache-2.0
// Kendall's tau by hand, and the overall order of several rankings.
#include "catena/choose/ranking/agreement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace catena::test {
namespace {

using namespace choose;
using testing::ElementsAre;

double tau(std::vector<int> a, std::vector<int> b) { return kendall_tau(a, b); }

TEST(Agreement, TauAgreesWithExamplesByHand) {
  EXPECT_EQ(tau({1, 2, 3, 4}, {1, 2, 3, 4}), 1);
  EXPECT_EQ(tau({1, 2, 3, 4}, {4, 3, 2, 1}), -1);
  EXPECT_NEAR(tau({1, 2, 3, 4}, {1, 3, 2, 4}), 4.0 / 6, 1e-15) << "five pairs agree, one does not";
  EXPECT_NEAR(tau({1, 1, 3}, {1, 2, 3}), 2 / std::sqrt(6), 1e-15)
      << "two pairs agree; 2 and 3 are distinguished";
  EXPECT_EQ(tau({1, 1, 3}, {1, 1, 3}), 1);
  EXPECT_TRUE(std::isnan(tau({1, 1, 1}, {1, 2, 3}))) << "no pair is distinguished";
  EXPECT_TRUE(std::isnan(tau({1}, {1})));
}

TEST(Agreement, LeavesOutARankingThatCannotRank) {
  const std::vector<Ranking> three = {{RankBy::weighted_sum, {3, 2, 1}, {1, 2, 3}},
                                      {.by = RankBy::weighted_product, .why = "no ratio"},
                                      {RankBy::topsis, {1, 2, 0}, {2, 1, 3}}};
  const Eigen::MatrixXd all = agreement(three);
  EXPECT_EQ(all(0, 0), 1);
  EXPECT_NEAR(all(0, 2), 1.0 / 3, 1e-15);
  EXPECT_EQ(all(0, 2), all(2, 0));
  EXPECT_TRUE(std::isnan(all(0, 1)) && std::isnan(all(1, 1)));
  const Overall together = overall(three);
  EXPECT_THAT(together.mean_place, ElementsAre(1.5, 1.5, 3));
  EXPECT_THAT(together.place, ElementsAre(1, 1, 3));
  EXPECT_FALSE(together.unanimous);
  EXPECT_TRUE(overall({three.data(), 2}).unanimous);
}

}  // namespace
}  // namespace catena::test
