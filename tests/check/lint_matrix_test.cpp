// SPDX-License-Identifier: Apache-2.0
// Inertia matrices that are singular, indefinite or badly conditioned, and why.
#include "catena/core/model/generate.hpp"
#include "catena/io/load.hpp"
#include "check/lint_fixture.hpp"

namespace catena::test {
namespace {

void empty(RobotLink& link) {
  link.mass = 0;
  link.inertia = Sym3<double>::zero();
}

// where, what and hint of the one finding "singular-model".
std::string singular(const Robot& robot) {
  for (const Finding& f : lint(robot))
    if (f.rule == "singular-model") {
      EXPECT_EQ(f.severity, Severity::error);
      return f.where + " " + f.what + "; " + f.hint;
    }
  return "";
}

TEST(LintMatrix, SaysAllOfASingularModel) {
  Robot robot = clean_arm();
  empty(robot.links[2]);
  EXPECT_EQ(text(lint(robot), "singular-model"),
            "error singular-model\nlink 3\nmakes M singular because it has neither mass nor inertia\n"
            "zero articulated-body inertia about this joint axis in all 200 configurations tried, first at q "
            "= [0.4182, "
            "1.544, "
            "2.959]\npositive articulated-body inertia about every joint axis\n"
            "give link 3 its moment of inertia about the joint axis, or make the joint fixed");
}

TEST(LintMatrix, BlamesAPointMassOnTheAxis) {
  Robot robot = clean_arm();
  robot.links[2].com = {-0.3, 0, 0};
  robot.links[2].inertia = Sym3<double>::zero();
  EXPECT_EQ(singular(robot),
            "link 3 makes M singular because its mass lies on the joint axis, and the moment of inertia "
            "about it is "
            "zero; give link 3 its moment of inertia about the joint axis, or make the joint fixed");
}

TEST(LintMatrix, BlamesInertiaAboutOtherAxesOnly) {
  Robot robot = clean_arm();
  empty(robot.links[2]);
  robot.links[2].inertia.xx = 1;
  robot.allow_nonphysical = true;
  EXPECT_EQ(singular(robot),
            "link 3 makes M singular because it has no mass and no moment of inertia about the joint axis; "
            "give link "
            "3 its moment of inertia about the joint axis, or make the joint fixed");
}

TEST(LintMatrix, BlamesAMasslessSlide) {
  Robot robot = clean_arm();
  robot.links[2].joint = JointKind::prismatic;
  empty(robot.links[2]);
  EXPECT_EQ(singular(robot),
            "link 3 makes M singular because it slides, and it has no mass; give link 3 its mass, or make "
            "the joint "
            "fixed");
}

TEST(LintMatrix, BlamesTwoAxesInOne) {
  Robot robot = clean_arm();
  robot.links[1].dh.a = 0;
  empty(robot.links[1]);
  EXPECT_EQ(
      singular(robot),
      "link 2 'upper arm' makes M singular because it turns about the same axis as link 3, and it carries no "
      "inertia about it; give link 2 'upper arm' mass and inertia, or remove one of the joints");
}

TEST(LintMatrix, BlamesParallelSlides) {
  Robot robot = clean_arm();
  robot.links[1].joint = robot.links[2].joint = JointKind::prismatic;
  empty(robot.links[1]);
  EXPECT_EQ(singular(robot),
            "link 2 'upper arm' makes M singular because it slides in the same direction as link 3, and it "
            "carries no "
            "mass; give link 2 'upper arm' mass and inertia, or remove one of the joints");
}

TEST(LintMatrix, BlamesManyJointsTogether) {
  Robot robot = clean_arm();
  robot.links.push_back(robot.links[2]);
  robot.links.push_back(robot.links[2]);
  for (std::size_t k : {1u, 2u, 3u}) empty(robot.links[k]);
  EXPECT_EQ(
      singular(robot),
      "link 2 'upper arm' makes M singular because link 3, link 4 and link 5 can cancel its motion, and "
      "links 2 to "
      "4 carry no inertia that resists it; give links 2 to 4 mass and inertia, or remove one of the joints");
}

TEST(LintMatrix, CountsJointsNotFixedRows) {
  Robot robot = clean_arm();
  RobotLink fixed;
  fixed.joint = JointKind::fixed;
  robot.links.insert(robot.links.begin() + 1, fixed);
  empty(robot.links[3]);
  EXPECT_TRUE(singular(robot).starts_with(
      "the link of joint 3 makes M singular because it has neither mass nor inertia"))
      << singular(robot);
}

TEST(LintMatrix, AcceptsAMasslessLinkWhereItIsHarmless) {
  Robot robot = clean_arm();
  empty(robot.links[1]);
  EXPECT_EQ(singular(robot), "");
}

TEST(LintMatrix, SaysAllOfAnIndefiniteMatrix) {
  Robot robot = clean_arm();
  robot.links[1].inertia = {-0.05, -0.05, -2, 0, 0, 0};
  EXPECT_EQ(
      text(lint(robot), "inertia-matrix"),
      "error inertia-matrix\nrobot\nM is not positive definite\n"
      "smallest eigenvalue -1.701 at q = [2.237, 2.16, -3.141]; negative in all 200 configurations tried\n"
      "all eigenvalues above 0: no motion has negative kinetic energy\n"
      "start with link 2 'upper arm': the articulated-body inertia about its joint axis is -1.76");
}

TEST(LintMatrix, HintsAtBadConditioning) {
  Robot robot = clean_arm();
  robot.links[2].com = {-0.3, 0, 0};
  robot.links[2].inertia = {0.5e-13, 0.5e-13, 1e-13, 0, 0, 0};
  EXPECT_EQ(text(lint(robot), "conditioning"),
            "hint conditioning\nlink 3\nhas very little inertia compared with the rest of the arm\n"
            "condition number of M 5.7e+12 at q = [0.8335, -3.128, -3.03]; articulated-body inertia at this "
            "joint 1e-13\n"
            "below 1e+08 for 8 good digits in the accelerations\n"
            "check its mass and moments; the rotor may have more inertia than the link");
}

TEST(LintMatrix, LooksAtLongChainsAndLeavesEndlessOnes) {
  EXPECT_EQ(text(lint(generate_robot("chain:100"))), "");
  EXPECT_EQ(text(lint(generate_robot("chain:1001")), "inertia-matrix"),
            "hint inertia-matrix\nrobot\nM was not checked\n1001 joints\n1000 or fewer\n");
}

// --- the catalogue
// -------------------------------------------------------------------------------------------

Robot from_catalogue(const std::string& stem) {
  Notes notes;
  return load_robot(stem, notes);
}

std::vector<std::string> rules(const Robot& robot, Severity severity) {
  std::vector<std::string> out;
  for (const Finding& f : lint(robot))
    if (f.severity == severity) out.push_back(f.where + " " + f.rule);
  return out;
}

TEST(LintCatalogue, HasNoErrorsAsItStands) {
  for (const std::string& stem : catalogue())
    EXPECT_TRUE(rules(from_catalogue(stem), Severity::error).empty()) << stem;
}

TEST(LintCatalogue, IsCleanForPublishedArms) {
  for (const std::string stem :
       {"panda", "fr3", "iiwa14", "ur5", "ur5e", "ur10e", "xarm7", "sawyer", "kinova_gen3"})
    EXPECT_EQ(text(lint(from_catalogue(stem))), "") << stem;
  for (const std::string spec : {"chain:6", "mixed:7:3", "snake:12", "planar:3"})
    EXPECT_EQ(text(lint(generate_robot(spec))), "") << spec;
}

using Strings = std::vector<std::string>;

TEST(LintCatalogue, FindsTheSlipsOfPrintedTables) {
  Robot robot = from_catalogue("puma560_002");
  robot.allow_nonphysical = false;
  EXPECT_EQ(rules(robot, Severity::error),
            (Strings{"link 1 negative-moment", "link 3 negative-moment", "link 4 negative-moment",
                     "link 5 negative-moment", "robot inertia-matrix"}));
  robot = from_catalogue("stanford_004");
  robot.allow_nonphysical = false;
  EXPECT_EQ(rules(robot, Severity::error), Strings{"link 2 triangle-inequality"});
  robot = from_catalogue("lwr");
  robot.allow_nonphysical = false;
  EXPECT_EQ(rules(robot, Severity::error).size(), 7u);
}

}  // namespace
}  // namespace catena::test
