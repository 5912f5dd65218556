// SPDX-License-Identifier: Apache-2.0
// The change of convention, against the robot's own table evaluated the long way.
#include <gtest/gtest.h>

#include "catena/core/model/canonical.hpp"
#include "core/model/random_arm.hpp"
#include "support/direct_arm.hpp"

namespace catena {
namespace {

using test::expect_same;
using test::fixed_row;
using test::puma_like;
using test::random_robot;
using test::worst_difference;

}  // namespace

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
