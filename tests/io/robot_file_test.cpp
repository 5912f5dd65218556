// SPDX-License-Identifier: Apache-2.0
// Robot files: what is read, what is written, and that writing loses nothing.
#include "catena/io/robot_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>

#include "catena/core/model/generate.hpp"
#include "io/same_robot.hpp"

namespace catena {
namespace {

using std::numbers::pi;

constexpr std::string_view kArm = R"(
catena = 1
name = "arm"
source = "a test"
convention = "modified"
angle_unit = "deg"
gravity = [0, -1.62, 0]

[[link]]
name = "slide"
joint = "prismatic"
dh = { a = 0.1, alpha = 90, d = 0.2, theta = -45 }
mass = 3
com = [0.1, 0.2, 0.3]
inertia = { about = "frame", xx = 0.49, yy = 0.4, zz = 0.25, xy = -0.06, xz = -0.09, yz = -0.18 }
limits = { position = [0, 90], velocity = 180 }

[[link]]
joint = "revolute"
dh = { a = 0, alpha = 0, d = 0, theta = 180 }
mass = 1
com = [0, 0, 0]
inertia = { about = "com", xx = 1, yy = 2, zz = 2.5, yz = 0.25 }
limits = { position = [-90, 90], velocity = 180, effort = 7 }
motor = { gear = -50, inertia = 1e-4 }

[[link]]
joint = "fixed"
dh = { a = 0, alpha = 0, d = 0.05, theta = 0 }

[payload]
mass = 2
com = [0, 0, 0.1]
)";

Robot read(std::string_view text) {
  Notes notes;
  const Robot robot = parse_robot_file(text, "<memory>", notes);
  EXPECT_TRUE(notes.empty()) << notes.front().line();
  return robot;
}

Robot rewritten(const Robot& robot) {
  Notes notes;
  return parse_robot_file(write_robot_file(robot), "<memory>", notes);
}

TEST(RobotFile, IsReadIntoSiUnitsAndRadians) {
  const Robot robot = read(kArm);
  EXPECT_EQ(robot.name, "arm");
  EXPECT_EQ(robot.source, "a test");
  EXPECT_EQ(robot.convention, Convention::modified);
  EXPECT_EQ(robot.angle_unit, AngleUnit::deg);
  EXPECT_EQ(robot.gravity.y, -1.62);
  EXPECT_EQ(robot.dof(), 2);
  ASSERT_EQ(robot.links.size(), 3u);

  const RobotLink& slide = robot.links[0];
  EXPECT_EQ(slide.name, "slide");
  EXPECT_EQ(slide.joint, JointKind::prismatic);
  EXPECT_DOUBLE_EQ(slide.dh.alpha, pi / 2);
  EXPECT_DOUBLE_EQ(slide.dh.theta, -pi / 4);
  EXPECT_EQ(slide.dh.d, 0.2);
  EXPECT_EQ((*slide.limits->position)[1], 90) << "the travel of a prismatic joint is in metres";
  EXPECT_EQ(*slide.limits->velocity, 180);
  EXPECT_FALSE(slide.limits->effort.has_value());
  EXPECT_FALSE(slide.motor.has_value());

  const RobotLink& turn = robot.links[1];
  EXPECT_DOUBLE_EQ((*turn.limits->position)[0], -pi / 2);
  EXPECT_DOUBLE_EQ(*turn.limits->velocity, pi);
  EXPECT_EQ(*turn.limits->effort, 7);
  EXPECT_EQ(turn.motor->gear, -50);
  EXPECT_EQ(turn.motor->viscous, 0);

  EXPECT_EQ(robot.links[2].mass, 0);
  EXPECT_EQ(robot.payload->mass, 2);
  EXPECT_EQ(robot.payload->com.z, 0.1);
}

// A number that is not 0 is never read as 0; what is no number is not taken for one.
TEST(RobotFile, ReadsNumbersAsTheyAreOrRefusesThem) {
  using namespace std::string_literals;
  const auto with = [](const std::string& number) {
    std::string text(kArm);
    const std::size_t at = text.find("d = 0.2");
    Notes notes;
    return parse_robot_file(text.replace(at, 7, "d = " + number), "<memory>", notes).links[0].dh.d;
  };
  for (const char* const zero : {"0", "-0.0", "+0.0", "0e-999", "0.000e-400", "-0e99"})
    EXPECT_EQ(with(zero), 0) << zero;
  EXPECT_EQ(with("1e-300"), 1e-300);
  EXPECT_EQ(with("-4.9406564584124654e-324"), -4.9406564584124654e-324);
  EXPECT_EQ(with("1_0.5e-0_1"), 1.05);
  const std::string far = "0." + std::string(330, '0') + "1";
  for (const std::string& tiny : {"1e-400"s, "-1e-400"s, "+2.4E-324"s, "1_0e-4_00"s, "0.1e-330"s, far})
    EXPECT_THROW(with(tiny), Error) << tiny;
  std::string text(kArm);  // in a string
  text.replace(text.find("\"arm\""), 5, "\"1e-400, -1e-400\"");
  EXPECT_EQ(read(text).name, "1e-400, -1e-400");
}

TEST(RobotFile, MovesAnInertiaFromTheFrameToTheCentreOfMass) {
  // The file's numbers are diag(0.1) about the centre of mass, plus 3 kg at (0.1, 0.2, 0.3).
  const Sym3<double> I = read(kArm).links[0].inertia;
  EXPECT_NEAR(I.xx, 0.1, 1e-15);
  EXPECT_NEAR(I.yy, 0.1, 1e-15);
  EXPECT_NEAR(I.zz, 0.1, 1e-15);
  EXPECT_NEAR(I.xy, 0, 1e-15);
  EXPECT_NEAR(I.xz, 0, 1e-15);
  EXPECT_NEAR(I.yz, 0, 1e-15);
}

TEST(RobotFile, HasEarthGravityUnlessItSaysOtherwise) {
  std::string text(kArm);
  text.erase(text.find("gravity"), std::string("gravity = [0, -1.62, 0]").size());
  EXPECT_EQ(read(text).gravity.z, -9.81);
}

TEST(RobotFile, AcceptsAPointMassAboutItsFrame) {
  // Exactly at the limit of the triangle inequality; the change of reference point adds only rounding errors.
  const Robot robot = read(R"(
catena = 1
name = "pendulum"
convention = "standard"
angle_unit = "rad"
[[link]]
joint = "revolute"
dh = { a = 0.7, alpha = 0, d = 0, theta = 0 }
mass = 0.3
com = [0.1, 0.7, 0.3]
inertia = { about = "frame", xx = 0.174, yy = 0.03, zz = 0.15, xy = -0.021, xz = -0.009, yz = -0.063 }
)");
  EXPECT_NEAR(robot.links[0].inertia.xx, 0, 1e-15);
}

TEST(RobotFile, NotesWhatIsImpossibleWhenTheFileAllowsIt) {
  Notes notes;
  const Robot robot = parse_robot_file(R"(catena = 1
name = "as published"
convention = "standard"
angle_unit = "rad"
allow_nonphysical = true
[[link]]
name = "waist"
joint = "revolute"
dh = { a = 0, alpha = 0, d = 0, theta = 0 }
mass = 0
com = [0, 0, 0]
inertia = { about = "com", xx = 0, yy = 0.35, zz = 0 }
[[link]]
joint = "revolute"
dh = { a = 0, alpha = 0, d = 0, theta = 0 }
mass = -1
com = [0, 0, 0]
inertia = { about = "com", xx = 1, yy = 1, zz = 1 }
[payload]
mass = -2
com = [0, 0, 0]
)",
                                       "arm.toml", notes);
  EXPECT_TRUE(robot.allow_nonphysical);
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_EQ(notes[0].where, "arm.toml:12:11: link 1 'waist'");
  EXPECT_EQ(
      notes[0].line(),
      "arm.toml:12:11: link 1 'waist': inertia is not physically possible; given principal moments 0, 0, "
      "0.35 kg m²; need the two smaller moments to sum to at least the largest (0 + 0 = 0 < 0.35)");
  EXPECT_EQ(notes[1].where, "arm.toml:16:8: link 2");
  EXPECT_EQ(notes[1].what, "mass is negative");
  EXPECT_EQ(notes[1].given, "mass -1 kg");
  EXPECT_EQ(notes[1].need, "0 or more");
  EXPECT_EQ(notes[2].where, "arm.toml:20:8: payload");
  EXPECT_TRUE(test::same(rewritten(robot), robot));
}

TEST(RobotFile, IsWrittenReadablyAndWithoutDefaults) {
  Robot robot;
  robot.name = "two \"links\"\n\x01\xC3\xA9";
  robot.links.resize(2);
  robot.links[0].dh = {0.5, pi / 2, 1e-7, -pi / 3};
  robot.links[0].mass = 0.1;
  robot.links[0].inertia = {1, 1, 1, 0, 0.125, 0};
  robot.links[0].motor = Motor{};
  robot.links[0].limits = Limits{{{-pi / 4, pi}}, {}, 12.5};
  robot.links[1].joint = JointKind::fixed;
  robot.links[1].name = "tool";
  robot.angle_unit = AngleUnit::deg;
  EXPECT_EQ(write_robot_file(robot),
            "catena = 1\n"
            "name = \"two \\\"links\\\"\\n\\u0001\xC3\xA9\"\n"
            "convention = \"standard\"\n"
            "angle_unit = \"deg\"\n"
            "\n"
            "[[link]]\n"
            "joint = \"revolute\"\n"
            "dh = { a = 0.5, alpha = 90, d = 1e-07, theta = -60 }\n"
            "mass = 0.1\n"
            "com = [0, 0, 0]\n"
            "inertia = { about = \"com\", xx = 1, yy = 1, zz = 1, xz = 0.125 }\n"
            "limits = { position = [-45, 180], effort = 12.5 }\n"
            "motor = {}\n"
            "\n"
            "[[link]]\n"
            "name = \"tool\"\n"
            "joint = \"fixed\"\n"
            "dh = { a = 0, alpha = 0, d = 0, theta = 0 }\n");
  EXPECT_TRUE(test::same(rewritten(robot), robot));
}

TEST(RobotFile, SurvivesWritingAndReadingInRadians) {
  for (const char* spec : {"chain:40", "mixed:40", "snake:7", "planar:3"}) {
    const Robot robot = generate_robot(spec);
    EXPECT_TRUE(test::same(rewritten(robot), robot)) << spec;
  }
  const Robot arm = read(kArm);
  EXPECT_TRUE(test::same(rewritten(arm), arm));
}

TEST(RobotFile, KeepsEveryBitOfEveryNumber) {
  const double odd[] = {0.1 + 0.2,
                        1.0 / 3,
                        std::numeric_limits<double>::denorm_min(),
                        1e22,
                        123456789012345678.0,
                        std::numeric_limits<double>::max(),
                        -std::numeric_limits<double>::min(),
                        9007199254740993.0};
  for (double value : odd) {
    Robot robot = generate_robot("chain:1");
    const double angle = std::abs(value) < 1e5 ? value : 1.0 / 3;  // angles are limited
    robot.links[0].dh = {value, angle, -value, angle};
    robot.links[0].limits = Limits{{{-std::abs(value), std::abs(value)}}, std::abs(value), std::abs(value)};
    EXPECT_TRUE(test::same(rewritten(robot), robot)) << value;
  }
}

// Whole and decimal degrees come back as they stood in the file; any angle comes back to one unit in the last
// place.
TEST(RobotFile, FindsTheDegreesThatAnAngleCameFrom) {
  Robot robot = generate_robot("chain:1");
  robot.angle_unit = AngleUnit::deg;
  for (int tenth = -3700; tenth <= 3700; tenth += 7) {
    const double degrees = tenth / 10.0;
    robot.links[0].dh.alpha = degrees * (pi / 180);
    EXPECT_EQ(rewritten(robot).links[0].dh.alpha, robot.links[0].dh.alpha) << degrees;
  }
  std::uint64_t state = 1;
  for (int i = 0; i < 2000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double angle = (static_cast<double>(state >> 11) * 0x1p-53 - 0.5) * 20;
    robot.links[0].dh.alpha = angle;
    const double once = rewritten(robot).links[0].dh.alpha;
    EXPECT_NEAR(once, angle, std::nextafter(std::abs(angle), 100) - std::abs(angle)) << angle;
    robot.links[0].dh.alpha = once;
    EXPECT_EQ(rewritten(robot).links[0].dh.alpha, once) << "the second time nothing may change";
  }
}

TEST(RobotFile, ReadsFloatsIntegersAndUnderscoresAsNumbers) {
  std::string text(kArm);
  const auto put = [&](const std::string& value) {
    std::string changed = text;
    changed.replace(changed.find("mass = 1"), 8, "mass = " + value);
    return read(changed).links[1].mass;
  };
  EXPECT_EQ(put("4"), 4);
  EXPECT_EQ(put("4.5e0"), 4.5);
  EXPECT_EQ(put("+3.2_5"), 3.25);
  EXPECT_EQ(put("0x4"), 4);
}

TEST(RobotFile, AcceptsTablesInAnyTomlSpelling) {
  const Robot robot = read(R"(
catena = 1
"name" = 'literal'
convention = "standard"
angle_unit = "rad"
[[link]]
joint = "revolute"
dh.a = 1
dh.alpha = 0
dh.d = 0
dh.theta = 0
mass = 1
com = [
  0, 0,
  0,   # a comma at the end
]
[link.inertia]
about = "com"
xx = 1
yy = 1
zz = 1
)");
  EXPECT_EQ(robot.links[0].dh.a, 1);
  EXPECT_EQ(robot.links[0].inertia.zz, 1);
}

TEST(RobotFile, CannotBeWrittenWithNumbersThatAreNotFinite) {
  Robot robot = generate_robot("chain:1");
  robot.links[0].mass = std::numeric_limits<double>::quiet_NaN();
  try {
    write_robot_file(robot);
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(
        error.what(),
        "link 1 'link1': a robot file cannot hold this number\n  given   nan\n  need    a finite number");
  }
}

TEST(RobotFile, SaysWhichNumberCannotBeWritten) {
  const auto refusal = [](auto&& change) -> std::string {
    Robot robot = generate_robot("chain:1");
    robot.payload = Payload{};
    robot.frames.push_back({.name = "f", .row = 0});
    change(robot);
    try {
      write_robot_file(robot);
    } catch (const Error& error) {
      return error.where();
    }
    return "no error";
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([](Robot&) {}), "no error");
  EXPECT_EQ(refusal([](Robot& robot) { robot.gravity.y = kInfinity; }), "gravity");
  EXPECT_EQ(refusal([](Robot& robot) { robot.payload->com.x = kInfinity; }), "payload");
  EXPECT_EQ(refusal([](Robot& robot) { robot.frames[0].pose.p.z = kInfinity; }), "frame 'f'");
}

TEST(RobotFile, IsWrittenAsUtf8WhateverTheName) {
  Robot robot = generate_robot("chain:1");
  robot.name = "caf\xE9";
  EXPECT_EQ(rewritten(robot).name, "caf\xEF\xBF\xBD");
}

}  // namespace
}  // namespace catena
