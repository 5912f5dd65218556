// SPDX-License-Identifier: Apache-2.0
// The canonical chain, against the robot's own table evaluated the long way.
#include "catena/core/model/canonical.hpp"

#include <gtest/gtest.h>

#include "core/model/random_arm.hpp"
#include "support/direct_arm.hpp"

namespace catena {
namespace {

using test::expect_same;
using test::fixed_row;
using test::kPi;
using test::puma_like;
using test::random_robot;
using test::worst_difference;

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
  EXPECT_EQ(notes[0].what, "axis is nearly parallel to the previous axis; treated as parallel");
  EXPECT_EQ(notes[0].given, "1e-08 rad between them");
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
  EXPECT_NE(notes[0].what.find("so far away that digits are lost"), std::string::npos) << notes[0].what;
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

TEST(Canonical, SaysWhereMassesCancel) {
  Robot robot = puma_like(Convention::modified);
  robot.links.push_back(fixed_row({0.1, 0, 0, 0}));
  robot.links.back().mass = -robot.links[5].mass;
  Notes notes;
  try {
    canonical(robot, notes);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "link 6: two masses fixed to each other cancel and have no centre of mass\n"
                 "  need    a nonzero total mass of the moving link and the fixed rows attached to it\n"
                 "  hint    put the mass of the fixed row into the moving link's own row");
  }
}

}  // namespace catena
