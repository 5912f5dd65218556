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
                .parameters = {0, 0, 0},
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

}  // namespace
}  // namespace catena::test
