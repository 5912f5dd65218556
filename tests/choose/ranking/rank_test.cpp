// SPDX-License-Identifier: Apache-2.0
// The four rankings against examples worked out by hand, in other units, in other orders, and where arms are equal.
#include "catena/choose/ranking/rank.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "catena/core/error.hpp"
#include "choose/ranking/decisions.hpp"

namespace catena::test {
namespace {

using namespace choose;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kEps = 1e-14;

// Three arms: more of the first criterion is better, less of the second. 9 + 16 + 144 = 13², 4 + 36 + 9 = 7².
Decision three_arms(double first, double second) {
  return decision({Better::more, Better::less}, {first, second}, {{3, 2}, {4, 6}, {12, 3}});
}

TEST(Rank, WeightedSumAgreesWithAnExampleByHand) {
  // shares of the best, criterion 1: 3/12, 4/12, 1; criterion 2: 1, 1 - 4/6, 1 - 1/6
  //   0.6 / 4 + 0.4         = 0.55
  //   0.6 / 3 + 0.4 / 3     = 1/3
  //   0.6     + 0.4 * 5/6   = 14/15
  const Ranking r = rank(three_arms(3, 2), RankBy::weighted_sum);
  EXPECT_NEAR(r.score[0], 0.55, kEps);
  EXPECT_NEAR(r.score[1], 1.0 / 3, kEps);
  EXPECT_NEAR(r.score[2], 14.0 / 15, kEps);
  EXPECT_THAT(r.place, ElementsAre(2, 3, 1));
  EXPECT_THAT(r.first(), ElementsAre(2));
}

TEST(Rank, WeightedProductAgreesWithAnExampleByHand) {
  // ratios to the best, criterion 1: 1/4, 1/3, 1; criterion 2: 1, 1/3, 2/3
  const Ranking r = rank(three_arms(3, 2), RankBy::weighted_product);
  EXPECT_NEAR(r.score[0], std::pow(0.25, 0.6), kEps);
  EXPECT_NEAR(r.score[1], 1.0 / 3, kEps);
  EXPECT_NEAR(r.score[2], std::pow(2.0 / 3, 0.4), kEps);
  EXPECT_THAT(r.place, ElementsAre(2, 3, 1));
}

TEST(Rank, TopsisAgreesWithAnExampleByHand) {
  // Weights 1/2, 1/2. In units of 1/182 = 1/(2 * 13 * 7):
  //   criterion 1 divided by 13 and halved:  21  28  84     best 84, worst 21
  //   criterion 2 divided by  7 and halved:  26  78  39     best 26, worst 78
  //   arm 1: d+ = 84 - 21 = 63,                 d- = 78 - 26 = 52
  //   arm 2: d+ = √(56² + 52²) = √5840,         d- = 28 - 21 = 7
  //   arm 3: d+ = 39 - 26 = 13,                 d- = √(63² + 39²) = √5490
  const Topsis t = topsis(three_arms(1, 1));
  EXPECT_NEAR(t.to_best[0], 63.0 / 182, kEps);
  EXPECT_NEAR(t.to_worst[0], 52.0 / 182, kEps);
  EXPECT_NEAR(t.to_best[1], std::sqrt(5840) / 182, kEps);
  EXPECT_NEAR(t.to_worst[1], 7.0 / 182, kEps);
  EXPECT_NEAR(t.to_best[2], 13.0 / 182, kEps);
  EXPECT_NEAR(t.to_worst[2], std::sqrt(5490) / 182, kEps);
  const Ranking r = rank(three_arms(1, 1), RankBy::topsis);
  EXPECT_NEAR(r.score[0], 52.0 / 115, kEps);
  EXPECT_NEAR(r.score[1], 7 / (7 + std::sqrt(5840)), kEps);
  EXPECT_NEAR(r.score[2], std::sqrt(5490) / (13 + std::sqrt(5490)), kEps);
  EXPECT_THAT(r.place, ElementsAre(2, 3, 1));
}

TEST(Rank, VikorAgreesWithAnExampleByHand) {
  // Weights 0.6, 0.4. Shares of the range: criterion 1: 9/9, 8/9, 0; criterion 2: 0, 4/4, 1/4.
  //   arm 1: S = 0.6,                          R = 0.6
  //   arm 2: S = 0.6 * 8/9 + 0.4 = 14/15,      R = 8/15
  //   arm 3: S = 0.4 / 4 = 0.1,                R = 0.1
  // S from 0.1 to 14/15, 5/6 apart; R from 0.1 to 0.6, 1/2 apart:
  //   Q1 = (0.5 / (5/6) + 1) / 2 = 0.8,   Q2 = (1 + (13/30) / (1/2)) / 2 = 14/15,   Q3 = 0
  // The second is 0.8 >= 1/2 behind, and the first is first by S and R.
  const Vikor v = vikor(three_arms(3, 2));
  EXPECT_NEAR(v.S[0], 0.6, kEps);
  EXPECT_NEAR(v.S[1], 14.0 / 15, kEps);
  EXPECT_NEAR(v.S[2], 0.1, kEps);
  EXPECT_NEAR(v.R[0], 0.6, kEps);
  EXPECT_NEAR(v.R[1], 8.0 / 15, kEps);
  EXPECT_NEAR(v.R[2], 0.1, kEps);
  EXPECT_NEAR(v.Q[0], 0.8, kEps);
  EXPECT_NEAR(v.Q[1], 14.0 / 15, kEps);
  EXPECT_NEAR(v.Q[2], 0, kEps);
  EXPECT_TRUE(v.advantage);
  EXPECT_TRUE(v.stable);
  EXPECT_THAT(v.compromise, ElementsAre(2));
  EXPECT_THAT(rank(three_arms(3, 2), RankBy::vikor).place, ElementsAre(2, 3, 1)) << "less is better";
}

TEST(Rank, VikorNamesACompromiseWhereTheLeadIsSmall) {
  // Shares of the range, halved:
  //   criterion 1 (more) 9, 10, 0: 0.05, 0, 0.5;  criterion 2 (less) 0, 1, 2: 0, 0.25, 0.5
  //   S = 0.05, 0.25, 1;  R = 0.05, 0.25, 0.5
  //   Q2 = (0.2 / 0.95 + 0.2 / 0.45) / 2 = 56/171 = 0.327.. < 1/2: no advantage, and arm 2 belongs to the compromise
  const Vikor v = vikor(decision({Better::more, Better::less}, {1, 1}, {{9, 0}, {10, 1}, {0, 2}}));
  EXPECT_NEAR(v.Q[1], 56.0 / 171, kEps);
  EXPECT_FALSE(v.advantage);
  EXPECT_TRUE(v.stable);
  EXPECT_THAT(v.compromise, ElementsAre(0, 1));
}

TEST(Rank, VikorSeesThatTheFirstIsFirstByNothingElse) {
  // Three criteria from 0 to 10, less is better, weights 1/3:
  //   arm 1: 10 0  0   S = 1/3    R = 1/3       Q = (0 + 1) / 2           = 0.5
  //   arm 2:  6 6  6   S = 0.6    R = 0.2       Q = (0.8 + 0) / 2         = 0.4
  //   arm 3:  7 4  1   S = 0.4    R = 7/30      Q = (0.2 + 1/4) / 2       = 0.225
  //   arm 4:  0 10 10  S = 2/3    R = 1/3       Q = 1
  // Arm 3 is second by S and by R; arms 1 and 2 are less than 1/3 behind.
  const Vikor v = vikor(decision({Better::less, Better::less, Better::less}, {1, 1, 1},
                                 {{10, 0, 0}, {6, 6, 6}, {7, 4, 1}, {0, 10, 10}}));
  EXPECT_NEAR(v.Q[0], 0.5, kEps);
  EXPECT_NEAR(v.Q[1], 0.4, kEps);
  EXPECT_NEAR(v.Q[2], 0.225, kEps);
  EXPECT_NEAR(v.Q[3], 1, kEps);
  EXPECT_FALSE(v.stable);
  EXPECT_FALSE(v.advantage);
  EXPECT_THAT(v.compromise, ElementsAre(2, 1, 0));
}

TEST(Rank, VikorDoesNotMakeAnOrderOfRounding) {
  // arm 1 loses criteria 1 and 2, arm 2 loses criterion 3, which weighs as much as both: S is the same, but for rounding
  int rounded = 0;
  for (int a = 1; a <= 20; ++a)
    for (int b = 1; b <= 20; ++b) {
      const Vikor v = vikor(decision({Better::less, Better::less, Better::less, Better::less},
                                     {1.0 * a, 1.0 * b, 1.0 * (a + b), 7}, {{1, 1, 0, 1}, {0, 0, 1, 1}}));
      rounded += v.S[0] != v.S[1];
      EXPECT_EQ(v.Q[0], 0);
      EXPECT_EQ(v.Q[1], 0.5);
    }
  EXPECT_GT(rounded, 20) << "or nothing was tried";
}

class EveryRanking : public testing::TestWithParam<RankBy> {};
INSTANTIATE_TEST_SUITE_P(All, EveryRanking, testing::ValuesIn(kRankings),
                         [](const auto& tested) { return std::string(stem(tested.param)); });

TEST_P(EveryRanking, IsTheSameInAnyUnit) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 200; ++k) {
    const Decision d = random_decision(random, 2 + k % 7, 1 + k % 5);
    const Ranking before = rank(d, GetParam());
    for (Eigen::Index j = 0; j < d.criteria(); ++j) {
      Decision other = d;
      other.values.col(j) *= std::pow(10.0, std::uniform_real_distribution<>(-9, 9)(random));
      const Ranking after = rank(other, GetParam());
      EXPECT_EQ(after.place, before.place);
      for (std::size_t i = 0; i < before.score.size(); ++i)
        EXPECT_NEAR(after.score[i], before.score[i], 1e-12);
    }
  }
}

TEST_P(EveryRanking, DoesNotDependOnTheOrderOfArmsOrCriteria) {
  std::mt19937_64 random(2);
  for (int k = 0; k < 200; ++k) {
    Decision d = random_decision(random, 2 + k % 7, 1 + k % 5);
    if (k % 3 == 0) d.values.row(0) = d.values.row(d.arms() - 1);  // a tie
    const Ranking before = rank(d, GetParam());
    Decision turned = d;
    turned.values = d.values.reverse();
    turned.weights = d.weights.reverse();
    std::reverse(turned.better.begin(), turned.better.end());
    std::vector<int> after = rank(turned, GetParam()).place;
    std::reverse(after.begin(), after.end());
    EXPECT_EQ(after, before.place);
  }
}

TEST_P(EveryRanking, PutsADominantArmFirst) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 200; ++k) {
    Decision d = random_decision(random, 2 + k % 7, 1 + k % 5);
    for (Eigen::Index j = 0; j < d.criteria(); ++j) {
      const auto column = d.values.col(j);
      d.values(1, j) = d.better[static_cast<std::size_t>(j)] == Better::more ? 1.1 * column.maxCoeff()
                                                                             : 0.9 * column.minCoeff();
    }
    EXPECT_THAT(rank(d, GetParam()).first(), ElementsAre(1));
  }
}

TEST_P(EveryRanking, LetsEqualArmsShareAPlace) {
  const Ranking r = rank(
      decision({Better::more, Better::less}, {1, 2}, {{5, 1}, {9, 1}, {5, 1}, {9, 1}, {1, 3}}), GetParam());
  EXPECT_THAT(r.place, ElementsAre(3, 1, 3, 1, 5));
  EXPECT_THAT(r.first(), ElementsAre(1, 3));
}

TEST_P(EveryRanking, SeesNothingInAColumnOfEqualValues) {
  const Ranking with = rank(
      decision({Better::more, Better::less, Better::more}, {1, 1, 2}, {{3, 2, 7}, {4, 6, 7}, {12, 3, 7}}),
      GetParam());
  EXPECT_EQ(with.place, rank(three_arms(1, 1), GetParam()).place);
  const Ranking equal =
      rank(decision({Better::more, Better::less}, {1, 1}, {{3, 0}, {3, 0}, {3, 0}}), GetParam());
  EXPECT_THAT(equal.place, ElementsAre(1, 1, 1));
  for (const double score : equal.score) EXPECT_EQ(score, GetParam() == RankBy::vikor ? 0 : 1);
}

TEST_P(EveryRanking, SeesNothingInAColumnThatIsEqualUpToRounding) {
  const double sum = 0.1 + 0.2;  // not 0.3
  ASSERT_NE(sum, 0.3);
  const Ranking r = rank(decision({Better::more, Better::more}, {9, 1}, {{sum, 1}, {0.3, 2}}), GetParam());
  EXPECT_THAT(r.place, ElementsAre(2, 1));
}

TEST_P(EveryRanking, DoesNotLookAtWhatWeighsNothing) {
  const Ranking with = rank(
      decision({Better::more, Better::less, Better::less}, {1, 1, 0}, {{3, 2, -1}, {4, 6, 0}, {12, 3, 1e9}}),
      GetParam());
  const Ranking without = rank(three_arms(1, 1), GetParam());
  EXPECT_EQ(with.place, without.place);
  EXPECT_EQ(with.score, without.score);
}

TEST_P(EveryRanking, PutsOneArmFirst) {
  const Ranking r = rank(decision({Better::more, Better::less}, {1, 1}, {{3, 2}}), GetParam());
  EXPECT_THAT(r.place, ElementsAre(1));
  EXPECT_EQ(r.score[0], GetParam() == RankBy::vikor ? 0 : 1);
}

TEST_P(EveryRanking, TakesHugeAndTinyNumbers) {
  const Ranking r = rank(
      decision({Better::more, Better::less}, {1, 1}, {{1.7e308, 4e-308}, {-1.7e308, 8e-308}, {0, 6e-308}}),
      GetParam());
  if (r.told())
    EXPECT_THAT(r.place, ElementsAre(1, 3, 2));
  else
    EXPECT_EQ(GetParam(), RankBy::weighted_product);
}

TEST(Rank, WeightedProductSaysWhereItHasNoRatio) {
  Decision d = decision({Better::more, Better::more}, {1, 1}, {{3, 2}, {4, -1}});
  EXPECT_EQ(rank(d, RankBy::weighted_product).why, "it uses ratios, but criterion 2 has the value -1");
  d.names = {"reach", "margin"};
  EXPECT_EQ(rank(d, RankBy::weighted_product).why, "it uses ratios, but 'margin' has the value -1");
  d = decision({Better::less}, {1}, {{0}, {1}});
  EXPECT_EQ(rank(d, RankBy::weighted_product).why, "it uses ratios, but criterion 1 has the value 0");
  EXPECT_TRUE(rank(d, RankBy::weighted_product).place.empty());
  d = decision({Better::more, Better::more}, {1, 1}, {{0, 5}, {1, 1}});
  EXPECT_THAT(rank(d, RankBy::weighted_product).score, ElementsAre(0, testing::DoubleEq(std::sqrt(0.2))))
      << "0 is the least of all";
}

TEST(Rank, RefusesWhatIsNoTableOfNumbers) {
  const auto what = [](const Decision& d) {
    try {
      rank(d, RankBy::topsis);
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_EQ(
      what(decision({Better::more}, {1}, {{1}, {NAN}})),
      "decision: a value is not finite, or an error is negative\n  given   nan ± 0 for arm 2, criterion 1\n"
      "  need    leave out missing values");
  Decision d = decision({Better::more}, {1}, {{1}, {2}});
  d.weights[0] = 2;
  EXPECT_THAT(what(d), HasSubstr("the weights do not sum to 1"));
  d = decision({Better::more}, {1}, {{1}, {2}});
  d.better.push_back(Better::less);
  EXPECT_THAT(what(d), HasSubstr("2 directions, 1 weights, 0 names"));
  d.values.resize(0, 0);
  EXPECT_THAT(what(d), HasSubstr("there is nothing to rank"));
}

TEST(Rank, DividesWeightsByTheirSum) {
  EXPECT_TRUE(shares_of_one(Eigen::Vector3d(2, 1, 1)).isApprox(Eigen::Vector3d(0.5, 0.25, 0.25), 1e-15));
  EXPECT_TRUE(shares_of_one(Eigen::Vector2d(1e308, 1e308)).isApprox(Eigen::Vector2d(0.5, 0.5), 1e-15));
  EXPECT_THROW(shares_of_one(Eigen::Vector2d(0, 0)), Error);
  EXPECT_THROW(shares_of_one(Eigen::Vector2d(2, -1)), Error);
  EXPECT_THROW(shares_of_one(Eigen::Vector2d(2, INFINITY)), Error);
}

}  // namespace
}  // namespace catena::test
