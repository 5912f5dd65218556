// SPDX-License-Identifier: Apache-2.0
// Weight ranges: by hand, and by ranking again on both sides of each bound.
#include "catena/choose/ranking/sensitivity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "catena/choose/ranking/agreement.hpp"
#include "catena/core/error.hpp"
#include "choose/ranking/decisions.hpp"

namespace catena::test {
namespace {

using namespace choose;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

class WeightsOf : public testing::TestWithParam<RankBy> {};
INSTANTIATE_TEST_SUITE_P(All, WeightsOf, testing::ValuesIn(kRankings),
                         [](const auto& tested) { return std::string(stem(tested.param)); });

TEST_P(WeightsOf, ChangesHandsInTheMiddleOfAMirroredTable) {
  const Decision d = decision({Better::more, Better::more}, {7, 3}, {{10, 5}, {5, 10}});
  const std::vector<WeightRange> ranges = weight_ranges(d, GetParam());
  EXPECT_NEAR(ranges[0].weight, 0.7, 1e-15);
  EXPECT_NEAR(ranges[0].low, 0.5, 1e-9);
  EXPECT_EQ(ranges[0].high, 1);
  EXPECT_THAT(ranges[0].first_below, ElementsAre(1));
  EXPECT_THAT(ranges[0].first_above, IsEmpty());
  EXPECT_EQ(ranges[1].low, 0);
  EXPECT_NEAR(ranges[1].high, 0.5, 1e-9);
  EXPECT_THAT(ranges[1].first_above, ElementsAre(1));
  EXPECT_FALSE(ranges[0].holds());
}

TEST(Sensitivity, AgreesWithAnExampleByHand) {
  // Shares of the best: arm 1: 1, 1/2, 5/8; arm 2: 1/2, 1, 1. The lead of arm 1: 1/2, -1/2, -3/8.
  // Weight s of criterion 2, the others as 6 to 1: (6/7 * 1/2 - 1/7 * 3/8) (1 - s) = s / 2, so s = 3/7.
  // Weight s of criterion 3, the others as 2 to 1: (2/3 * 1/2 - 1/3 * 1/2) (1 - s) = 3/8 s, so s = 4/13.
  const Decision d =
      decision({Better::more, Better::more, Better::more}, {6, 3, 1}, {{10, 5, 5}, {5, 10, 8}});
  const std::vector<WeightRange> ranges = weight_ranges(d, RankBy::weighted_sum);
  EXPECT_NEAR(ranges[1].high, 3.0 / 7, 1e-14);
  EXPECT_NEAR(ranges[2].high, 4.0 / 13, 1e-14);
  EXPECT_EQ(ranges[2].low, 0);
}

// Ranks with weights of any sum, which sensitivity.cpp does not: the others stay as they are.
std::vector<int> first_with(const Decision& d, RankBy by, Eigen::Index j, double share) {
  Decision moved = d;
  Eigen::VectorXd weights = d.weights;
  weights[j] = share / (1 - share) * (d.weights.sum() - d.weights[j]);
  moved.weights = shares_of_one(weights);
  return rank(moved, by).first();
}

TEST_P(WeightsOf, KeepsItsFirstWithinTheRangeAndLosesItBeyond) {
  std::mt19937_64 random(4);
  int ends = 0;
  for (int k = 0; k < 60; ++k) {
    const Decision d = random_decision(random, 2 + k % 4, 2 + k % 3);
    const std::vector<int> first = rank(d, GetParam()).first();
    const std::vector<WeightRange> ranges = weight_ranges(d, GetParam());
    for (Eigen::Index j = 0; j < d.criteria(); ++j) {
      const WeightRange& range = ranges[static_cast<std::size_t>(j)];
      ASSERT_LE(range.low, range.weight);
      ASSERT_GE(range.high, range.weight);
      for (int s = 1; s < 16; ++s) {
        const double inside = range.low + (range.high - range.low) * s / 16;
        EXPECT_EQ(first_with(d, GetParam(), j, inside), first) << "at " << inside;
      }
      if (range.low > 0) {
        ++ends;
        EXPECT_EQ(first_with(d, GetParam(), j, range.low + 1e-6), first);
        EXPECT_EQ(first_with(d, GetParam(), j, range.low - 1e-6), range.first_below);
        EXPECT_NE(range.first_below, first);
      }
      if (range.high < 1) {
        ++ends;
        EXPECT_EQ(first_with(d, GetParam(), j, range.high - 1e-6), first);
        EXPECT_EQ(first_with(d, GetParam(), j, range.high + 1e-6), range.first_above);
        EXPECT_NE(range.first_above, first);
      }
    }
  }
  EXPECT_GT(ends, 20) << "or nothing was tried";
}

TEST_P(WeightsOf, HoldsForAnyWeightWhereOneArmDominates) {
  const Decision d =
      decision({Better::more, Better::less, Better::more}, {1, 2, 0}, {{5, 1, 4}, {4, 2, 3}, {3, 3, 2}});
  for (const WeightRange& range : weight_ranges(d, GetParam())) EXPECT_TRUE(range.holds());
}

TEST_P(WeightsOf, HasNoRoomWhereATieBreaksAtOnce) {
  const Decision d = decision({Better::more, Better::more}, {1, 1}, {{10, 5}, {5, 10}});
  ASSERT_THAT(rank(d, GetParam()).first(), ElementsAre(0, 1));
  const std::vector<WeightRange> ranges = weight_ranges(d, GetParam());
  EXPECT_NEAR(ranges[0].low, 0.5, 1e-9);
  EXPECT_NEAR(ranges[0].high, 0.5, 1e-9);
  EXPECT_THAT(ranges[0].first_below, ElementsAre(1));
  EXPECT_THAT(ranges[0].first_above, ElementsAre(0));
  const Decision twins = decision({Better::more, Better::more}, {3, 1}, {{10, 5}, {10, 5}, {5, 10}});
  // norms 15 and √150 make the difference in TOPSIS
  const double changes = GetParam() == RankBy::topsis ? 15 / (15 + std::sqrt(150)) : 0.5;
  EXPECT_NEAR(weight_ranges(twins, GetParam())[0].low, changes, 1e-9) << "twins stay together";
}

TEST_P(WeightsOf, SaysHowFarAWeightOfNothingMayGrow) {
  const Decision d = decision({Better::more, Better::more}, {1, 0}, {{10, 5}, {5, 10}});
  const std::vector<WeightRange> ranges = weight_ranges(d, GetParam());
  EXPECT_TRUE(ranges[0].holds()) << "nothing else weighs anything";
  EXPECT_EQ(ranges[1].low, 0);
  EXPECT_NEAR(ranges[1].high, 0.5, 1e-9);
}

TEST(Sensitivity, OfAllRankingsTogetherIsWhereTheMeanOfPlacesChanges) {
  std::mt19937_64 random(6);
  const auto first_with_all = [](const Decision& d, Eigen::Index j, double share) {
    Decision moved = d;
    Eigen::VectorXd weights = d.weights;
    weights[j] = share / (1 - share) * (d.weights.sum() - d.weights[j]);
    moved.weights = shares_of_one(weights);
    std::vector<Ranking> rankings;
    for (const RankBy by : kRankings) rankings.push_back(rank(moved, by));
    return overall(rankings).first();
  };
  int ends = 0;
  for (int k = 0; k < 20; ++k) {
    const Decision d = random_decision(random, 3, 3);
    const std::vector<WeightRange> ranges = weight_ranges(d);
    for (Eigen::Index j = 0; j < 3; ++j) {
      const WeightRange& range = ranges[static_cast<std::size_t>(j)];
      if (range.high == 1) continue;
      ++ends;
      EXPECT_EQ(first_with_all(d, j, range.high - 1e-9), first_with_all(d, j, range.weight));
      EXPECT_EQ(first_with_all(d, j, range.high + 1e-7), range.first_above);
    }
  }
  EXPECT_GT(ends, 5);
}

TEST(Sensitivity, RefusesARankingThatCannotRank) {
  const Decision d = decision({Better::more, Better::more}, {1, 1}, {{3, 2}, {4, -1}});
  EXPECT_THROW(weight_ranges(d, RankBy::weighted_product), Error);
  const Decision zero = decision({Better::more, Better::more}, {3, 1}, {{10, 0}, {5, 10}, {4, 10}});
  EXPECT_THAT(weight_ranges(zero, RankBy::weighted_product)[1].first_below, ElementsAre(0))
      << "a 0 loses as long as it weighs anything";
}

TEST_P(WeightsOf, IsFirstAsOftenAsTheErrorsLet) {
  Decision d = decision({Better::more}, {1}, {{10}, {9}});
  EXPECT_THAT(first_within_errors(d, GetParam(), 10), ElementsAre(1, 0)) << "no errors";
  d.errors = Eigen::MatrixXd::Zero(2, 1);
  // one is ahead by 1, with a standard deviation of 1: Φ(1) = 0.841
  d.errors(0, 0) = 1.959963984540054;
  const std::vector<double> share = first_within_errors(d, GetParam(), 4000, 7);
  EXPECT_NEAR(share[0], 0.5 * std::erfc(-1 / std::sqrt(2)), 4 * std::sqrt(0.841 * 0.159 / 4000));
  EXPECT_NEAR(share[0] + share[1], 1, 1e-12);
  EXPECT_EQ(share, first_within_errors(d, GetParam(), 4000, 7));
  EXPECT_NE(share, first_within_errors(d, GetParam(), 4000, 8));
}

}  // namespace
}  // namespace catena::test
