// SPDX-License-Identifier: Apache-2.0
// Nonphysical bodies, with one mistake each.
#include <cmath>

#include "check/lint_fixture.hpp"

namespace catena::test {
namespace {

TEST(LintBodies, FindsNothingInACleanArm) { EXPECT_EQ(text(lint(clean_arm())), ""); }

TEST(LintBodies, NamesANegativeMass) {
  Robot robot = clean_arm();
  robot.links[1].mass = -4;
  EXPECT_EQ(text(lint(robot), "negative-mass"),
            "error negative-mass\nlink 2 'upper arm'\nmass is negative\nmass -4 kg\n0 or more\n"
            "masses are in kg; base parameters need allow_nonphysical = true");
}

TEST(LintBodies, NamesANegativePayload) {
  Robot robot = clean_arm();
  robot.payload = Payload{-1, {0, 0, 0}};
  EXPECT_EQ(text(lint(robot), "negative-mass"),
            "error negative-mass\npayload\nmass is negative\nmass -1 kg\n0 or more\nmasses are in kg");
}

TEST(LintBodies, SuggestsToDropAMinusSign) {
  Robot robot = clean_arm();
  robot.links[1].inertia.yy *= -1;
  EXPECT_EQ(text(lint(robot)),
            "error negative-moment\nlink 2 'upper arm'\ninertia is not physically possible\n"
            "principal moments -0.0549333, 0.0032, 0.0549333 kg m²\nno negative moment (-0.0549333 < 0)\n"
            "without the minus sign of yy the inertia would be possible");
}

TEST(LintBodies, SuggestsASlipOfTheDecimalPoint) {
  Robot robot = clean_arm();
  robot.links[1].inertia.zz *= 10;
  EXPECT_EQ(
      text(lint(robot)),
      "error triangle-inequality\nlink 2 'upper arm'\ninertia is not physically possible\n"
      "principal moments 0.0032, 0.0549333, 0.549333 kg m²\n"
      "the two smaller moments to sum to at least the largest (0.0032 + 0.0549333 = 0.0581333 < 0.549333)\n"
      "zz = 0.0549333 instead of 0.549333 would be possible: look for a misplaced decimal point");
}

TEST(LintBodies, AsksForALittleMoreWhereALittleIsMissing) {
  Robot robot = clean_arm();
  robot.links[1].inertia.zz *= 1.2;
  EXPECT_EQ(
      text(lint(robot)),
      "error triangle-inequality\nlink 2 'upper arm'\ninertia is not physically possible\n"
      "principal moments 0.0032, 0.0549333, 0.06592 kg m²\n"
      "the two smaller moments to sum to at least the largest (0.0032 + 0.0549333 = 0.0581333 < 0.06592)\n"
      "raise the smaller moments or lower the largest, by 0.00779 kg m² in total");
}

TEST(LintBodies, AsksForMomentsThatWereLeftOut) {
  Robot robot = clean_arm();
  robot.links[1].inertia.xx = robot.links[1].inertia.yy = 0;
  EXPECT_EQ(text(lint(robot)),
            "error triangle-inequality\nlink 2 'upper arm'\ninertia is not physically possible\n"
            "principal moments 0, 0, 0.0549333 kg m²\n"
            "the two smaller moments to sum to at least the largest (0 + 0 = 0 < 0.0549333)\n"
            "give xx and yy nonzero values");
}

TEST(LintBodies, BlamesTheProductOfInertia) {
  Robot robot = clean_arm();
  robot.links[1].inertia.xz = 0.03;
  EXPECT_EQ(text(lint(robot)),
            "error product-of-inertia\nlink 2 'upper arm'\ninertia is not physically possible\n"
            "xz = 0.03 kg m² with xx = 0.0032, yy = 0.0549333, zz = 0.0549333\n"
            "|xz| at most 0.0092376 with these moments\nlook for a misplaced decimal point in xz");
}

TEST(LintBodies, WarnsOfInertiaWithoutMass) {
  Robot robot = clean_arm();
  robot.links[1].mass = 0;
  EXPECT_EQ(text(lint(robot)),
            "warning massless-link\nlink 2 'upper arm'\nthe link has inertia but no mass\nmass 0 kg\n"
            "more than 0: a body with inertia has mass\n"
            "give its mass, or leave it as it is if only the joint motion matters");
}

TEST(LintBodies, WarnsOfAMovingLinkWithoutMass) {
  Robot robot = clean_arm();
  robot.links[1].mass = 0;
  robot.links[1].inertia = Sym3<double>::zero();
  EXPECT_EQ(text(lint(robot)),
            "warning massless-link\nlink 2 'upper arm'\nthe moving link has no mass\nmass 0 kg, no inertia\n"
            "more than 0\ngive its mass and inertia; in a spherical wrist, divide them among its links");
}

TEST(LintBodies, WarnsOfAPointMass) {
  Robot robot = clean_arm();
  robot.links[1].inertia = Sym3<double>::zero();
  EXPECT_EQ(text(lint(robot)),
            "warning point-mass\nlink 2 'upper arm'\nthe moving link has no inertia\n4 kg, all moments 0\n"
            "moments about the centre of mass above 0: a body has extent\n"
            "give xx, yy and zz; a solid of radius r has about 0.4 m r²");
}

TEST(LintBodies, StopsAtNumbersThatAreNotFinite) {
  for (double bad : {NAN, INFINITY, -INFINITY}) {
    Robot robot = clean_arm();
    robot.links[1].dh.a = bad;
    EXPECT_EQ(
        text(lint(robot)),
        "error not-finite\nlink 2 'upper arm'\na number is not finite\nNaN or infinity\nfinite numbers\n"
        "look at dh, mass, com and inertia");
  }
}

TEST(LintBodies, AllowsWhatTheFileAllows) {
  Robot robot = clean_arm();
  robot.links[1].inertia = {-2, -0.05, -0.05, 0, 0, 0};
  ASSERT_FALSE(lint(robot).empty());
  EXPECT_EQ(lint(robot)[0].severity, Severity::error);
  robot.allow_nonphysical = true;
  for (const Finding& f : lint(robot)) EXPECT_EQ(f.severity, Severity::warning) << text(f);
}

TEST(LintBodies, SaysNothingOfAFixedRowWithoutBody) {
  Robot robot = clean_arm();
  robot.links.push_back(
      {"tool", JointKind::fixed, {0, 0, 0.1, 0}, 0, {0, 0, 0}, Sym3<double>::zero(), {}, {}});
  EXPECT_EQ(text(lint(robot)), "");
}

TEST(LintBodies, NeedsAJoint) {
  Robot robot = clean_arm();
  for (RobotLink& link : robot.links) link.joint = JointKind::fixed;
  EXPECT_EQ(text(lint(robot)),
            "error no-joint\nrobot\nthe robot cannot move\nno moving joint\n"
            "at least one revolute or prismatic joint\n");
}

}  // namespace
}  // namespace catena::test
