// SPDX-License-Identifier: Apache-2.0
// Robots written as URDF and read back.
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "catena/io/urdf.hpp"
#include "io/small_arm.hpp"
#include "io/worst_difference.hpp"

namespace catena {
namespace {}  // namespace

TEST(UrdfWriter, GivesTheSameArmBack) {
  Notes notes;
  const Robot robot = parse_urdf(test::kSmallArm, "small_arm.urdf", {}, notes);
  const Robot back = parse_urdf(write_urdf(robot), "back.urdf", {}, notes);
  EXPECT_LT(test::worst_difference(robot, back), 1e-13);
  EXPECT_EQ(back.name, robot.name);
}

TEST(UrdfWriter, GivesRandomTablesBackInEitherConvention) {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int k = 0; k < 100; ++k) {
    Robot robot;
    robot.convention = k % 2 ? Convention::standard : Convention::modified;
    for (int i = 0; i < 6; ++i) {
      RobotLink link;
      const JointKind kinds[] = {JointKind::revolute, JointKind::prismatic, JointKind::fixed};
      link.joint = i == 2 ? JointKind::revolute : kinds[std::uniform_int_distribution(0, 2)(engine)];
      const double quarter = std::numbers::pi / 2;
      link.dh = {any(engine), k % 3 ? 3 * any(engine) : quarter, any(engine),
                 k % 3 ? 3 * any(engine) : -quarter};
      link.mass = 2 + any(engine);
      link.com = {any(engine), any(engine), any(engine)};
      link.inertia = {1, 1.1, 1.2, 0.1 * any(engine), 0.1 * any(engine), 0.1 * any(engine)};
      robot.links.push_back(link);
    }
    if (k % 5 == 0) robot.payload = {1.5, {0.1, 0.2, 0.3}};
    Notes notes;
    const Robot back = parse_urdf(write_urdf(robot), "back.urdf", {}, notes);
    EXPECT_LT(test::worst_difference(robot, back), 1e-12) << "case " << k;
  }
}

TEST(UrdfWriter, GivesLimitsAndFrictionBack) {
  Robot robot;
  robot.links.resize(4);
  for (RobotLink& link : robot.links) link.dh = {0.3, 0.4, 0.5, 0.6};
  robot.links[0].limits = Limits{{{-1.0, 2.0}}, 3.0, std::nullopt};
  robot.links[1].limits = Limits{std::nullopt, std::nullopt, 7.0};
  robot.links[2].joint = JointKind::prismatic;
  robot.links[3].motor = Motor{0.001, -10, 0.02, {0.3, -0.3}};
  Notes notes;
  const Robot back = parse_urdf(write_urdf(robot), "back.urdf", {}, notes);
  std::vector<RobotLink> moving;
  for (const RobotLink& link : back.links)
    if (link.joint != JointKind::fixed) moving.push_back(link);
  ASSERT_EQ(moving.size(), 4u);
  EXPECT_EQ(moving[0].limits->position->at(1), 2);
  EXPECT_EQ(moving[0].limits->velocity, 3);
  EXPECT_FALSE(moving[0].limits->effort);
  EXPECT_FALSE(moving[1].limits->position);
  EXPECT_EQ(moving[1].limits->effort, 7);
  EXPECT_FALSE(moving[2].limits);
  EXPECT_DOUBLE_EQ(moving[3].motor->viscous, 2);
  EXPECT_DOUBLE_EQ(moving[3].motor->coulomb[0], 3);
}

TEST(UrdfWriter, EscapesNamesAndKeepsThemApart) {
  Robot robot;
  robot.name = "<\"A&B\">";
  robot.source = "a -- b --> c";
  robot.links.resize(3);
  robot.links[0].name = "it's <1>";
  robot.links[1].name = "base_link";
  robot.links[2].name = "it's <1>";
  Notes notes;
  const Robot back = parse_urdf(write_urdf(robot), "back.urdf", {}, notes);
  EXPECT_EQ(back.name, robot.name);
  EXPECT_EQ(back.links[0].name, "it's <1>");
  EXPECT_EQ(back.links[1].name, "base_link_2");
  EXPECT_EQ(back.links[2].name, "it's <1>_2");
}

// A control character becomes a blank; the character behind it stays.
TEST(UrdfWriter, ReplacesControlCharacters) {
  Robot robot;
  robot.name =
      "a\tb\x01"
      "c";
  robot.links.resize(1);
  EXPECT_NE(write_urdf(robot).find("<robot name=\"a b c\">"), std::string::npos) << write_urdf(robot);
}

TEST(UrdfWriter, KeepsFramesOfTheFirstRowAndOfTheBaseApart) {
  Robot robot;
  robot.links.resize(2);
  robot.links[0].dh = {0.3, 0.4, 0.5, 0.6};
  const Pose<double> X = {Mat3<double>::identity(), {0.1, 0.2, 0.3}};
  robot.frames = {{"on_base", -1, X}, {"on_first", 0, X}};
  Notes notes;
  const Robot back = parse_urdf(write_urdf(robot), "back.urdf", {}, notes);
  int found = 0;
  for (const RobotFrame& frame : back.frames) {
    if (frame.name != "on_base" && frame.name != "on_first") continue;
    EXPECT_EQ(frame.row < 0, frame.name == "on_base");
    ++found;
  }
  EXPECT_EQ(found, 2);
}

TEST(UrdfWriter, SaysWhatUrdfCannotHold) {
  Robot robot;
  robot.gravity = {0, 0, 0};
  robot.links.resize(1);
  robot.links[0].motor = Motor{0.001, 50, 0, {0.3, -0.1}};
  const std::string text = write_urdf(robot);
  EXPECT_NE(text.find("<!-- gravity in base_link, which URDF cannot express: 0 0 0 m/s2 -->"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("<!-- motor inertia, which URDF cannot express: 0.001 kg m2, gear 50 -->"),
            std::string::npos)
      << text;
}

}  // namespace catena
