// SPDX-License-Identifier: Apache-2.0
// Path files: what they describe, and what is said about those that are wrong.
#include "catena/io/path_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>

#include "support/path_sample.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix4d;
using Eigen::Vector3d;
using Eigen::VectorXd;
constexpr double kPi = std::numbers::pi;

constexpr const char* kWeld = R"(path = 1
name = "weld"
angle_unit = "deg"
[start]
q = [0, -90, 100, -100, -90, 0]
[limits]
acceleration = 1000
speed = 0.5
[[move]]
kind = "line"
by = [0, 0.2, 0]
blend = 0.03
[[move]]
kind = "arc"
via = [0.35, 0.15, 0.35]
to = [0.3, 0.1, 0.3]
speed = 0.1
[[move]]
kind = "spline"
through = [[0.35, 0.05, 0.3], [0.4, 0, 0.3, 180, 0, 0]]
)";

TEST(PathFile, DescribesMovesOfTheTool) {
  const PathFile file = parse_path_file(kWeld, "weld.toml");
  EXPECT_EQ(file.name, "weld");
  ASSERT_EQ(file.moves.size(), 3u);
  EXPECT_EQ(file.moves[0].kind, MoveKind::line);
  EXPECT_EQ(*file.moves[0].by, Vector3d(0, 0.2, 0));
  EXPECT_EQ(file.moves[0].blend, 0.03);
  EXPECT_EQ(*file.moves[1].speed, 0.1);
  EXPECT_DOUBLE_EQ(file.moves[2].through[1][3], kPi);
  EXPECT_EQ(file.place("move 2.via"), "weld.toml:15:7: move 2");
}

// The tool is on the path that the file describes, and never faster than the file allows.
TEST(PathFile, BecomesAMotionOfTheArm) {
  const Arm arm = Arm::load("ur5e");
  const std::string text = kUr5eLine + R"(blend = 0.03
speed = 0.2
[[move]]
kind = "line"
by = [-0.1, 0, 0.1]
speed = 0.4
)";
  const PlannedPath planned = plan_path(arm, parse_path_file(text, "path.toml"));
  ASSERT_TRUE(planned.tool && planned.followed);
  EXPECT_NEAR(planned.tool->length(), 0.2 + std::sqrt(0.02), 1e-12);
  VectorXd q(6), qd(6), qdd(6);
  const VectorXd q0 = (VectorXd(6) << 0.0, -1.6, 1.8, -1.8, -1.57, 0.0).finished();
  const Vector3d start = arm.pose(q0).topRightCorner<3, 1>();
  double fastest = 0;
  for (int i = 0; i <= 500; ++i) {
    const double t = planned.motion().duration() * i / 500;
    planned.motion().sample(t, q, qd, qdd);
    const double speed = (arm.jacobian(q) * qd).tail<3>().norm(), s = planned.motion().law().at(t).s;
    EXPECT_LE(speed, s <= 0.23 ? 0.2 : 0.4);
    fastest = std::max(fastest, speed);
    if (s < 0.17) {
      const Vector3d p = arm.pose(q).topRightCorner<3, 1>();
      EXPECT_LT((p - start - Vector3d(0, s, 0)).norm(), 2e-6);
    }
  }
  EXPECT_GT(fastest, 0.39);
}

TEST(PathFile, BecomesAMotionThroughWaypointsOfTheJointsInItsUnit) {
  const Arm arm = Arm::load("planar2");
  const PlannedPath planned = plan_path(
      arm,
      parse_path_file(
          "path = 1\nangle_unit = \"deg\"\n[joints]\npoints = [[0, 0], [90, 45]]\n[limits]\nvelocity = 90\n",
          "p.toml"));
  VectorXd q(2), qd(2), qdd(2);
  planned.motion().sample(planned.motion().duration(), q, qd, qdd);
  EXPECT_NEAR(q[0], kPi / 2, 1e-12);
  EXPECT_NEAR(q[1], kPi / 4, 1e-12);
  EXPECT_GE(planned.motion().duration(), 1);  // 90 degrees at 90 degrees per second
}

TEST(PathFile, HasATolerancePerUnit) {
  const std::string tail = "[start]\nq = [0.3, 0.5]\n[[move]]\nkind = \"line\"\nby = [0.1, 0, 0]\n";
  const PathFile one = parse_path_file("path = 1\nposition_tolerance = 1e-3\n" + tail, "p.toml");
  EXPECT_EQ(one.position_tolerance, 1e-3);
  EXPECT_EQ(one.orientation_tolerance, 1e-6);
  const PathFile other =
      parse_path_file("path = 1\nangle_unit = \"deg\"\norientation_tolerance = 0.9\n" + tail, "p.toml");
  EXPECT_EQ(other.position_tolerance, 1e-6);
  EXPECT_DOUBLE_EQ(other.orientation_tolerance, kPi / 200);
}

// The interpolation between samples uses the tolerance of the orientation, and no more.
TEST(PathFile, KeepsTheToleranceOfTheOrientation) {
  const auto planned = [](const std::string& tolerances) {
    return plan_path(
        Arm::load("ur5e"),
        parse_path_file("path = 1\n" + tolerances + kUr5eLine.substr(9) + "rpy = [3, 0.3, 1]\n", "p.toml"));
  };
  const PlannedPath fine = planned("position_tolerance = 1e-2\n"),
                    coarse = planned("position_tolerance = 1e-2\norientation_tolerance = 1e-2\n");
  EXPECT_LE(fine.followed->orientation_error, 5e-7);  // half of it, at the points that are checked
  EXPECT_GT(coarse.followed->orientation_error, 5e-7);
}

// Inverse kinematics would turn the joint back by whole turns.
TEST(PathFile, StartsWithinTheLimits) {
  std::string text = kUr5eLine;
  text.replace(text.find("0.0, -1.6"), 3, "9.0");
  try {
    plan_path(Arm::load("ur5e"), parse_path_file(text, "p.toml"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::model);
    EXPECT_STREQ(e.what(),
                 "p.toml:3:5: the path starts outside the position limits of joint 1\n  given   9\n"
                 "  need    -6.28319 to 6.28319");
  }
}

// If the orientation does not matter, a position is enough.
TEST(PathFile, StartsAtAPositionAloneIfTheOrientationDoesNotMatter) {
  const PlannedPath planned = plan_path(
      Arm::load("planar2"),
      parse_path_file(
          "path = 1\nposition_only = true\n[start]\nposition = [1, 0.5, 0]\n[limits]\nvelocity = 1\n" +
              std::string("[[move]]\nkind = \"line\"\nby = [0.1, 0, 0]\n"),
          "p.toml"));
  VectorXd q(2), qd(2), qdd(2);
  planned.motion().sample(0, q, qd, qdd);
  EXPECT_LT((Arm::load("planar2").pose(q).topRightCorner<3, 1>() - Vector3d(1, 0.5, 0)).norm(), 1e-6);
}

TEST(PathFile, NamesTheMoveThatTheArmCannotFollow) {
  const std::string text =
      "path = 1\nposition_only = true\n[start]\nq = [0.3, 0.9]\n[[move]]\nkind = \"line\"\nby = [-0.2, 0, "
      "0]\n"
      "[[move]]\nkind = \"line\"\nby = [5, 0, 0]\n";
  try {
    plan_path(Arm::load("planar2"), parse_path_file(text, "p.toml"));
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::numerical);
    EXPECT_THAT(e.what(),
                testing::MatchesRegex(
                    "p.toml:8:1: move 2: follow, s = [0-9.]+ of 5.2 m: the arm is at a singular posture, "
                    "or at the end of its reach\n(.|\n)*"));
  }
}

struct Wrong {
  std::string text, message;
};
std::ostream& operator<<(std::ostream& out, const Wrong& wrong) { return out << wrong.text; }
class WrongPathFiles : public testing::TestWithParam<Wrong> {};

TEST_P(WrongPathFiles, AreDescribed) {
  try {
    const PathFile file = parse_path_file(GetParam().text, "p.toml");
    plan_path(Arm::load("planar2"), file);
    FAIL() << "nothing wrong with\n" << GetParam().text;
  } catch (const Error& e) {
    EXPECT_EQ(e.what(), GetParam().message);
    EXPECT_EQ(e.kind(), ErrorKind::model);
  }
}

const std::string kLine = "[[move]]\nkind = \"line\"\nby = [0.1, 0, 0]\n",
                  kStart = "path = 1\n[start]\nq = [0.3, 0.5]\n";

INSTANTIATE_TEST_SUITE_P(
    Gallery, WrongPathFiles,
    testing::Values(
        Wrong{"name = \"x\"\n",
              "p.toml:1:1: key 'path' is missing\n  need    path = 1, the version of the path file"},
        Wrong{kStart + "[[move]]\nkind = \"spline\"\nthrough = [[0.1, 0, 0], [0.1, 0]]\n",
              "p.toml:6:11: move 1: pose 2 of 'through' has 2 numbers\n  given   an array of 2 values\n  "
              "need    3 (position) or 6 (position, roll, "
              "pitch, yaw)"},
        Wrong{"path = 1\nframe = \"\"\n" + kLine,
              "p.toml:2:9: 'frame' is empty\n  given   the string \"\"\n"
              "  need    the name of a frame of the robot, which 'catena info ROBOT' lists"},
        Wrong{"path = 1\nframe = 3\n" + kLine,
              "p.toml:2:9: 'frame' must be a string\n  given   3\n"
              "  need    the name of a frame of the robot, which 'catena info ROBOT' lists"},
        Wrong{"path = 1\nframe = \"tool\"\n[joints]\npoints = [[0, 0], [1, 1]]\n",
              "p.toml:2:9: a joint path moves the joints, not a frame\n  given   frame = \"tool\"\n"
              "  need    [[move]], or no frame"},
        Wrong{"path = 2\n",
              "p.toml:1:8: this version of the path file is not supported\n  given   2\n  need    path = 1\n"
              "  hint    a newer version of Catena may read it"},
        Wrong{"path = 1\n",
              "p.toml: the path is empty\n  given   no [[move]] and no [joints]\n"
              "  need    either [[move]], a tool path, or [joints], joint waypoints"},
        Wrong{"path = 1\n" + kLine,
              "p.toml: the beginning of the path is missing\n  need    [start] with q, or with position and "
              "rpy"},
        Wrong{kStart + "[[move]]\nby = [1, 0, 0]\n",
              "p.toml:4:1: move 1: key 'kind' is missing\n  need    \"line\", \"arc\" or \"spline\""},
        Wrong{kStart + "[[move]]\nkind = \"lime\"\n",
              "p.toml:5:8: move 1: 'kind' has an unknown value\n  given   the string \"lime\"\n  need    "
              "\"line\", \"arc\" or \"spline\"\n"
              "  hint    did you mean 'line'?"},
        Wrong{kStart + "[[move]]\nkind = \"line\"\n",
              "p.toml:4:1: move 1: key 'to' is missing\n  need    [x, y, z] in m, in the base frame, for a "
              "move without 'by' and 'rpy'"},
        Wrong{kStart + "[[move]]\nkind = \"line\"\nvia = [1, 2, 3]\n",
              "p.toml:6:7: move 1: a line or a spline does not take 'via'\n  given   [1, 2, 3]\n  need    "
              "kind = \"arc\""},
        Wrong{kStart + "[[move]]\nkind = \"arc\"\nto = [1, 2, 3]\n",
              "p.toml:4:1: move 1: key 'centre' is missing\n  need    [x, y, z] in m, for an arc without "
              "'via'"},
        Wrong{kStart + kLine + "blend = -1\n",
              "p.toml:7:9: move 1: 'blend' is negative\n  given   -1\n  need    a distance in m, 0 or more"},
        Wrong{kStart + kLine + "[[move]]\nkind = \"line\"\nby = [0, 0, 0]\n",
              "p.toml:7:1: move 2: line: a piece of the path has no length\n  given   a distance of 0 m "
              "and a rotation of 0 rad\n  need    a pose that differs from the one before it by 1e-09 m or "
              "more, or by "
              "a rotation\n  hint    remove one of the two poses"},
        Wrong{"path = 1\n[start]\nposition = [1, 0.5, 0]\n" + kLine,
              "p.toml:2:1: the orientation of the tool at the beginning is missing\n"
              "  given   [start] with position alone\n  need    rpy as well; or q, whose pose has the "
              "orientation\n"
              "  hint    if the orientation does not matter, set position_only = true"},
        Wrong{"path = 1\nposition_tolerance = 1e-300\n[start]\nq = [0.3, 0.5]\n" + kLine,
              "p.toml:1:1: follow: 'position_tolerance' is smaller than rounding errors permit\n  given   "
              "1e-300\n"
              "  need    1e-10 or more"},
        Wrong{kStart + kLine + "speed = 1e-300\n",
              "p.toml:7:9: move 1: 'speed' is too small to compute with\n  given   1e-300\n  need    1e-100 "
              "m/s or more"},
        Wrong{"path = 1\n[joints]\npoints = []\n",
              "p.toml:3:10: there are no waypoints\n  given   []\n"
              "  need    a list of waypoints, each with a number for each joint"},
        Wrong{"path = 1\norientation_tolerance = 0\n" + kLine,
              "p.toml:2:25: 'orientation_tolerance' must be above 0\n  given   0\n"
              "  need    an angle above 0, in the file's angle_unit"},
        Wrong{"path = 1\n[start]\nq = [0.3]\n" + kLine,
              "p.toml:3:5: 'start.q' has the wrong length\n  given   1 number\n  need    2, since 'Planar "
              "2R' has 2 joints"},
        Wrong{kStart + kLine + "[limits]\nvelocity = 0\n",
              "p.toml:8:12: 'limits.velocity' must be above 0\n  given   0\n  need    a number above 0 for "
              "each joint, or one for all"},
        Wrong{"path = 1\n[joints]\npoints = [[0, 0], [0, 0]]\n",
              "p.toml:3:10: joint path: two neighbouring waypoints are equal\n  given   waypoints 1 and 2 "
              "(counted from 1), 0 rad or m apart\n"
              "  need    waypoints that differ by 1e-12 rad or m at least\n  hint    remove one of them"},
        Wrong{"path = 1\n[joints]\npoints = [[0, 0], [1, 1]]\n[limits]\nspeed = 1\n",
              "p.toml:5:9: a joint path cannot limit the speed of the tool\n  given   1\n"
              "  need    [[move]], a tool path; or no speed"},
        Wrong{"path = 1\nmove = 3\n",
              "p.toml:2:8: 'move' must be an array of tables\n  given   3\n  need    [[move]], once for each "
              "piece\n"
              "  hint    two pairs of brackets"},
        Wrong{"path = 1\nmoves = 3\n",
              "p.toml:2:1: unknown key 'moves'\n"
              "  need    one of path, name, angle_unit, frame, position_only, position_tolerance, "
              "orientation_tolerance, law, start, limits, move, joints\n"
              "  hint    did you mean 'move'?"}));

// The lines of the notes about a path file of the UR5e.
std::vector<std::string> notes_on(const std::string& text) {
  std::vector<std::string> lines;
  for (const Note& note : path_notes(Arm::load("ur5e"), parse_path_file(text, "p.toml"))) {
    EXPECT_EQ(note.kind, NoteKind::mistake);
    lines.push_back(note.line());
  }
  return lines;
}

// Each place is named, and only the first: the others will be wrong for the same reason.
TEST(PathNotes, SayWhereAnglesMayBeInDegrees) {
  const std::string limits = "[limits]\nacceleration = 1\n",
                    start = "path = 1\n[start]\nq = [0,0,0,0,0,0]\n" + limits,
                    line = "[[move]]\nkind = \"line\"\nby = [0, 0.1, 0]\n";
  const auto expect = [](const std::string& text, const std::string& where) {
    const std::vector<std::string> notes = notes_on(text);
    ASSERT_EQ(notes.size(), 1u) << text;
    EXPECT_THAT(notes[0], testing::MatchesRegex("p\\.toml:[0-9]+:[0-9]+: " + where + ".*")) << text;
    EXPECT_THAT(notes[0], testing::HasSubstr("if it is in degrees, the file needs angle_unit = \"deg\""))
        << text;
  };
  expect("path = 1\n[joints]\npoints = [[0,0,0,0,0,0], [0,90,0,0,0,0], [90,0,0,0,0,0]]\n" + limits,
         "waypoint 2: joint 2 ");
  expect(start + "[[move]]\nkind = \"line\"\nto = [0.3, 0.1, 0.3]\nrpy = [180, 0, 0]\n",
         "move 1: an angle is 28.6 turns; given 180 rad");
  expect(start + line + "[[move]]\nkind = \"line\"\nto = [0.3, 0.1, 0.3]\nrpy = [0, -90, 0]\n",
         "move 2: an angle is 14.3 turns; given 90 rad");
  expect(start + line + "[[move]]\nkind = \"spline\"\nthrough = [[0.3, 0, 0.3], [0.4, 0, 0.3, 180, 0, 0]]\n",
         "move 2: an angle is 28.6 turns; given 180 rad");
  EXPECT_TRUE(notes_on(start + line).empty());
  EXPECT_TRUE(notes_on("angle_unit = \"deg\"\n" + start + line +
                       "[[move]]\nkind = \"line\"\nto = [0.3, 0.1, 0.3]\n"
                       "rpy = [180, 0, 0]\n")
                  .empty());
}

}  // namespace
}  // namespace catena::test
