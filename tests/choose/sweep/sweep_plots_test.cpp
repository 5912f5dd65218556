// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/sweep/sweep_plots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <numeric>

#include "catena/choose/sweep/design_rows.hpp"
#include "choose/design/design_helpers.hpp"
#include "choose/store/stand_in.hpp"

namespace catena::test {
namespace {

using choose::SweepBest;
using choose::SweepPlots;
using testing::ElementsAre;
using testing::IsEmpty;

SweepBest of_points(std::int64_t count, std::vector<std::int64_t> front) {
  SweepBest best;
  best.points.resize(static_cast<std::size_t>(count));
  std::iota(best.points.rbegin(), best.points.rend(), 0);  // the last point is the best
  best.front = std::move(front);
  return best;
}

TEST(PointsToPlot, AreAllIfThereIsRoom) {
  EXPECT_THAT(choose::points_to_plot(of_points(4, {3}), {.shown = 4, .best = 1}), ElementsAre(0, 1, 2, 3));
}

TEST(PointsToPlot, AreTheFrontTheBestAndEveryKthOfTheOthers) {
  const auto points = choose::points_to_plot(of_points(100, {57, 33}), {.shown = 10, .best = 2});
  // 98 and 99 are the best; 100 / (10 - 4) + 1 = 17
  EXPECT_THAT(points, ElementsAre(0, 17, 33, 34, 51, 57, 68, 85, 98, 99));
  const auto crowded =
      choose::points_to_plot(of_points(100, {11, 12, 13, 14, 15, 16}), {.shown = 8, .best = 1});
  EXPECT_THAT(crowded, ElementsAre(0, 11, 12, 13, 14, 15, 16, 51, 99)) << "the whole front, and 8 / 4 others";
}

class SweepPlotsTest : public testing::Test {
 protected:
  SweepPlotsTest()
      : path_(std::filesystem::temp_directory_path() /
              ("catena_plots_" + std::to_string(::getpid()) + ".db")) {
    std::filesystem::remove(path_);
  }
  ~SweepPlotsTest() override { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

TEST_F(SweepPlotsTest, HoldFeasibleArmsByColumns) {
  choose::Store store = choose::Store::create(path(), stand_in_head(4));
  store.add({.point = 0, .parameters = {1, 2, 0}, .scores = {{10, 0.5}, {20}}});
  store.add({.point = 1, .parameters = {3, 4, 1}, .scores = {{30}, {40}}, .why = "breaks a constraint"});
  store.add({.point = 2, .parameters = {5, 6, 1}, .why = "there is no such arm"});
  store.add({.point = 3, .parameters = {7, 8, 0}, .scores = {{50}, {60}}});
  store.add({.point = 4, .search = 0, .parameters = {9, 10, 0}, .scores = {{70}, {80}}});
  store.commit();
  SweepBest best;
  best.points = {4, 3, 0};
  best.front = {4, 0};
  const SweepPlots plots = choose::sweep_plots(store, best);
  EXPECT_THAT(plots.points, ElementsAre(0, 3, 4));
  EXPECT_THAT(plots.front, ElementsAre(0, 2)) << "indices, not points";
  EXPECT_THAT(plots.values, ElementsAre(ElementsAre(1, 7, 9), ElementsAre(2, 8, 10), ElementsAre(0, 0, 0),
                                        ElementsAre(10, 50, 70), ElementsAre(20, 60, 80)));
  EXPECT_THAT(plots.errors, ElementsAre(IsEmpty(), IsEmpty(), IsEmpty(), ElementsAre(0.5, 0, 0), IsEmpty()));
  EXPECT_THAT(plots.sampled, ElementsAre(ElementsAre(1, 7), ElementsAre(2, 8), ElementsAre(0, 0),
                                         ElementsAre(10, 50), ElementsAre(20, 60)))
      << "without the searches";
}

TEST_F(SweepPlotsTest, ShowOnlyTheChosenArmsOneByOne) {
  choose::Store store = choose::Store::create(path(), stand_in_head(6));
  for (std::int64_t k = 0; k < 6; ++k)
    store.add({.point = k, .parameters = {double(k), 0, 0}, .scores = {{double(k)}, {1}}});
  store.commit();
  const SweepPlots plots = choose::sweep_plots(store, of_points(6, {2}), {.shown = 4, .best = 1});
  EXPECT_THAT(plots.points, ElementsAre(0, 2, 4, 5)) << "6 / (4 - 2) + 1 = 4";
  EXPECT_THAT(plots.values[0], ElementsAre(0, 2, 4, 5));
  EXPECT_EQ(plots.sampled[0].size(), 6u);
}

TEST_F(SweepPlotsTest, DrawTheBestArmsInTheMiddleOfTheirRanges) {
  const choose::Design design = choose::load_design("two_link");
  choose::Store store = choose::Store::create(path(), choose::store_head(design));
  for (const choose::SweepRow& row : choose::design_rows(design)({0, 4})) store.add(row);
  store.commit();
  SweepBest best;
  best.points = {3, 1, 0};
  const std::vector<choose::BestArm> arms = choose::best_arms(store, best, 2);
  ASSERT_EQ(arms.size(), 2u);
  EXPECT_EQ(arms[0].point, 3);
  EXPECT_EQ(arms[1].point, 1);
  for (const choose::BestArm& each : arms) {
    ASSERT_EQ(each.q.size(), each.arm.dof());
    Eigen::Index joint = 0;
    for (const RobotLink& link : each.arm.robot().links) {
      if (link.joint == JointKind::fixed) continue;
      const auto range = link.limits ? link.limits->position : std::nullopt;
      EXPECT_DOUBLE_EQ(each.q[joint++], range ? ((*range)[0] + (*range)[1]) / 2 : 0);
    }
  }
}

}  // namespace
}  // namespace catena::test
