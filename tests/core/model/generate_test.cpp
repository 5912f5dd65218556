// SPDX-License-Identifier: Apache-2.0
// Robots made by rule.
#include "catena/core/model/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "catena/core/error.hpp"
#include "catena/core/model/physical.hpp"
#include "io/same_robot.hpp"

namespace catena {
namespace {

using std::numbers::pi;

TEST(Generate, MakesAsManyMovingLinksAsAsked) {
  for (const char* kind : {"chain", "mixed", "snake", "planar"})
    for (int n : {1, 2, 7, 10000}) {
      const Robot robot = generate_robot(std::string(kind) + ":" + std::to_string(n));
      EXPECT_EQ(robot.dof(), n) << kind;
      EXPECT_EQ(robot.links.size(), static_cast<std::size_t>(n)) << kind;
    }
}

TEST(Generate, MakesOnlyPossibleBodies) {
  for (const char* spec : {"chain:2000", "mixed:2000:3", "snake:2", "planar:2"})
    for (const RobotLink& link : generate_robot(spec).links) {
      const Physical body = check_physical(link.mass, link.com, link.inertia);
      EXPECT_TRUE(body.ok()) << spec << " " << link.name << " " << body.given;
    }
}

TEST(Generate, GivesTheSameNumbersEveryTimeAndEverywhere) {
  // Written down once; another machine must find the same.
  const RobotLink link = generate_robot("chain:3").links[2];
  EXPECT_EQ(link.dh.a, 0.175982);
  EXPECT_EQ(link.dh.alpha, 0.186971);
  EXPECT_EQ(link.mass, 4.181151);
  EXPECT_EQ(link.inertia.xy, -0.003297097);
  EXPECT_TRUE(test::same(generate_robot("mixed:50:9"), generate_robot("mixed:50:9")));
}

TEST(Generate, BeginsALongerChainWithTheShorterOne) {
  const Robot shorter = generate_robot("mixed:5"), longer = generate_robot("mixed:9");
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(test::same(shorter.links[i], longer.links[i])) << i;
}

TEST(Generate, TakesSeedOneUnlessToldOtherwise) {
  Robot robot = generate_robot("chain:4:1");
  robot.name = "chain:4";
  EXPECT_TRUE(test::same(robot, generate_robot("chain:4")));
  EXPECT_FALSE(test::same(generate_robot("chain:4:2").links[0], robot.links[0]));
  EXPECT_NO_THROW(generate_robot("chain:1:18446744073709551615"));
}

TEST(Generate, KeepsChainsInTheSizeOfRealArms) {
  const Robot robot = generate_robot("chain:500");
  EXPECT_EQ(robot.convention, Convention::modified);
  for (const RobotLink& link : robot.links) {
    EXPECT_EQ(link.joint, JointKind::revolute);
    EXPECT_TRUE(link.dh.a >= 0.1 && link.dh.a <= 0.4) << link.dh.a;
    EXPECT_LE(std::abs(link.dh.alpha), pi);
    EXPECT_TRUE(link.mass >= 0.5 && link.mass <= 5) << link.mass;
  }
}

TEST(Generate, MixesBothKindsOfJoint) {
  const Robot robot = generate_robot("mixed:100");
  const auto sliding = std::count_if(robot.links.begin(), robot.links.end(), [](const RobotLink& link) {
    return link.joint == JointKind::prismatic;
  });
  EXPECT_TRUE(sliding > 25 && sliding < 55) << sliding;
}

TEST(Generate, TurnsTheAxesOfASnakeByARightAngleInTurn) {
  const Robot robot = generate_robot("snake:4");
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(robot.links[i].dh.alpha, i % 2 == 0 ? pi / 2 : -pi / 2);
}

TEST(Generate, HangsAPlanarArmInItsOwnPlane) {
  const Robot robot = generate_robot("planar:2");
  EXPECT_EQ(robot.gravity.y, -9.81);
  EXPECT_EQ(robot.gravity.z, 0);
  EXPECT_EQ(robot.links[1].dh.alpha, 0);
  EXPECT_NEAR(robot.links[1].inertia.zz, robot.links[1].mass * 0.09 / 12, 1e-15);
}

struct Wrong {
  const char* spec;
  const char* error;
};

TEST(Generate, SaysWhatIsWrongWithASpecification) {
  const Wrong gallery[] = {
      {"chian:3",
       "robot 'chian:3': unknown generator\n"
       "  given   chian\n"
       "  need    chain:N, chain:N:SEED, mixed:N, mixed:N:SEED, snake:N or planar:N\n"
       "  hint    did you mean 'chain'?"},
      {"chain:",
       "robot 'chain:': invalid number of links\n"
       "  given   nothing after the name\n"
       "  need    a whole number from 1 to 10000\n"
       "  hint    chain:6 has six links"},
      {"snake:0",
       "robot 'snake:0': invalid number of links\n"
       "  given   0\n"
       "  need    a whole number from 1 to 10000\n"
       "  hint    snake:6 has six links"},
      {"planar:10001",
       "robot 'planar:10001': invalid number of links\n"
       "  given   10001\n"
       "  need    a whole number from 1 to 10000\n"
       "  hint    planar:6 has six links"},
      {"chain:-3",
       "robot 'chain:-3': invalid number of links\n"
       "  given   -3\n"
       "  need    a whole number from 1 to 10000\n"
       "  hint    chain:6 has six links"},
      {"mixed:3.5",
       "robot 'mixed:3.5': invalid number of links\n"
       "  given   3.5\n"
       "  need    a whole number from 1 to 10000\n"
       "  hint    mixed:6 has six links"},
      {"chain:99999999999999999999999",
       "robot 'chain:99999999999999999999999': invalid number of links\n"
       "  given   99999999999999999999999\n"
       "  need    a whole number from 1 to 10000\n"
       "  hint    chain:6 has six links"},
      {"chain:3:seven",
       "robot 'chain:3:seven': invalid seed\n"
       "  given   seven\n"
       "  need    a whole number from 0 to 18446744073709551615"},
      {"chain:3:",
       "robot 'chain:3:': invalid seed\n"
       "  given   nothing after the colon\n"
       "  need    a whole number from 0 to 18446744073709551615"},
      {"planar:3:1",
       "robot 'planar:3:1': this generator takes no seed\n"
       "  given   1\n"
       "  need    planar:N\n"
       "  hint    only chain:N:SEED and mixed:N:SEED are random"},
  };
  for (const Wrong& wrong : gallery) {
    try {
      generate_robot(wrong.spec);
      ADD_FAILURE() << wrong.spec << " was made";
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), wrong.error);
      EXPECT_EQ(error.kind(), ErrorKind::usage);
    }
  }
}

}  // namespace
}  // namespace catena
