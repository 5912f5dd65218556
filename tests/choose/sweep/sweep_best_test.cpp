// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/sweep_best.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>

#include "catena/choose/ranking/pareto.hpp"
#include "catena/core/error.hpp"
#include "choose/store/stand_in.hpp"
#include "choose/sweep/score_errors.hpp"

namespace catena::test {
namespace {

using choose::Better;
using choose::SweepBest;
using testing::ElementsAre;

TEST(SweepBest, TheFrontIsThatOfAllPairs) {
  std::mt19937 draw(7);
  std::uniform_int_distribution<int> coarse(0, 5);  // ties are common
  std::uniform_real_distribution<double> fine(0, 1);
  for (int turn = 0; turn < 40; ++turn) {
    const Eigen::Index rows = 1 + turn * 3, width = 1 + turn % 4;
    Eigen::MatrixXd values(rows, width);
    for (Eigen::Index i = 0; i < rows; ++i)
      for (Eigen::Index j = 0; j < width; ++j) values(i, j) = turn % 2 == 0 ? coarse(draw) : fine(draw);
    std::vector<Better> better;
    for (Eigen::Index j = 0; j < width; ++j) better.push_back(j % 2 == 0 ? Better::less : Better::more);
    // `pareto` compares all with all
    const choose::Decision decision{
        better, Eigen::VectorXd::Constant(width, 1.0 / static_cast<double>(width)), values};
    EXPECT_EQ(choose::pareto_front(values, better), choose::pareto(decision).front) << "turn " << turn;
  }
}

// A store of given scores, one column for each criterion.
class BestTest : public testing::Test {
 protected:
  BestTest()
      : path_(std::filesystem::temp_directory_path() /
              ("catena_best_" + std::to_string(::getpid()) + ".db")) {}
  ~BestTest() override { std::filesystem::remove(path_); }

  choose::Store store(const std::vector<std::vector<choose::Score>>& scores) {
    std::filesystem::remove(path_);
    choose::StoreHead head = stand_in_head(static_cast<std::int64_t>(scores.size()));
    choose::Store made = choose::Store::create(path_.string(), head);
    for (std::size_t k = 0; k < scores.size(); ++k)
      made.add({.point = static_cast<std::int64_t>(k),
                .parameters = {static_cast<double>(k), 0, 0},
                .scores = scores[k],
                .why = k == 0 ? "the best, but there is no such arm" : ""});
    made.commit();
    return made;
  }

 private:
  std::filesystem::path path_;
};

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST_F(BestTest, OrdersFeasibleArmsByTheirCriteria) {
  const choose::Store made =
      store({{{9}, {1}}, {{1}, {5}}, {{3}, {2}}, {{2}, {4}}, {{2.9}, {1.5}}});  // reach, mass
  const SweepBest best = choose::best_of(made, choose::RankBy::weighted_sum, {1, 1});
  EXPECT_THAT(best.criteria, ElementsAre(0, 1));
  EXPECT_THAT(best.points, ElementsAre(4, 2, 3, 1)) << "sums of 1.97, 1.9, 1.17, 0.63 by hand, halved";
  EXPECT_THAT(best.front, ElementsAre(4, 2));
  EXPECT_TRUE(best.remarks.empty());
  EXPECT_THAT(choose::best_of(made, choose::RankBy::weighted_sum, {1, 0}).points, ElementsAre(2, 4, 3, 1));
  EXPECT_THROW(choose::best_of(made, choose::RankBy::topsis, {1}), Error);
}

TEST_F(BestTest, LeavesOutWhatCannotBeCompared) {
  const choose::Store missing = store({{{9}, {1}}, {{1}, {kNone, 0, "no"}}, {{3}, {kNone, 0, "no"}}});
  const SweepBest one = choose::best_of(missing, choose::RankBy::topsis, {1, 1});
  EXPECT_THAT(one.criteria, ElementsAre(0));
  EXPECT_THAT(one.points, ElementsAre(2, 1));
  EXPECT_THAT(one.remarks, ElementsAre("'mass' is unavailable for every arm: it is left out of the ranking"));
  const choose::Store units = store({{{9}, {1}}, {{1}, {2}}, {{3, 0, "", "m^2"}, {1}}});
  EXPECT_THAT(
      choose::best_of(units, choose::RankBy::topsis, {1, 1}).remarks,
      ElementsAre("'reach' has different units for different arms (m, m²): it is left out of the ranking"));
  const choose::Store some = store({{{9}, {1}}, {{1}, {2}}, {{3}, {kNone, 0, "no"}}, {{4}, {1}}});
  const SweepBest two = choose::best_of(some, choose::RankBy::topsis, {1, 1});
  EXPECT_THAT(two.points, ElementsAre(3, 1));
  EXPECT_THAT(two.remarks, ElementsAre("1 of 3 arms lack a criterion: they are left out of the ranking"));
}

TEST_F(BestTest, ArmsWithinTheErrorsShareAPlace) {
  // scores 1, 0.967, 0.933, 0.333 with errors 0.05, 0.033, 0.002, 0: the second is within hypot(0.05, 0.033) of the first
  const choose::Store made =
      store({{{9}, {1}}, {{1}, {1}}, {{2.8, 0.006}, {1}}, {{2.9, 0.1}, {1}}, {{3, 0.15}, {1}}});
  const SweepBest best = choose::best_of(made, choose::RankBy::weighted_sum, {1, 0});
  EXPECT_THAT(best.points, ElementsAre(4, 3, 2, 1));
  EXPECT_THAT(best.places, ElementsAre(1, 1, 3, 4));
  EXPECT_THAT(best.errors, ElementsAre(testing::DoubleNear(0.05, 1e-12), testing::DoubleNear(0.1 / 3, 1e-12),
                                       testing::DoubleNear(0.002, 1e-12), 0));
  EXPECT_THAT(best.front, ElementsAre(4)) << "of the values";
}

TEST_F(BestTest, ListsEachArmOnce) {
  choose::Store made = store({{{9}, {1}}, {{1}, {5}}, {{3}, {2}}});
  for (const std::int64_t point : {10, 11})  // a search that tries the arm of point 2 again, twice
    made.add({.point = point, .search = 0, .parameters = {2, 0, 0}, .scores = {{3}, {2}}});
  made.commit();
  const SweepBest best = choose::best_of(made, choose::RankBy::topsis, {1, 1});
  EXPECT_THAT(best.points, ElementsAre(2, 1));
  EXPECT_THAT(best.front, ElementsAre(2));
  EXPECT_THAT(
      best.remarks,
      ElementsAre("2 feasible points have the parameters of an earlier one: each arm is listed once"));
}

// By differences: with 400 arms, one arm changes the scales of all by little.
TEST(ScoreErrors, AreThoseOfTheArmsOwnValues) {
  std::mt19937 draw(11);
  std::uniform_real_distribution<double> value(1, 2);
  constexpr Eigen::Index kArms = 400;
  Eigen::MatrixXd values(kArms, 3);
  for (double& x : values.reshaped()) x = value(draw);
  values.row(0) << 0.5, 0.5, 0.5;  // the extremes of all criteria
  values.row(1) << 2.5, 2.5, 2.5;
  const std::vector<Better> directions = {Better::more, Better::less, Better::more};
  choose::Decision decision{directions, Eigen::Vector3d(0.5, 0.3, 0.2), values};
  decision.errors = Eigen::MatrixXd::Zero(kArms, 3);
  constexpr double kStep = 1e-6;
  for (const choose::RankBy by : choose::kRankings)
    for (const Eigen::Index arm : {2, 17, 300}) {
      double squares = 0;
      for (Eigen::Index j = 0; j < 3; ++j) {
        choose::Decision moved = decision;
        moved.values(arm, j) += kStep;
        const auto a = static_cast<std::size_t>(arm);
        const double slope = (choose::rank(moved, by).score[a] - choose::rank(decision, by).score[a]) / kStep;
        decision.errors(arm, j) = 0.01 * static_cast<double>(j + 1);
        squares += slope * slope * decision.errors(arm, j) * decision.errors(arm, j);
      }
      const double error = choose::detail::score_errors(decision, by)[static_cast<std::size_t>(arm)];
      EXPECT_NEAR(error, std::sqrt(squares), 0.01 * error) << stem(by) << ' ' << arm;
      decision.errors.setZero();
    }
}

}  // namespace
}  // namespace catena::test
