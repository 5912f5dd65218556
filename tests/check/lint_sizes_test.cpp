// SPDX-License-Identifier: Apache-2.0
// Inconsistent masses, moments and lengths; degrees and radians.
#include "check/lint_fixture.hpp"

namespace catena::test {
namespace {

void scale(Sym3<double>& I, double factor) {
  for (double Sym3<double>::*at : {&Sym3<double>::xx, &Sym3<double>::yy, &Sym3<double>::zz}) I.*at *= factor;
}

TEST(LintSizes, FindsMomentsThatAreTooLarge) {
  Robot robot = clean_arm();
  scale(robot.links[1].inertia, 100);
  EXPECT_EQ(
      text(lint(robot)),
      "warning gyration-radius\nlink 2 'upper arm'\nmoment of inertia is too large for the link\n"
      "radius of gyration 1.172 m, from 5.49333 kg m² and 4 kg\n"
      "at most 0.48 m, 1.2 of the link's size of 0.4 m\n"
      "a moment 100 times smaller would give 0.12 m: look for a misplaced decimal point or another unit");
}

TEST(LintSizes, FindsMomentsThatAreTooSmall) {
  Robot robot = clean_arm();
  scale(robot.links[1].inertia, 1e-3);
  EXPECT_EQ(text(lint(robot)),
            "warning gyration-radius\nlink 2 'upper arm'\nmoment of inertia is too small for the link\n"
            "radius of gyration 0.003706 m, from 5.49333e-05 kg m² and 4 kg\n"
            "at least 0.008 m, 0.02 of the link's size of 0.4 m\n"
            "a moment 1000 times larger (or a mass as much smaller) would give 0.12 m: look for a misplaced "
            "decimal point or for grams");
}

TEST(LintSizes, FindsACentreOfMassFarAway) {
  Robot robot = clean_arm();
  robot.links[1].com.x = -2;
  EXPECT_EQ(
      text(lint(robot)),
      "warning com-outside\nlink 2 'upper arm'\ncentre of mass lies far outside the link\n"
      "2 m from the frame\nwithin 0.8 m, twice the link's length of 0.4 m\n"
      "com is in the link's own DH frame, in metres: look for a misplaced decimal point, another unit, or "
      "base-frame coordinates");
}

TEST(LintSizes, FindsGrams) {
  Robot robot = clean_arm();
  for (RobotLink& link : robot.links) link.mass *= 1000;
  const std::vector<Finding> found = lint(robot);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(text(found[1]),
            "warning mass-density\nlink 2 'upper arm'\nmass is too large for the link\n"
            "4000 kg for a link of 0.4 m\nat most 512 kg, a cube of steel of this size\n"
            "divide by 1000 if these are grams");
}

TEST(LintSizes, FindsAMassThatDoesNotFitItsNeighbours) {
  Robot robot = clean_arm();
  robot.links[1].mass = 400;
  EXPECT_EQ(text(lint(robot)),
            "warning mass-slip\nlink 2 'upper arm'\nmass is out of proportion to the neighbouring links\n"
            "400 kg between 5 and 2 kg\nwithin a factor of 50 of one of them\n"
            "4 kg would fit: look for a misplaced decimal point or another unit");
  robot.links[1].mass = 0.04;
  EXPECT_EQ(text(lint(robot), "mass-slip"),
            "warning mass-slip\nlink 2 'upper arm'\nmass is out of proportion to the neighbouring links\n"
            "0.04 kg between 5 and 2 kg\nwithin a factor of 50 of one of them\n"
            "4 kg would fit: look for a misplaced decimal point or another unit");
}

TEST(LintSizes, FindsMillimetresOnce) {
  Robot robot = clean_arm();
  for (RobotLink& link : robot.links) {
    link.dh.a *= 1000;
    link.dh.d *= 1000;
    link.com = 1000.0 * link.com;
  }
  EXPECT_EQ(text(lint(robot)),
            "warning millimetres\nlink 1 'base'\na length is more than 10 m\nd = 300 m, and 2 more links\n"
            "lengths in metres\ndivide by 1000 if these are millimetres");
}

TEST(LintUnits, FindsDegreesInAFileOfRadians) {
  Robot robot = clean_arm();
  robot.links[0].dh.alpha = 90;
  EXPECT_EQ(text(lint(robot)),
            "warning angle-unit\nlink 1 'base'\nan angle is more than a full turn\nalpha = 90 rad\n"
            "radians, at most 6.28\nset angle_unit = \"deg\" if these are degrees");
}

TEST(LintUnits, FindsRadiansInAFileOfDegrees) {
  Robot robot = clean_arm();
  robot.angle_unit = AngleUnit::deg;
  robot.links[0].dh.alpha = 1.5708 * kRight / 90;
  EXPECT_EQ(
      text(lint(robot)),
      "warning angle-unit\nlink 1 'base'\nthe angles look like radians in a file that uses degrees\n"
      "alpha = 1.5708 deg\ndegrees: a right angle is 90\nset angle_unit = \"rad\" if these are radians");
  robot.links[1].dh.alpha = kRight;  // one correct angle is enough
  EXPECT_EQ(text(lint(robot)), "");
}

TEST(LintUnits, FindsLimitsInDegrees) {
  Robot robot = clean_arm();
  for (RobotLink& link : robot.links) link.limits = Limits{{{-170, 170}}, 150, {}};
  EXPECT_EQ(
      text(lint(robot)),
      "warning limits-unit\nlink 1 'base'\nposition limits span many turns\n"
      "up to 170 rad, and 2 more links\nradians: a half turn is 3.14\nconvert them if these are degrees\n\n"
      "warning limits-unit\nlink 1 'base'\nvelocity limit is very high\n150 rad/s, and 2 more links\n"
      "rad/s: a fast joint reaches 10\nconvert it if this is deg/s");
}

TEST(LintUnits, FindsLimitsInRadians) {
  Robot robot = clean_arm();
  robot.angle_unit = AngleUnit::deg;
  const double degree = kRight / 90;
  for (RobotLink& link : robot.links) link.limits = Limits{{{-3 * degree, 3 * degree}}, 2 * degree, {}};
  EXPECT_EQ(
      text(lint(robot)),
      "warning limits-unit\nlink 1 'base'\nposition limits look like radians in a file that uses degrees\n"
      "up to 3 deg, and 2 more links\ndegrees: a half turn is 180\nconvert them if these are radians\n\n"
      "warning limits-unit\nlink 1 'base'\nvelocity limits look like rad/s in a file that uses degrees\n"
      "2 deg/s, and 2 more links\ndeg/s: 100 is typical\nconvert them if these are rad/s");
}

TEST(LintUnits, FindsClosedLimitsAndLongSlides) {
  Robot robot = clean_arm();
  robot.links[1].limits = Limits{{{1, 1}}, {}, {}};
  robot.links[2].joint = JointKind::prismatic;
  robot.links[2].limits = Limits{{{0, 500}}, {}, {}};
  EXPECT_EQ(
      text(lint(robot)),
      "warning limits-unit\nlink 3\nthe joint travels more than 10 m\nposition limits [0, 500] m\nmetres\n"
      "divide by 1000 if these are millimetres\n\n"
      "hint limits-closed\nlink 2 'upper arm'\nthe joint cannot move\nposition limits [1, 1]\n"
      "a lower limit below the upper one\nmake the joint fixed, or widen its limits");
}

TEST(LintUnits, FindsGravityInMillimetres) {
  Robot robot = clean_arm();
  robot.gravity = {0, 0, -9810};
  EXPECT_EQ(text(lint(robot)),
            "warning gravity\nrobot\ngravity is very strong\n9810 m/s²\nm/s²: 9.81 on Earth\n"
            "divide by 1000 if these are mm/s²");
}

TEST(LintMotors, FindsARotorInWrongUnits) {
  Robot robot = clean_arm();
  robot.links[1].motor = Motor{0.2, 100, 0, {0, 0}};
  EXPECT_EQ(
      text(lint(robot)),
      "warning motor-inertia\nlink 2 'upper arm'\nthe reflected rotor inertia far exceeds the inertia of the "
      "whole arm\n"
      "0.2 kg m² with a gear ratio of 100: 2000 kg m² at the joint\nnot above 100 times the arm's 0.8712 "
      "kg m²\n"
      "give the inertia on the motor's side of the gear, in kg m² (1 g cm² is 1e-7)");
  robot.links[1].motor = Motor{2e-4, 100, 0, {0, 0}};  // two kg m² at the joint: common
  EXPECT_EQ(text(lint(robot)), "");
}

TEST(LintMotors, FindsFrictionAboveTheEffortLimit) {
  Robot robot = clean_arm();
  robot.links[1].motor = Motor{1e-4, 100, 0, {0.5, -0.5}};
  robot.links[1].limits = Limits{{}, {}, 40.0};
  EXPECT_EQ(text(lint(robot)),
            "warning friction-effort\nlink 2 'upper arm'\nfriction alone exceeds the effort limit\n"
            "Coulomb friction 50 at the joint, effort limit 40\nfriction below the limit\n"
            "give friction on the motor's side of the gear, and the limit on the joint's side");
}

TEST(LintMotors, FindsAJointThatCannotHoldTheArm) {
  Robot robot = clean_arm();
  robot.links[1].limits = Limits{{}, {}, 2.0};
  EXPECT_EQ(text(lint(robot)),
            "warning effort-weight\nlink 2 'upper arm'\nthe joint cannot hold the arm's own weight\n"
            "gravity requires up to 18.6 N m, the effort limit is 2\nan effort limit above the weight\n"
            "check mass, com and limits.effort; a spring or a counterweight may carry the rest");
  robot.links[1].limits = Limits{{}, {}, 15.0};  // within what springs can carry
  ASSERT_EQ(lint(robot).size(), 1u);
  EXPECT_EQ(lint(robot)[0].severity, Severity::hint);
}

}  // namespace
}  // namespace catena::test
