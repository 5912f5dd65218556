// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/ranking/comparison_plots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "choose/arms.hpp"

namespace catena::test {
namespace {

using namespace choose;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsNan;

constexpr Criterion kKnown[] = {{"reach", "m", Better::more, "how far it gets"},
                                {"workspace", "m^3", Better::more, "how much", true},
                                {"operations", "", Better::less, "to compute"}};

Question question() {
  Question q;
  for (const Criterion& c : kKnown) q.criteria.push_back(&c);
  q.weights = {1, 1, 1};
  return q;
}

Scores scores(const std::vector<std::vector<double>>& rows) {
  Scores out(static_cast<int>(rows.size()), 3);
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < 3; ++j) out.at(static_cast<int>(i), static_cast<int>(j)).value = rows[i][j];
  return out;
}

Comparison compared(const Scores& s) {
  static const Robot robot;
  const std::vector<Entrant> entrants(static_cast<std::size_t>(s.arms()), {"arm", &robot});
  return compare(s, entrants, question());
}

TEST(PlottedCriteria, HaveGapsWhereAValueIsMissingOrHasAnotherUnit) {
  Scores s = scores({{NAN, 2, NAN}, {0.8, 3, NAN}, {0.9, 4, NAN}});
  s.at(1, 1).error = 0.1;
  s.at(2, 1).unit = "m^2";
  s.at(2, 1).error = 0.2;
  const std::vector<PlottedCriterion> plotted = plotted_criteria(s, question());
  ASSERT_EQ(plotted.size(), 2u) << "no arm has a value for operations";
  EXPECT_EQ(plotted[0].criterion, 0);
  EXPECT_EQ(plotted[0].unit, "m");
  EXPECT_THAT(plotted[0].values, ElementsAre(IsNan(), 0.8, 0.9));
  EXPECT_THAT(plotted[0].errors, IsEmpty()) << "all are 0";
  EXPECT_EQ(plotted[1].criterion, 1);
  EXPECT_EQ(plotted[1].unit, "m^3");
  EXPECT_THAT(plotted[1].values, ElementsAre(2, 3, IsNan()));
  EXPECT_THAT(plotted[1].errors, ElementsAre(0, 0.1, 0));
}

TEST(PlottedCriteria, TakeTheUnitOfTheFirstArmWithAValue) {
  Scores s = scores({{1, NAN, 1}, {1, 3, 1}, {1, 4, 1}});
  s.at(0, 1).unit = "l";
  s.at(1, 1).unit = "m^2";
  const std::vector<PlottedCriterion> plotted = plotted_criteria(s, question());
  EXPECT_EQ(plotted[1].unit, "m^2");
  EXPECT_THAT(plotted[1].values, ElementsAre(IsNan(), 3, IsNan()));
}

TEST(PlottedPair, RanksTheArmsMostDifferently) {
  // places by reach 1, 3, 2; by workspace 1, 2, 3; by operations, where lower is better, 3, 2, 1
  const Scores s = scores({{9, 3, 30}, {7, 2, 20}, {8, 1, 10}});
  const PlottedPair pair = most_different(compared(s), plotted_criteria(s, question()));
  EXPECT_EQ(pair.x, 1u);
  EXPECT_EQ(pair.y, 2u);
}

TEST(PlottedPair, CountsPlottedCriteriaNotRankedOnes) {
  // reach is plotted but not used for ranking, since the first arm lacks it
  const Scores s = scores({{NAN, 9, 30}, {2, 7, 20}, {1, 8, 10}});
  const PlottedPair pair = most_different(compared(s), plotted_criteria(s, question()));
  EXPECT_EQ(pair.x, 1u);
  EXPECT_EQ(pair.y, 2u);
}

TEST(PlottedPair, IsTheFirstTwoWhereNoTwoCanBeCompared) {
  const Scores alike = scores({{1, 1, 1}, {1, 1, 1}});
  const PlottedPair pair = most_different(compared(alike), plotted_criteria(alike, question()));
  EXPECT_EQ(pair.x, 0u);
  EXPECT_EQ(pair.y, 1u);
  EXPECT_EQ(most_different(Comparison{}, {}).y, 1u);
}

TEST(Comparison, OrdersArmsByTheirOverallPlace) {
  EXPECT_THAT(compared(scores({{1, 1, 30}, {3, 3, 10}, {2, 2, 20}})).order(), ElementsAre(1, 2, 0));
  EXPECT_THAT(compared(scores({{1, 1, 1}, {1, 1, 1}})).order(), ElementsAre(0, 1)) << "ties as they come";
}

TEST(Comparison, SaysHowOftenTheFirstStaysFirst) {
  Scores s = scores({{1, 1, 1}, {0.9, 0.9, 1.1}});
  EXPECT_EQ(compared(s).first_stays(0), 1);
  for (int i = 0; i < 2; ++i) s.at(i, 1).error = 1;
  const Comparison c = compared(s);
  EXPECT_GT(c.first_stays(0), 0.4);
  EXPECT_LT(c.first_stays(0), 0.95);
  EXPECT_EQ(c.first_stays(0), c.first_in_draws[0][0]);
  const Scores below = scores({{1, 1, -1}, {2, 2, 1}});  // a product of numbers that are not positive
  EXPECT_THAT(compared(below).first_stays(1), IsNan());
}

TEST(Comparison, KnowsWhoIsOnTheFront) {
  Scores s = scores({{1, 1, 1}, {0.9, 2, 1}, {0.5, 0.5, 2}, {0.95, 1, 1}});
  s.at(3, 0).error = 0.5;
  const Comparison c = compared(s);
  EXPECT_TRUE(c.pareto.on_front(0));
  EXPECT_TRUE(c.pareto.on_front(1));
  EXPECT_FALSE(c.pareto.on_front(2));
  EXPECT_FALSE(c.pareto.on_front_by_error(1));
  EXPECT_TRUE(c.pareto.on_front_by_error(3));
}

TEST(ComparisonPlots, GroupSlicesThatShareAScale) {
  Robot unlimited = Arm::load("rtx").robot();
  for (RobotLink& link : unlimited.links) link.limits.reset();
  const std::vector<Arm> arms = {Arm::load("planar2"), rtx_arm(1, 1, 1), Arm::load("planar3"),
                                 Arm(unlimited)};
  Scores s(4, 3);
  const ComparisonPlots plots = comparison_plots(arms, {}, s, question(), {});
  ASSERT_EQ(plots.paths.size(), 4u);
  EXPECT_EQ(plots.paths[2].q.rows(), 3);
  EXPECT_EQ(plots.paths[2].time.size(), 101u);
  std::vector<std::size_t> drawn;
  for (const SliceGroup& group : plots.slices) {
    ASSERT_EQ(group.arms.size(), group.slices.size());
    for (const ReachableSlice& slice : group.slices) {
      EXPECT_EQ(slice.flat, group.flat);
      EXPECT_EQ(slice.unit, group.unit);
    }
    drawn.insert(drawn.end(), group.arms.begin(), group.arms.end());
  }
  EXPECT_THAT(plots.slices.front().arms, ElementsAre(1)) << "arms in space come first";
  EXPECT_THAT(plots.slices[1].arms, testing::IsSupersetOf({0u, 2u})) << "one plane, one unit";
  EXPECT_THAT(drawn, testing::UnorderedElementsAre(0, 1, 2)) << "the last has no range to sample";
  EXPECT_THAT(plots.no_slice, ElementsAre("", "", "", testing::Not(IsEmpty())));
}

}  // namespace
}  // namespace catena::test
