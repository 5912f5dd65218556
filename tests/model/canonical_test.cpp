// SPDX-License-Identifier: Apache-2.0
// The canonical chain and the change of convention, against the robot's own table evaluated the long way.
#include "catena/model/canonical.hpp"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "direct_arm.hpp"

namespace catena {
namespace {

constexpr double kPi = std::numbers::pi;

struct Dice {
  explicit Dice(unsigned seed) : engine(seed) {}
  double operator()(double low, double high) { return std::uniform_real_distribution(low, high)(engine); }
  int below(int n) { return std::uniform_int_distribution(0, n - 1)(engine); }
  std::mt19937 engine;
};

// Half of the numbers are the ones that tables are full of: 0 and quarter turns.
RobotLink random_link(Dice& dice, JointKind kind) {
  const auto angle = [&] { return dice.below(2) ? dice(-3, 3) : (dice.below(4) - 1) * kPi / 2; };
  const auto length = [&] { return dice.below(2) ? dice(-0.6, 0.6) : 0.0; };
  RobotLink link;
  link.joint = kind;
  link.dh = {length(), angle(), length(), angle()};
  link.mass = dice(0.1, 5);
  link.com = {dice(-0.3, 0.3), dice(-0.3, 0.3), dice(-0.3, 0.3)};
  const double x = dice(0.01, 0.1), y = dice(0.01, 0.1), z = dice(0.01, 0.1);
  link.inertia = {y + z, x + z, x + y, dice(-0.01, 0.01), dice(-0.01, 0.01), dice(-0.01, 0.01)};
  return link;
}

Robot random_robot(unsigned seed, bool fixed_rows) {
  Dice dice(seed);
  Robot robot;
  robot.convention = dice.below(2) ? Convention::standard : Convention::modified;
  robot.gravity = {dice(-9, 9), dice(-9, 9), dice(-9, 9)};
  const int n = 1 + dice.below(8);
  for (int i = 0; i < n; ++i) {
    while (fixed_rows && dice.below(3) == 0) robot.links.push_back(random_link(dice, JointKind::fixed));
    robot.links.push_back(random_link(dice, dice.below(3) ? JointKind::revolute : JointKind::prismatic));
  }
  while (fixed_rows && dice.below(3) != 0) robot.links.push_back(random_link(dice, JointKind::fixed));
  if (dice.below(2)) robot.payload = {dice(0.1, 3), {dice(-0.1, 0.1), dice(-0.1, 0.1), dice(-0.1, 0.1)}};
  return robot;
}

std::vector<double> random_q(Dice& dice, int n) {
  std::vector<double> q;
  for (int i = 0; i < n; ++i) q.push_back(dice(-3, 3));
  return q;
}

double worst_difference(const Robot& robot, const Canonical& chain, unsigned seed) {
  Dice dice(seed);
  double worst = 0;
  for (int k = 0; k < 5; ++k) {
    const auto q =
        k ? random_q(dice, robot.dof()) : std::vector<double>(static_cast<std::size_t>(robot.dof()), 0.0);
    worst = std::max(worst, test::difference(test::direct(robot, q), test::direct(chain, robot.gravity, q)));
  }
  return worst;
}

double worst_difference(const Robot& a, const Robot& b, unsigned seed) {
  Dice dice(seed);
  double worst = 0;
  for (int k = 0; k < 5; ++k) {
    const auto q = k ? random_q(dice, a.dof()) : std::vector<double>(static_cast<std::size_t>(a.dof()), 0.0);
    worst = std::max(worst, test::difference(test::direct(a, q), test::direct(b, q)));
  }
  return worst;
}

void expect_same(const Dh& a, const Dh& b) {
  EXPECT_EQ(a.a, b.a);
  EXPECT_EQ(a.alpha, b.alpha);
  EXPECT_EQ(a.d, b.d);
  EXPECT_EQ(a.theta, b.theta);
}

Robot puma_like(Convention convention) {
  Robot robot;
  robot.convention = convention;
  const double alpha[] = {-kPi / 2, 0, kPi / 2, -kPi / 2, kPi / 2, 0};
  Dice dice(7);
  for (int i = 0; i < 6; ++i) {
    RobotLink link = random_link(dice, JointKind::revolute);
    link.dh = {i == 1 ? -0.43 : 0.0, alpha[i], i == 3 ? 0.43 : 0.0, i == 2 ? kPi / 2 : 0.0};
    robot.links.push_back(link);
  }
  return robot;
}

RobotLink fixed_row(const Dh& dh) {
  RobotLink link;
  link.joint = JointKind::fixed;
  link.dh = dh;
  return link;
}

}  // namespace

TEST(Canonical, MovesLikeATableWithoutFixedRows) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Robot robot = random_robot(seed, false);
    Notes notes;
    const Canonical chain = canonical(robot, notes);
    ASSERT_EQ(chain.links.size(), robot.links.size());
    EXPECT_LT(worst_difference(robot, chain, seed), 1e-13) << "seed " << seed;
    EXPECT_TRUE(notes.empty());
  }
}

TEST(Canonical, MovesLikeATableWithFixedRows) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Robot robot = random_robot(seed, true);
    Notes notes;
    const Canonical chain = canonical(robot, notes);
    ASSERT_EQ(static_cast<int>(chain.links.size()), robot.dof());
    EXPECT_LT(worst_difference(robot, chain, seed), 1e-12) << "seed " << seed;
  }
}

TEST(Canonical, CarriesAModifiedTableOverNumberByNumber) {
  const Robot robot = puma_like(Convention::modified);
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  for (std::size_t i = 0; i < 6; ++i) {
    expect_same(chain.links[i].dh, robot.links[i].dh);
    EXPECT_EQ(chain.links[i].com.x, robot.links[i].com.x);
    EXPECT_EQ(chain.links[i].inertia.xy, robot.links[i].inertia.xy);
    EXPECT_EQ(chain.links[i].source, static_cast<int>(i));
  }
}

TEST(Canonical, HandsAStandardRowsAAndAlphaToTheNextRow) {
  const Robot robot = puma_like(Convention::standard);
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  for (std::size_t i = 0; i < 6; ++i) {
    const Dh none, &own = robot.links[i].dh, &before = i > 0 ? robot.links[i - 1].dh : none;
    expect_same(chain.links[i].dh, {before.a, before.alpha, own.d, own.theta});
  }
  EXPECT_EQ(chain.base.p.z, 0);
  EXPECT_EQ(chain.base.R.xx, 1);
}

TEST(Canonical, IsNotDisturbedByFixedRowsOfZeros) {
  for (const Convention convention : {Convention::standard, Convention::modified}) {
    const Robot plain = puma_like(convention);
    Robot padded = plain;
    padded.links.clear();
    for (const RobotLink& link : plain.links) {
      padded.links.push_back(fixed_row({}));
      padded.links.push_back(link);
    }
    padded.links.push_back(fixed_row({}));
    Notes notes;
    const Canonical a = canonical(plain, notes), b = canonical(padded, notes);
    ASSERT_EQ(b.links.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      expect_same(a.links[i].dh, b.links[i].dh);
      EXPECT_EQ(b.links[i].com.y, a.links[i].com.y);
      EXPECT_EQ(b.links[i].source, static_cast<int>(2 * i + 1));
    }
  }
}

TEST(Canonical, PutsALeadingFixedRowIntoTheBaseAndATrailingOneIntoTheTool) {
  Robot robot = puma_like(Convention::modified);
  robot.links.insert(robot.links.begin(), fixed_row({0.1, 0, 0.7, kPi / 4}));
  robot.links.push_back(fixed_row({0, 0, 0.2, 0}));
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  EXPECT_DOUBLE_EQ(chain.base.p.x, 0.1);
  EXPECT_DOUBLE_EQ(chain.base.p.z, 0.7);
  EXPECT_DOUBLE_EQ(chain.tool.p.z, 0.2);
  EXPECT_EQ(chain.links[0].dh.alpha, 0);
  EXPECT_LT(worst_difference(robot, chain, 1), 1e-14);
}

TEST(Canonical, GivesQuarterTurnsAsTheNearestDouble) {
  // Two fixed rows between the joints force the common normal to be found from the pose.
  for (const double quarter : {kPi / 2, -kPi / 2}) {
    Robot robot = puma_like(Convention::modified);
    robot.links.resize(2);
    robot.links[1].dh = {0.1, quarter, 0.3, 0};
    robot.links.insert(robot.links.begin() + 1, fixed_row({0.2, kPi / 2, 0, 0}));
    robot.links.insert(robot.links.begin() + 2, fixed_row({0.2, -kPi / 2, 0.1, 0}));
    Notes notes;
    const Canonical chain = canonical(robot, notes);
    EXPECT_EQ(chain.links[1].dh.alpha, quarter);
    EXPECT_EQ(chain.links[1].dh.theta, 0);
    EXPECT_LT(worst_difference(robot, chain, 2), 1e-14);
  }
}

TEST(Canonical, TakesNearlyParallelAxesAsParallelAndSaysSo) {
  const double off = 1e-8;
  Robot robot = puma_like(Convention::modified);
  robot.links[3].name = "forearm";
  robot.links[3].dh = {0.4, 0, 0.1, 0.3};
  robot.links.insert(robot.links.begin() + 3, fixed_row({0, off, 0.2, 0.5}));
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].where, "link 5 'forearm'");
  EXPECT_EQ(notes[0].what, "axis is 1e-08 rad off the direction of the axis before it; taken as parallel");
  EXPECT_EQ(chain.links[3].dh.alpha, 0);
  const std::vector<double> rest(6, 0.0);
  const auto a = test::direct(robot, rest), b = test::direct(chain, robot.gravity, rest);
  EXPECT_LT((a.X.matrix() - b.X.matrix()).cwiseAbs().maxCoeff(), 1e-14);  // at rest only the axis differs
  EXPECT_LT(worst_difference(robot, chain, 3), 4 * off);
}

TEST(Canonical, WarnsWhenTheCommonNormalLiesFarAway) {
  Robot robot = puma_like(Convention::modified);
  robot.links[3].dh = {0.4, 0, 0.1, 0.3};
  robot.links.insert(robot.links.begin() + 3, fixed_row({0, 2e-5, 0.2, 0.5}));
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].where, "link 5");
  EXPECT_NE(notes[0].what.find("which costs digits"), std::string::npos) << notes[0].what;
  EXPECT_LT(worst_difference(robot, chain, 4), 1e-6);
}

TEST(Canonical, KeepsNearlyParallelAxesThatMeetNearby) {
  Robot robot = puma_like(Convention::modified);
  robot.links[3].dh = {0, 0, 0.1, 0.3};
  robot.links.insert(robot.links.begin() + 3, fixed_row({0, 1e-7, 0.2, 0}));
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  EXPECT_TRUE(notes.empty());
  EXPECT_LT(worst_difference(robot, chain, 5), 1e-12);
}

TEST(Canonical, KeepsARobotThatDoesNotMoveAsItsTool) {
  Robot robot;
  robot.links = {fixed_row({0.1, 0.2, 0.3, 0.4}), fixed_row({0.5, 0.6, 0.7, 0.8})};
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  EXPECT_TRUE(chain.links.empty());
  EXPECT_LT(test::difference(test::direct(robot, {}), test::direct(chain, robot.gravity, {})), 1e-15);
}

TEST(ToConvention, MovesLikeTheOriginalThereAndBack) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const Robot robot = random_robot(seed, seed % 2 == 1);
    const Convention other =
        robot.convention == Convention::standard ? Convention::modified : Convention::standard;
    Notes notes;
    const Robot there = to_convention(robot, other, notes),
                back = to_convention(there, robot.convention, notes);
    EXPECT_EQ(there.convention, other);
    EXPECT_LE(there.links.size(), static_cast<std::size_t>(robot.dof()) + 4);
    EXPECT_LE(back.links.size(), static_cast<std::size_t>(robot.dof()) + 4);
    EXPECT_LT(worst_difference(robot, there, seed), 1e-12) << "seed " << seed;
    EXPECT_LT(worst_difference(robot, back, seed), 1e-12) << "seed " << seed;
  }
}

TEST(ToConvention, GivesAPlainTableBackNumberByNumber) {
  for (const Convention convention : {Convention::standard, Convention::modified}) {
    const Robot robot = puma_like(convention);
    const Convention other = convention == Convention::standard ? Convention::modified : Convention::standard;
    Notes notes;
    const Robot back = to_convention(to_convention(robot, other, notes), convention, notes);
    ASSERT_EQ(back.links.size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) expect_same(back.links[i].dh, robot.links[i].dh);
  }
}

TEST(ToConvention, KeepsNamesLimitsMotorsAndSource) {
  Robot robot = puma_like(Convention::standard);
  robot.name = "arm";
  robot.source = "a table";
  robot.links[2].name = "elbow";
  robot.links[2].limits = Limits{{{-1.0, 2.0}}, 3.0, 4.0};
  robot.links[2].motor = Motor{1e-4, -50, 1e-3, {0.1, -0.2}};
  Notes notes;
  const Robot there = to_convention(robot, Convention::modified, notes);
  EXPECT_EQ(there.name, "arm");
  EXPECT_EQ(there.source, "a table");
  EXPECT_EQ(there.links[2].name, "elbow");
  EXPECT_EQ(there.links[2].limits->position->at(1), 2.0);
  EXPECT_EQ(there.links[2].motor->gear, -50);
}

TEST(ToConvention, ReturnsARobotOfTheSameConventionUnchanged) {
  const Robot robot = random_robot(5, true);
  Notes notes;
  EXPECT_EQ(to_convention(robot, robot.convention, notes).links.size(), robot.links.size());
}

TEST(ToConvention, NeedsNoFarFrameForATiltedTool) {
  Robot robot = puma_like(Convention::modified);
  for (const double off : {1e-4, 1e-7, 1e-11}) {
    robot.links.resize(6);
    for (const double theta : {0.3, 0.4, 0.5}) robot.links.push_back(fixed_row({0.1, off, 0.2, theta}));
    Notes notes;
    const Robot there = to_convention(robot, Convention::standard, notes);
    for (const RobotLink& link : there.links) EXPECT_LT(std::abs(link.dh.d) + std::abs(link.dh.a), 2);
    EXPECT_LT(worst_difference(robot, there, 6), 1e-13);
    const Robot back = to_convention(there, Convention::modified, notes);
    for (const RobotLink& link : back.links) EXPECT_LT(std::abs(link.dh.d) + std::abs(link.dh.a), 2);
    EXPECT_LT(worst_difference(robot, back, 6), 1e-13);
  }
}

}  // namespace catena
