// SPDX-License-Identifier: Apache-2.0
// URDF in and out, against a direct evaluation of the file's tree.
#include "catena/io/urdf.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <locale>
#include <random>

#include "catena/core/model/canonical.hpp"
#include "io/direct_urdf.hpp"
#include "io/random_urdf.hpp"
#include "io/small_arm.hpp"
#include "io/urdf_xml.hpp"
#include "io/worst_difference.hpp"

namespace catena {
namespace {

using test::kSmallArm;
using test::worst_difference;

// The same for urdfdom, which rejects undefined colours and does not accept tabs.
std::string for_urdfdom(std::string text) {
  const auto cut = [&](const std::string& from, const std::string& to, const std::string& put) {
    const std::size_t a = text.find(from), b = text.find(to, a) + to.size();
    text.replace(a, b - a, put);
  };
  cut("<visual>", "</visual>", "");
  cut("0.1\t", "0.2\"", "0.1 0.02 0.2\"");
  return text;
}

double worst_difference(const test::DirectUrdf& tree, const Robot& robot) {
  std::mt19937 engine(11);
  double worst = 0;
  Notes notes;
  const Canonical chain = canonical(robot, notes);
  for (int k = 0; k < 6; ++k) {
    const auto q = k ? test::random_q(engine, tree.dof())
                     : std::vector<double>(static_cast<std::size_t>(tree.dof()), 0.0);
    const auto truth = tree.at(q, robot.gravity);
    worst = std::max({worst, test::difference(truth, test::direct(robot, q)),
                      test::difference(truth, test::direct(chain, robot.gravity, q))});
  }
  return worst;
}

std::string said(const Notes& notes) {
  std::string out;
  for (const Note& note : notes) out += note.line() + "\n";
  return out;
}

Robot small_arm(UrdfOptions options = {.base = "", .tip = "flange"}) {
  Notes notes;
  return parse_urdf(kSmallArm, "small_arm.urdf", options, notes);
}

// Elements that nobody reads do not reach the parser, whose time grows with the square of their attributes.
TEST(Urdf, DoesNotParseWhatItDoesNotRead) {
  const std::string from =
      "<robot name='r'>\n<material name='m'>\n<color/></material><gazebo/>\n"
      "<link name='a'><visual>\n<box/><geometry><box/><mesh/></geometry></visual><inertial/></link>\n"
      "<transmission><link name='b'/></transmission></robot>\n";
  const std::string read = io::detail::safe_xml_text(from, "file");
  EXPECT_EQ(read.size(), from.size());
  for (std::size_t k = 0; k < from.size(); ++k)
    if (read[k] != from[k]) {
      EXPECT_TRUE(read[k] == ' ' && from[k] != '\n') << "lines stay where they are";
    }
  std::string dense;
  for (const char c : read)
    if (c != ' ' && c != '\n') dense += c;
  EXPECT_EQ(
      dense,
      "<robotname='r'><linkname='a'><visual><geometry><mesh/></geometry></visual><inertial/></link></robot>");
}

}  // namespace

TEST(Urdf, GivesTheArmOfTheFilesTree) {
  const test::DirectUrdf tree(for_urdfdom(kSmallArm), "world", "flange");
  ASSERT_EQ(tree.dof(), 4);
  EXPECT_LT(worst_difference(tree, small_arm()), 1e-13);
}

TEST(Urdf, StartsAtTheBaseThatIsAskedFor) {
  const test::DirectUrdf tree(for_urdfdom(kSmallArm), "turret", "wrist");
  EXPECT_LT(worst_difference(tree, small_arm({.base = "turret", .tip = "wrist"})), 1e-13);
}

TEST(Urdf, LeavesBranchesOutWhenAsked) {
  const test::DirectUrdf tree(for_urdfdom(kSmallArm), "world", "flange", false);
  EXPECT_LT(worst_difference(tree, small_arm({"", "flange", UrdfOptions::Branches::drop})), 1e-13);
}

TEST(Urdf, GivesTheArmOfRandomTrees) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::string tip;
    const std::string text = test::random_urdf(seed, tip);
    Notes notes;
    Robot robot;
    try {
      robot = parse_urdf(text, "tree.urdf", {.base = "l0", .tip = tip}, notes);
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find("nothing moves between"), std::string::npos) << e.what();
      continue;
    }
    EXPECT_LT(worst_difference(test::DirectUrdf(text, "l0", tip), robot), 1e-12) << "seed " << seed;
  }
}

TEST(Urdf, EndsTheArmInFrontOfItsGripperAndSaysSo) {
  Notes notes;
  const Robot robot = parse_urdf(kSmallArm, "small_arm.urdf", {}, notes);
  EXPECT_EQ(robot.dof(), 4);
  EXPECT_EQ(said(notes),
            "small_arm.urdf: took the chain from 'world' to 'flange', 4 joints: 'pan', 'lift', 'extend', "
            "'roll'; other frames on its last link, for --tip: 'wrist'\n"
            "small_arm.urdf:76: joint 'roll': no position limits given; the joint is treated as unlimited\n"
            "small_arm.urdf: links off the chain are attached rigidly, with their joints at zero: 'bracket', "
            "'camera', "
            "'finger_1', 'finger_2', 0.8 kg in total\n");
}

TEST(Urdf, EndsTheDefaultChainAtTheLastFrameWhenThereIsOnlyOneWay) {
  Notes notes;
  const Robot robot = parse_urdf(
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
      "<joint name='turn' type='continuous'><parent link='a'/><child link='b'/></joint>"
      "<joint name='rest' type='fixed'><parent link='b'/><child link='c'/><origin xyz='0 0 "
      "3'/></joint></robot>",
      "r.urdf", {}, notes);
  EXPECT_EQ(notes[0].what, "took the chain from 'a' to 'c', 1 joint: 'turn'");
  EXPECT_EQ(notes[0].hint, "other frames on its last link, for --tip: 'b'");
  EXPECT_DOUBLE_EQ(test::direct(robot, {0.0}).X.translation().z(), 3);
}

TEST(Urdf, ListsWhatIsLeftOut) {
  Notes notes;
  parse_urdf(kSmallArm, "small_arm.urdf", {"", "flange", UrdfOptions::Branches::drop}, notes);
  EXPECT_EQ(said(notes),
            "small_arm.urdf:76: joint 'roll': no position limits given; the joint is treated as unlimited\n"
            "small_arm.urdf: links off the chain are left out: 'bracket', 'camera', 'finger_1', 'finger_2', "
            "0.8 kg "
            "in total\n");
}

TEST(Urdf, SaysWhatTheBaseCarriesBesideTheArm) {
  const std::string two_arms =
      "<robot name='r'><link name='torso'/><link name='stand'/><link name='upper'/><link name='lower'/>"
      "<link name='other'><inertial><mass value='5'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
      "izz='1'/>"
      "</inertial></link><link name='head'/>"
      "<joint name='s' type='fixed'><parent link='torso'/><child link='stand'/></joint>"
      "<joint name='a' type='continuous'><parent link='stand'/><child link='upper'/></joint>"
      "<joint name='b' type='continuous'><parent link='upper'/><child link='lower'/></joint>"
      "<joint name='c' type='continuous'><parent link='stand'/><child link='other'/></joint>"
      "<joint name='d' type='fixed'><parent link='torso'/><child link='head'/></joint></robot>";
  for (const auto branches : {UrdfOptions::Branches::lump, UrdfOptions::Branches::drop}) {
    Notes notes;
    const Robot robot = parse_urdf(two_arms, "r.urdf", {"", "lower", branches}, notes);
    ASSERT_FALSE(notes.empty());
    EXPECT_EQ(notes.back().where, "r.urdf");
    EXPECT_EQ(notes.back().what, "links that joints off the chain move on the base are left out: 'other'");
    for (const RobotLink& link : robot.links) EXPECT_EQ(link.mass, 0);
  }
}

// As of a UR5, whose 'base' and 'ee_link' are frames: they change nothing.
TEST(Urdf, SaysNothingAboutFramesWithoutMass) {
  Notes notes;
  parse_urdf(
      "<robot name='r'><link name='world'/><link name='base'/><link name='arm'><inertial><mass value='1'/>"
      "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link><link name='tool0'/>"
      "<link name='ee_link'/>"
      "<joint name='a' type='fixed'><parent link='world'/><child link='base'/></joint>"
      "<joint name='b' type='continuous'><parent link='world'/><child link='arm'/></joint>"
      "<joint name='c' type='fixed'><parent link='arm'/><child link='tool0'/></joint>"
      "<joint name='d' type='fixed'><parent link='arm'/><child link='ee_link'/></joint></robot>",
      "r.urdf", {}, notes);
  EXPECT_EQ(
      said(notes),
      "r.urdf: took the chain from 'world' to 'tool0', 1 joint: 'b'; other frames on its last link, for "
      "--tip: 'ee_link', 'arm'\n");
}

TEST(Urdf, SaysThatNegativeLimitsAreIgnored) {
  const auto limited = [](const std::string& limit, Notes& notes) {
    return parse_urdf(
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>"
        "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><limit " +
            limit + "/></joint></robot>",
        "r.urdf", {.base = "", .tip = "b"}, notes);
  };
  Notes notes;
  const Robot robot = limited("lower='-1' upper='1' velocity='-2' effort='10'", notes);
  const auto moving = std::find_if(robot.links.begin(), robot.links.end(),
                                   [](const RobotLink& link) { return link.joint != JointKind::fixed; });
  ASSERT_TRUE(moving != robot.links.end() && moving->limits);
  EXPECT_FALSE(moving->limits->velocity);
  EXPECT_EQ(moving->limits->effort, 10);
  limited("lower='0' upper='0' velocity='-2' effort='-87'", notes);
  EXPECT_EQ(
      said(notes),
      "r.urdf:1: joint 'j': velocity limit is negative; it is ignored; given -2; need more than 0\n"
      "r.urdf:1: joint 'j': position limits leave no range; the joint is treated as unlimited; given 0 to "
      "0\n"
      "r.urdf:1: joint 'j': velocity limit is negative; it is ignored; given -2; need more than 0\n"
      "r.urdf:1: joint 'j': effort limit is negative; it is ignored; given -87; need more than 0\n");
}

TEST(Urdf, KeepsNamesLimitsAndFriction) {
  const Robot robot = small_arm();
  EXPECT_EQ(robot.name, "small arm");
  EXPECT_EQ(robot.source, "URDF file small_arm.urdf");
  EXPECT_EQ(robot.convention, Convention::modified);
  std::vector<RobotLink> moving;
  for (const RobotLink& link : robot.links)
    if (link.joint != JointKind::fixed) moving.push_back(link);
  ASSERT_EQ(moving.size(), 4u);
  EXPECT_EQ(moving[0].name, "turret");
  EXPECT_EQ(moving[0].joint_name, "pan");
  EXPECT_EQ(moving[3].joint_name, "roll");
  EXPECT_FALSE(moving[0].limits->position);
  EXPECT_EQ(moving[0].limits->effort, 80);
  EXPECT_FALSE(moving[0].motor);
  EXPECT_EQ(moving[1].name, "boom");
  EXPECT_EQ(moving[1].limits->position->at(0), -1.5);
  EXPECT_EQ(moving[1].limits->velocity, 2);
  EXPECT_EQ(moving[1].motor->viscous, 0.7);
  EXPECT_EQ(moving[1].motor->gear, 1);
  EXPECT_EQ(moving[1].motor->coulomb[1], -1.25);
  EXPECT_EQ(moving[2].joint, JointKind::prismatic);
  EXPECT_FALSE(moving[3].limits->velocity);  // 0 is not a speed
}

TEST(Urdf, TakesAMissingInertialAsMasslessAndSaysSo) {
  Notes notes;
  const Robot robot = parse_urdf(
      "<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n"
      "<joint name='turn' type='continuous'><parent link='a'/><child link='b'/></joint></robot>",
      "r.urdf", {.base = "", .tip = "b"}, notes);
  EXPECT_EQ(said(notes), "r.urdf:3: link 'b': no <inertial>; treated as massless\n");
  EXPECT_EQ(robot.links.back().mass, 0);
}

TEST(Urdf, ReadsAnImpossibleInertiaAndSaysSo) {
  Notes notes;
  const Robot robot = parse_urdf(
      "<robot name='r'>\n<link name='a'/>\n<link name='b'><inertial><mass value='1'/>"
      "<inertia ixx='1' iyy='1' izz='3' ixy='0' ixz='0' iyz='0'/></inertial></link>\n"
      "<joint name='turn' type='continuous'><parent link='a'/><child link='b'/></joint></robot>",
      "r.urdf", {.base = "", .tip = "b"}, notes);
  EXPECT_TRUE(robot.allow_nonphysical);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].where, "r.urdf:3");
  EXPECT_EQ(notes[0].what, "link 'b': inertia is not physically possible; it is used as it is");
  EXPECT_EQ(notes[0].kind, NoteKind::impossible_inertia);
  EXPECT_FALSE(notes[0].given.empty() || notes[0].need.empty());
}

TEST(Urdf, TakesAxesAsParallelThatRoundedAnglesMadeCrooked) {
  // 1.5708 is 3.7e-6 more than a quarter turn: the two axes would meet 100 km away.
  const std::string text =
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
      "<joint name='one' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>\n"
      "<joint name='two' type='continuous'><parent link='b'/><child link='c'/><origin xyz='0 0.4 0.1' "
      "rpy='1.5708 0 0'/>"
      "<axis xyz='0 1 0'/></joint></robot>";
  Notes notes;
  const Robot robot = parse_urdf(text, "r.urdf", {.base = "", .tip = "c"}, notes);
  EXPECT_NE(
      said(notes).find(
          "r.urdf:2: joint 'two': axis is nearly parallel to the previous axis; treated as parallel; given "
          "3.67e-06 rad between them\n"),
      std::string::npos)
      << said(notes);
  EXPECT_LT(worst_difference(test::DirectUrdf(text, "a", "c"), robot), 1e-5);
}

TEST(Urdf, ReadsPointsAsPointsInACountryOfCommas) {
  struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  const Robot plain = small_arm();
  const std::string text = write_urdf(plain);
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Commas));
  const Robot robot = small_arm();
  const std::string text_too = write_urdf(plain);
  std::locale::global(before);
  EXPECT_EQ(worst_difference(plain, robot), 0);
  EXPECT_EQ(text_too, text);
}

TEST(Urdf, ReadsLatinLetters) {
  Notes notes;
  const Robot robot = parse_urdf(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><robot name='Gr\xFC\xDF"
      "e'><link name='a'/><link name='b'/>"
      "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint></robot>",
      "r.urdf", {}, notes);
  EXPECT_EQ(robot.name, "Grüße");
}

TEST(Urdf, PrintsNothing) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  small_arm();
  Notes notes;
  EXPECT_THROW(parse_urdf("<robot name='r' version='7'><link/></robot>", "r.urdf", {}, notes), Error);
  EXPECT_EQ(testing::internal::GetCapturedStderr() + testing::internal::GetCapturedStdout(), "");
}

}  // namespace catena
