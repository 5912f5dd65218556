// SPDX-License-Identifier: Apache-2.0
// Whole comparisons of given scores: which arms and criteria are left out and why, and the verdict.
#include "catena/choose/ranking/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/error.hpp"

namespace catena::test {
namespace {

using namespace choose;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr Criterion kKnown[] = {{"reach", "m", Better::more, "how far it gets"},
                                {"workspace", "m^3", Better::more, "how much", true},
                                {"operations", "", Better::less, "to compute"}};

struct Case {
  std::vector<Entrant> arms;
  Question question;
  Scores scores;

  explicit Case(std::vector<std::vector<double>> rows) : scores(static_cast<int>(rows.size()), 3) {
    static const Robot robot = [] {
      Robot r;
      r.links.resize(1);
      return r;
    }();
    constexpr const char* kNames[] = {"ann", "bob", "cid", "dot"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      arms.push_back({kNames[i], &robot});
      for (int j = 0; j < 3; ++j)
        scores.at(static_cast<int>(i), j).value = rows[i][static_cast<std::size_t>(j)];
    }
    for (const Criterion& c : kKnown) question.criteria.push_back(&c);
    question.weights = {1, 1, 1};
  }
  void require(const char* text) { question.requirements.push_back(requirement(text, kKnown)); }
  Comparison compared() const { return compare(scores, arms, question); }
  std::string verdict() const { return choose::verdict(compared(), arms, question); }
};

TEST(Comparison, NamesTheWinnerAndWhy) {
  const Case two({{1, 2, 100}, {0.8, 1, 300}});
  const Comparison c = two.compared();
  EXPECT_TRUE(c.overall.unanimous);
  EXPECT_THAT(c.pareto.front, ElementsAre(0));
  EXPECT_THAT(c.remarks, IsEmpty());
  EXPECT_EQ(c.agreement, Eigen::MatrixXd::Ones(4, 4));
  EXPECT_EQ(
      two.verdict(),
      "ann is ranked first by all 4 methods. Compared with bob, it is nowhere worse, and it is better in "
      "operations (100 vs 300), workspace (2 vs 1 m³) and reach (1 vs 0.8 m). No change of a single weight "
      "changes the winner.");
}

TEST(Comparison, SaysWhatSpeaksAgainstTheWinnerAndWhatWouldChangeIt) {
  const Case two({{1, 1, 100}, {0.8, 2, 300}});
  // shares of the best: ann 1, 1/2, 1; bob 0.8, 1, 1/3. The lead of ann: 0.2, -0.5, 2/3, the weights equal.
  // Weight s of workspace: (0.2 + 2/3) / 2 (1 - s) = 0.5 s, so s = 0.4643; by the other rankings it is elsewhere.
  const Comparison c = two.compared();
  EXPECT_NEAR(c.ranges[0][1].high, (13.0 / 30) / (13.0 / 30 + 0.5), 1e-14);
  EXPECT_THAT(two.verdict(),
              testing::StartsWith("ann is ranked first by all 4 methods. Compared with bob, it is better in "
                                  "operations (100 vs 300) and reach (1 vs 0.8 m) but worse in "
                                  "workspace (1 vs 2 m³). The result is most sensitive to the weight of "
                                  "workspace: raising it from 33.3 % to "));
  EXPECT_THAT(c.pareto.front, ElementsAre(0, 1));
}

TEST(Comparison, LeavesACriterionOutThatIsMissingForAnArm) {
  Case three({{1, NAN, 100}, {0.8, 1, 300}, {0.9, 3, 200}});
  three.scores.at(0, 1).why = "no joint limits";
  const Comparison c = three.compared();
  EXPECT_THAT(c.criteria, ElementsAre(0, 2));
  EXPECT_THAT(c.arms, ElementsAre(0, 1, 2));
  EXPECT_THAT(c.remarks,
              ElementsAre("workspace is unavailable for ann (no joint limits): no arm is ranked by it"));
  EXPECT_THAT(c.overall.place, ElementsAre(1, 3, 2));
  EXPECT_EQ(c.marks[2][1], CellMark::best) << "available values are compared all the same";
}

TEST(Comparison, LeavesAnArmOutWithAMissingValueIfAsked) {
  Case three({{1, INFINITY, 100}, {0.8, 1, 300}, {0.9, 3, 200}});
  three.question.missing = Missing::skip_arm;
  const Comparison c = three.compared();
  EXPECT_THAT(c.criteria, ElementsAre(0, 1, 2));
  EXPECT_THAT(c.arms, ElementsAre(1, 2));
  EXPECT_THAT(c.remarks, ElementsAre("ann is not ranked: its workspace is unavailable"));
  EXPECT_THAT(three.verdict(), testing::StartsWith("cid is ranked first by all 4 methods"));
}

TEST(Comparison, LeavesOutACriterionThatIsMissingForAllArms) {
  Case two({{1, NAN, 100}, {0.8, NAN, 300}});
  two.question.missing = Missing::skip_arm;
  const Comparison c = two.compared();
  EXPECT_THAT(c.remarks, ElementsAre("workspace is unavailable for ann, bob: no arm is ranked by it"));
  EXPECT_THAT(c.arms, ElementsAre(0, 1));
  two.scores.at(0, 0).value = two.scores.at(1, 0).value = NAN;
  EXPECT_THAT(two.compared().remarks,
              ElementsAre("reach, workspace are unavailable for ann, bob: no arm is ranked by them"))
      << "one remark for one reason";
  Case none({{NAN, NAN, NAN}, {1, 1, NAN}});
  EXPECT_FALSE(none.compared().decision.has_value());
  EXPECT_EQ(none.verdict(), "There is no criterion left to rank by.");
}

TEST(Comparison, DoesNotLookAtWhatWeighsNothing) {
  Case two({{1, NAN, 100}, {0.8, 1, 300}});
  two.question.weights = {1, 0, 1};
  EXPECT_THAT(two.compared().remarks, IsEmpty());
  EXPECT_THAT(two.compared().criteria, ElementsAre(0, 2));
}

TEST(Comparison, DoesNotCompareAreasWithVolumes) {
  Case two({{1, 2, 100}, {0.8, 1, 300}});
  two.scores.at(1, 1).unit = "m^2";
  const Comparison c = two.compared();
  EXPECT_THAT(c.criteria, ElementsAre(0, 2));
  EXPECT_THAT(c.remarks,
              ElementsAre("workspace has different units (m³ for ann, m² for bob): no arm is ranked by it"));
  EXPECT_EQ(c.marks[0][1], CellMark::none);
  two.scores.at(0, 1).unit = "m^2";
  EXPECT_THAT(two.compared().units, ElementsAre("m", "m^2", ""));
  EXPECT_THAT(two.verdict(), HasSubstr("workspace (2 vs 1 m²)"));
}

TEST(Comparison, PutsRequirementsFirst) {
  Case three({{1, 2, 100}, {0.8, 1, 300}, {0.7, 3, 400}});
  three.require("operations>=200");
  const Comparison c = three.compared();
  EXPECT_THAT(c.arms, ElementsAre(1, 2));
  EXPECT_FALSE(c.screened[0][0].met);
  EXPECT_EQ(c.screened[0][0].why, "it is 100");
  EXPECT_EQ(c.marks[0][0], CellMark::none) << "it does not compete";
  EXPECT_EQ(c.marks[1][0], CellMark::best);
  three.require("reach>0.75");
  EXPECT_EQ(three.verdict(), "bob is the only arm left to rank.");
  three.require("joint_limits");
  EXPECT_EQ(three.verdict(),
            "No arm meets all requirements: 1 of 3 fail 'operations>=200', 1 of 3 fail 'reach>0.75' and "
            "3 of 3 fail 'joint_limits'.");
  EXPECT_THAT(three.compared().arms, IsEmpty());
}

TEST(Comparison, SaysWhereARequirementIsWithinTheError) {
  Case two({{1, 2, 100}, {0.8, 1, 300}});
  two.scores.at(0, 1).error = 0.2;
  two.require("workspace>=1.9");
  EXPECT_THAT(two.compared().remarks,
              ElementsAre("ann: whether 'workspace>=1.9' holds is uncertain within the error of the value"));
}

TEST(Comparison, MarksTheBestAndValuesWithinItsErrorBars) {
  Case four({{1, 2, 100}, {1, 1.9, 100}, {0.8, 1.5, 100}, {0.9, 1, 100}});
  for (int i = 0; i < 4; ++i) four.scores.at(i, 1).error = 0.1;
  const Comparison c = four.compared();
  const auto column = [&](std::size_t j) {
    return std::vector{c.marks[0][j], c.marks[1][j], c.marks[2][j], c.marks[3][j]};
  };
  using enum CellMark;
  EXPECT_THAT(column(0), ElementsAre(best, best, none, none));
  EXPECT_THAT(column(1), ElementsAre(best, as_good, none, none));
  EXPECT_THAT(column(2), ElementsAre(none, none, none, none)) << "all the same";
}

TEST(Comparison, SaysWhoSharesTheFirstPlace) {
  EXPECT_EQ(Case({{1, 2, 100}, {1, 2, 100}, {0.5, 1, 200}}).verdict(),
            "ann and bob tie for first place: ann and bob are first by weighted_sum, weighted_product, "
            "topsis and vikor.");
  EXPECT_EQ(Case({{1, 2, 100}}).verdict(), "ann is the only arm, so there is nothing to compare it with.");
}

TEST(Comparison, SaysWhereTheRankingsDiffer) {
  // bob by the sum (0.812 against 0.823), the product and TOPSIS; by VIKOR ann loses only in a criterion of weight 0.19
  Case two({{1, 1, 100}, {0.9, 100, 150}});
  two.question.weights = {40, 19, 41};
  EXPECT_FALSE(two.compared().overall.unanimous);
  EXPECT_THAT(two.verdict(), testing::StartsWith(
                                 "bob is ranked first on average (mean rank 1.25), but the methods disagree: "
                                 "bob is first by weighted_sum, weighted_product and topsis; ann is first "
                                 "by vikor. Compared with ann, it is better in workspace (100 vs 1 m³) but "
                                 "worse in operations (150 vs 100) and reach (0.9 vs 1 m)."));
}

TEST(Comparison, SaysWhereARankingCannotRank) {
  Case two({{1, 2, 0}, {0.8, 1, 300}});
  const Comparison c = two.compared();
  EXPECT_THAT(c.remarks,
              ElementsAre("weighted_product cannot rank these arms: it uses ratios, but 'operations' has "
                          "the value 0"));
  EXPECT_THAT(c.ranges[1], IsEmpty());
  EXPECT_THAT(two.verdict(), testing::StartsWith("ann is ranked first by all 3 methods"));
}

TEST(Comparison, SaysHowSureItIsWithinTheErrors) {
  Case two({{1, 2, 100}, {1, 1.9, 100}});
  two.scores.at(0, 1).error = 0.3;
  EXPECT_THAT(two.verdict(), HasSubstr("Compared with bob, all differences are within the errors."));
  EXPECT_THAT(two.verdict(), HasSubstr(" When the values vary within their errors, it stays first in "));
  EXPECT_THAT(two.compared().pareto.by_error, ElementsAre(1));
}

// 2 of the limit 1
const MotionLimits kTooFast = {.exceeded = {{LimitKind::velocity, 2, 2, 1, true}}};
const MotionLimits kUnknown = {.missing = {{LimitKind::effort, {0}, true}}};

TEST(Comparison, NeverPutsAnArmFirstThatExceedsALimitOfItsMotion) {
  Case three({{1, 2, 100}, {0.8, 1, 300}, {0.7, 1, 400}});
  three.arms[0].motion = kTooFast;
  const Comparison c = three.compared();
  EXPECT_THAT(c.arms, ElementsAre(1, 2));
  ASSERT_EQ(c.unable.size(), 1u);
  EXPECT_EQ(c.unable[0].arm, 0);
  EXPECT_EQ(c.marks[0][0], CellMark::none) << "it does not compete";
  EXPECT_THAT(three.verdict(), testing::StartsWith("bob is ranked first by all 4 methods."));
  EXPECT_THAT(three.verdict(),
              HasSubstr(" Not ranked, because it cannot do the motion: ann (joint 3 needs 2 rad/s, its "
                        "limit is 1 rad/s)."));
  three.arms[1].motion = three.arms[2].motion = kTooFast;
  EXPECT_THAT(
      three.verdict(),
      testing::StartsWith("No arm can do the motion. Not ranked, because they cannot do the motion: ann ("));
  EXPECT_THAT(three.compared().arms, IsEmpty());
}

// Also for those who do not fill in Entrant::motion.
TEST(Comparison, NeverPutsAnArmFirstWithANegativeMargin) {
  constexpr Criterion kMargin = {.stem = "velocity_margin", .unit = "", .better = Better::more, .what = ""};
  Case three({{1, 2, -5.25}, {0.8, 1, 0.1}, {0.7, 1, 0}});
  three.question.criteria[2] = &kMargin;
  three.question.weights[2] = 0;  // shown, but not ranked by
  EXPECT_THAT(three.compared().arms, ElementsAre(1, 2));
  EXPECT_THAT(three.verdict(),
              HasSubstr(" Not ranked, because it cannot do the motion: ann (velocity_margin -5.25)."));
}

TEST(Comparison, SetsArmsApartThatLackTheDataToTell) {
  Case three({{1, 2, 100}, {0.8, 1, 300}, {0.7, 1, 400}});
  three.arms[0].motion = kUnknown;
  const Comparison c = three.compared();
  EXPECT_THAT(c.arms, ElementsAre(1, 2));
  EXPECT_THAT(c.apart, ElementsAre(0));
  EXPECT_THAT(c.first_with_apart, ElementsAre(0));
  EXPECT_THAT(three.verdict(), testing::StartsWith("bob is ranked first by all 4 methods."));
  EXPECT_THAT(
      three.verdict(),
      HasSubstr(
          " Set apart, because it is unknown whether it can do the motion: ann (no effort limits in the "
          "file); with it, ann would be first."));
  three.arms[1].motion = kUnknown;
  EXPECT_THAT(three.verdict(),
              HasSubstr("ann and bob (no effort limits in the files); with them, ann would be first."));
}

// One arm without the limits that a criterion needs must not keep the others from being ranked by it.
TEST(Comparison, SetsArmsApartThatLackLimitsForACriterion) {
  Case three({{1, NAN, 100}, {0.8, 1, 300}, {0.7, 3, 400}});
  Score& lacking = three.scores.at(0, 1);
  lacking.why = "joint 1 has no effort limit; set limits.effort";
  EXPECT_THAT(three.compared().criteria, ElementsAre(0, 2))
      << "unavailable for another reason: nobody has it";
  EXPECT_THAT(three.compared().apart, IsEmpty());
  lacking.lacks_limits = true;
  const Comparison c = three.compared();
  EXPECT_THAT(c.arms, ElementsAre(1, 2));
  EXPECT_THAT(c.criteria, ElementsAre(0, 1, 2));
  EXPECT_THAT(c.apart, ElementsAre(0));
  EXPECT_THAT(c.remarks, IsEmpty());
  EXPECT_THAT(
      three.verdict(),
      HasSubstr(" Set apart, because the file of ann lacks limits that workspace needs: joint 1 has no "
                "effort limit; set limits.effort; with it, ann would be first."));
  three.question.weights[1] = 0;
  EXPECT_THAT(three.compared().arms, ElementsAre(0, 1, 2)) << "a criterion that does not count";
  three.question.weights[1] = 1;
  for (int i = 1; i < 3; ++i) three.scores.at(i, 1) = lacking;
  EXPECT_THAT(three.compared().arms, ElementsAre(0, 1, 2)) << "nobody has the limits";
  EXPECT_THAT(three.compared().criteria, ElementsAre(0, 2));
}

TEST(Comparison, RanksArmsOfWhichNobodyKnowsIfThereAreNoOthersAndSaysSo) {
  Case three({{1, 2, 100}, {0.8, 1, 300}, {0.7, 1, 400}});
  three.arms[0].motion = three.arms[1].motion = kUnknown;
  three.arms[2].motion = kTooFast;
  EXPECT_THAT(three.compared().arms, ElementsAre(0, 1));
  EXPECT_THAT(three.compared().apart, IsEmpty());
  EXPECT_THAT(three.verdict(), testing::StartsWith("ann is ranked first"));
  EXPECT_THAT(
      three.verdict(),
      HasSubstr(
          " Whether these arms can do the motion is unknown: ann and bob (no effort limits in the files)."));
}

TEST(Comparison, NamesDoubtfulModels) {
  Case three({{1, 2, 100}, {0.8, 1, 300}, {0.7, 1, 400}});
  three.arms[0].doubts = {"the stroke is assumed"};
  three.arms[1].doubts = {"the stroke is assumed"};
  three.arms[2].doubts = {"link 2: mass is negative ('catena check')", "the mass is a guess"};
  EXPECT_THAT(
      three.verdict(),
      testing::EndsWith(" The data of ann and bob are doubtful: the stroke is assumed. The data of "
                        "cid are doubtful: link 2: mass is negative ('catena check'); the mass is a guess."));
}

TEST(Comparison, NamesTheArmsAloneIfThereAreManyDoubts) {
  Case four({{1, 2, 100}, {0.8, 1, 300}, {0.7, 1, 400}, {0.6, 1, 500}});
  for (Entrant& arm : four.arms) arm.doubts = {"of " + arm.name};
  EXPECT_THAT(four.verdict(),
              testing::EndsWith(" The data of ann, bob, cid and dot are doubtful (see the remarks)."));
  EXPECT_THAT(four.compared().remarks, testing::Contains("the data of dot are doubtful: of dot"));
}

TEST(Comparison, SaysWhichCriteriaWereNotCounted) {
  Case two({{1, NAN, 100}, {0.8, 1, 300}});
  EXPECT_THAT(
      two.verdict(),
      testing::EndsWith(
          " Not counted, because not all of these arms can be compared by it: workspace (see the remarks)."));
}

// The last arm of three decides which of the other two is first.
TEST(Comparison, SaysWhatLeavingOutAnArmChanges) {
  const Case three({{0.8, 2, 150}, {0.6, 2, 100}, {0.5, 3, 400}});
  const Comparison c = three.compared();
  EXPECT_THAT(c.overall.place, ElementsAre(1, 2, 3));
  ASSERT_EQ(c.left_out.size(), 3u);
  EXPECT_EQ(c.left_out[2].arm, 2);
  EXPECT_THAT(c.left_out[2].order, ElementsAre(1, 0));
  EXPECT_THAT(c.left_out[2].first, ElementsAre(1));
  EXPECT_THAT(c.left_out[2].swapped, ElementsAre(std::pair(0, 1)));
  EXPECT_TRUE(c.left_out[2].other_first);
  EXPECT_THAT(three.verdict(), testing::EndsWith(" Without cid, bob would be first."));
  EXPECT_THAT(Case({{1, 4, 100}, {0.5, 2, 200}, {0.4, 1, 300}}).compared().left_out[2].swapped, IsEmpty());
  EXPECT_THAT(Case({{1, 4, 100}, {0.5, 2, 200}}).compared().left_out, IsEmpty()) << "one arm has no order";
}

// What is said about leaving out an arm is what a comparison without it gives.
TEST(Comparison, OfTheOtherArmsIsWhatItSaysOfLeavingOneOut) {
  std::uint64_t state = 1;
  const auto draw = [&](double most) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return most * (0.1 + 0.9 * static_cast<double>(state >> 33) / 2147483648.0);
  };
  int changes = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < 4; ++i) rows.push_back({draw(1), draw(4), draw(300)});
    if (round % 5 == 0) rows[3][1] = NAN;  // without this arm, the workspace counts
    Case all(rows);
    all.question.draws = 1;
    const Comparison c = all.compared();
    for (const LeftOut& left : c.left_out) {
      std::vector<std::vector<double>> others = rows;
      others.erase(others.begin() + left.arm);
      Case rest(others);
      rest.question.draws = 1;
      const Comparison without = rest.compared();
      const auto number = [&](int k) { return k + (k >= left.arm); };
      std::vector<int> order, first;
      for (const int k : without.order()) order.push_back(number(k));
      for (const int k : without.overall.first()) first.push_back(number(k));
      EXPECT_EQ(left.order, order);
      EXPECT_EQ(left.first, first);
      std::vector<std::pair<int, int>> swapped;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          if (c.overall.place[static_cast<std::size_t>(number(a))] <
                  c.overall.place[static_cast<std::size_t>(number(b))] &&
              without.overall.place[static_cast<std::size_t>(a)] >
                  without.overall.place[static_cast<std::size_t>(b)])
            swapped.emplace_back(number(a), number(b));
      EXPECT_EQ(left.swapped, swapped);
      changes += !swapped.empty();
    }
  }
  EXPECT_GT(changes, 4);
}

TEST(Comparison, RemarksOnMotorsThatOnlySomeFilesHave) {
  constexpr Criterion kHeavy = {
      .stem = "mass", .unit = "kg", .better = Better::less, .what = "", .motors = true};
  Case two({{1, 2, 100}, {0.8, 1, 300}});
  two.question.criteria[2] = &kHeavy;
  Robot driven = *two.arms[0].robot;
  driven.links[0].motor = {{.inertia = 1}};
  two.arms[0].robot = &driven;
  EXPECT_THAT(two.compared().remarks,
              ElementsAre("mass of ann includes motors, which the file of bob does not give: there "
                          "it is of the links alone"));
  // any number of a motor counts, none of them makes it no motor
  for (const Motor& motor : {Motor{.viscous = 1}, {.coulomb = {1, 0}}, {.coulomb = {0, -1}}}) {
    driven.links[0].motor = motor;
    EXPECT_EQ(two.compared().remarks.size(), 1u);
  }
  driven.links[0].motor = Motor{.gear = 100};
  EXPECT_THAT(two.compared().remarks, IsEmpty());
  driven.links[0].motor = {{.inertia = 1}};
  two.question.motors = false;
  EXPECT_THAT(two.compared().remarks, IsEmpty());
}

TEST(Comparison, RefusesScoresOfAnotherSize) {
  Case two({{1, 2, 100}, {1, 1.9, 100}});
  two.question.weights.pop_back();
  EXPECT_THROW(two.compared(), Error);
}

}  // namespace
}  // namespace catena::test
