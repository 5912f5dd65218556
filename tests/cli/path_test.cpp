// SPDX-License-Identifier: Apache-2.0
// `catena path`: its summary, its files, its errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/shell.hpp"
#include "support/path_sample.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string& kLine = kUr5eLine;
TEST(Path, SaysHowLongTheMotionTakesAndWhatLimitsIt) {
  const Folder folder;
  const Answer answer = catena({"path", "ur5e", folder.write("line.toml", kLine)});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("the fastest motion along 'line'\n  duration   "));
  EXPECT_THAT(answer.out, HasSubstr("\n  path       1 move of the tool, 0.2 m\n"));
  EXPECT_THAT(answer.out, HasSubstr("\n  limited by the acceleration of joint "));
}

// The path of a frame: in the file or by the option, in the summary and in the samples.
TEST(Path, MovesAnyFrame) {
  const Folder folder;
  const std::string file = folder.write("line.toml", "position_only = true\n" + kLine);
  const Json tool = Json::parse(catena({"path", "ur5e", file, "--json"}).out);
  EXPECT_EQ(tool["frame"], Json("tool"));
  const Answer answer = catena({"path", "ur5e", file, "--frame", "forearm_link", "--json"});
  if (answer.code == 0) {
    EXPECT_EQ(Json::parse(answer.out)["frame"], Json("forearm_link"));
  }
  const Json frames = Json::parse(catena({"info", "ur5e", "--json"}).out)["frames"];
  const std::string name = frames[frames.size() - 3]["name"].text();  // a frame before the last joint
  const Answer moved =
      catena({"path", "ur5e", file, "--frame", name, "--json", "-o", folder.file("out.csv")});
  ASSERT_EQ(moved.code, 0) << moved.err;
  EXPECT_EQ(Json::parse(moved.out)["frame"], Json(name));
  EXPECT_EQ(Json::parse(catena({"path", "ur5e",
                                folder.write("named.toml",
                                             "frame = \"" + name + "\"\nposition_only = true\n" + kLine),
                                "--json"})
                            .out)["duration"],
            Json::parse(moved.out)["duration"]);
  // the samples begin and end 0.2 m apart
  std::istringstream lines(folder.read("out.csv"));
  std::string line, first, last;
  std::getline(lines, line);
  while (std::getline(lines, line)) (first.empty() ? first : last) = line;
  const auto y = [](const std::string& row) {
    const std::size_t z = row.rfind(','), comma = row.rfind(',', z - 1);
    return std::stod(row.substr(comma + 1));
  };
  EXPECT_NEAR(y(last) - y(first), 0.2, 1e-5);
}

TEST(Path, RefusesFramesThatCannotFollow) {
  const Folder folder;
  const std::string file = folder.write("line.toml", kLine);
  const Answer unknown = catena({"path", "ur5e", file, "--frame", "tol"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err,
              StartsWith("catena: error: --frame 'tol': there is no frame 'tol'\n  need    one of base, "));
  EXPECT_THAT(unknown.err, HasSubstr("\n  hint    did you mean 'tool'?\n"));
  const Answer base = catena({"path", "ur5e", file, "--frame", "base"});
  EXPECT_EQ(base.code, 2);
  EXPECT_EQ(base.err,
            "catena: error: --frame 'base': this frame is fixed to the base, which does not move\n  given   "
            "'base'\n"
            "  need    a frame on a moving link; 'catena info ROBOT' lists them\n");
  const Answer joints = catena({"path", "planar2", "--points", "0,0;1,1", "--frame", "tool"});
  EXPECT_EQ(joints.code, 2);
  EXPECT_EQ(joints.err,
            "catena: error: --frame --points: a joint path moves the joints, not a frame\n"
            "  need    --frame with a path file only\n");
  const std::string waypoints =
      folder.write("joints.toml", "path = 1\n[joints]\npoints = [[0, 0], [1, 1]]\n");
  EXPECT_EQ(catena({"path", "planar2", waypoints, "--frame", "tool"}).err,
            "catena: error: --frame: a joint path moves the joints, not a frame\n  need    a path file with "
            "[[move]]\n");
}

TEST(Path, KeepsThePositionLimitsOfJointPaths) {
  const Answer end = catena({"path", "panda", "--points", "0,0,0,-1,0,1,0;5,0,0,-1,0,1,0"});
  EXPECT_EQ(end.code, 3);
  EXPECT_THAT(end.err,
              StartsWith("catena: error: --points: the path leaves the position limits of joint 1\n"));
  EXPECT_THAT(end.err, HasSubstr("\n  need    -2.8973 to 2.8973\n"));
  // The waypoints keep the limits, the spline between them does not.
  const std::string waypoints = "2.8,0,0,-1,0,1,0;-2.8,0,0,-1,0,1,0;2.8,0,0,-1,0,1,0;2.7,0,0,-1,0,1,0";
  EXPECT_EQ(catena({"path", "panda", "--points", waypoints}).code, 0);
  EXPECT_EQ(catena({"path", "panda", "--points", waypoints, "--spline"}).code, 3);
}

TEST(Path, RefusesWaypointsTooFarToComputeWith) {
  const Answer answer = catena({"path", "planar2", "--points", "0,0;1,0;1e300,0", "--acceleration", "10"});
  EXPECT_NE(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("two neighbouring waypoints are too far apart\n"
                                    "  given   waypoints 2 and 3 (counted from 1)\n"));
}

TEST(Path, HasNoTorquesThatAreNotFinite) {
  const Folder folder;
  std::string robot = catena({"convert", "planar2"}).out;
  for (std::size_t at = 0; (at = robot.find("mass", at)) != std::string::npos; at = robot.find('\n', at))
    robot.replace(at, robot.find('\n', at) - at, "mass = 1e305");
  const std::string file = folder.write("heavy.toml", robot), csv = folder.file("motion.csv");
  const Answer answer = catena({"path", file, "--points", "0,0;1,1", "--acceleration", "1e5", "-o", csv});
  EXPECT_EQ(answer.code, 4) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("catena: error: path: the torques are not finite at t = "));
  EXPECT_FALSE(std::filesystem::exists(csv));
}

TEST(Path, WritesSamplesThatSimulateReadsAsATrajectory) {
  const Folder folder;
  const std::string csv = folder.file("motion.csv");
  const Answer answer = catena({"path", "planar2", "--points", "0,0;1,0.5;0,1", "--blend", "0.2",
                                "--velocity", "2", "--acceleration", "10", "-o", csv, "--json"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const Json summary = Json::parse(answer.out);
  EXPECT_GT(summary["duration"].number(), 0.1);
  EXPECT_LE(summary["largest_share"].number(), 1);
  const std::string text = folder.read("motion.csv");
  EXPECT_THAT(text, StartsWith("t,q1,q2,qd1,qd2,qdd1,qdd2,tau1,tau2,x,y,z\n0,0,0,0,0,"));
  folder.write("run.toml",
               "scenario = 1\nrobot = \"planar2\"\n[trajectory]\nkind = \"sampled\"\nfile = \"motion.csv\"\n"
               "[drive]\nkind = \"computed_torque\"\nkp = 100\nkd = 20\n");
  const Answer run = catena({"simulate", folder.file("run.toml"), "--json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_LT(Json::parse(run.out)["deviation"]["largest"].number(), 0.01);
  const Answer lines = catena(
      {"path", "planar2", "--points", "0,0;1,0.5", "--velocity", "2,3", "-o", folder.file("motion.jsonl")});
  EXPECT_EQ(lines.code, 0) << lines.err;
  EXPECT_THAT(folder.read("motion.jsonl"),
              StartsWith("{\"t\": 0, \"q\": [0, 0], \"qd\": [0, 0], \"qdd\": ["));
  const Answer again = catena({"path", "planar2", "--points", "0,0;1,0.5", "--velocity", "2,3", "-o", csv});
  EXPECT_EQ(again.code, 2) << again.err;
  EXPECT_EQ(folder.read("motion.csv"), text);
}

// A summary has no samples: the number of those that -o would write does not matter.
TEST(Path, SummarisesAMotionOfAnyDuration) {
  const std::vector<std::string> slow = {"path",       "planar2", "--points",       "0,0;1,1",
                                         "--velocity", "1e-9",    "--acceleration", "1e-9"};
  const Answer answer = catena(slow);
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  EXPECT_THAT(answer.out, HasSubstr("\n  duration   1.00104e+09 s\n"));
  std::vector<std::string> written = slow;
  written.insert(written.end(), {"-o", "-"});
  EXPECT_EQ(catena(written).err,
            "catena: error: --step: too many samples\n  given   1.00104e+09 s in steps of 0.01 s\n"
            "  need    10 million at most\n");
}

TEST(Path, TellsThatNothingLimitsTheAccelerations) {
  const std::string limited =
      catena({"path", "planar2", "--points", "0,0;1,1", "--velocity", "2", "--torque", "50"}).err;
  EXPECT_EQ(limited, "");
  const Answer answer =
      catena({"path", "planar2", "--points", "0,0;1,1", "--velocity", "2", "--step", "1ms"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err,
              testing::MatchesRegex(
                  "catena: note: --step is ignored: without -o, no samples are written\n"
                  "catena: note: joint 1 reaches [0-9]+ rad/s²: it has neither an acceleration nor a "
                  "torque limit\n"));
}

struct Motion {
  double duration = 0, velocity = 0, acceleration = 0, jerk = 0;  // the largest of any joint
};

// By differences of accelerations that are sampled every millisecond.
Motion motion_of(const Folder& folder, std::vector<std::string> args) {
  const std::string csv = folder.file("motion.csv");
  args.insert(args.begin(), {"path", "planar2"});
  args.insert(args.end(), {"-o", csv, "--force", "--step", "1ms", "--json"});
  const Answer answer = catena(args);
  EXPECT_EQ(answer.code, 0) << answer.err;
  Motion out;
  if (answer.code != 0) return out;
  out.duration = Json::parse(answer.out)["duration"].number();
  std::istringstream lines(folder.read("motion.csv"));
  std::string line;
  std::getline(lines, line);
  std::vector<double> last;
  while (std::getline(lines, line)) {
    std::vector<double> row;
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
    for (std::size_t i = 0; i < 2; ++i) {
      out.velocity = std::max(out.velocity, std::abs(row[3 + i]));
      out.acceleration = std::max(out.acceleration, std::abs(row[5 + i]));
      if (!last.empty() && row[0] - last[0] > 0.9e-3)
        out.jerk = std::max(out.jerk, std::abs(row[5 + i] - last[5 + i]) / (row[0] - last[0]));
    }
    last = row;
  }
  return out;
}

TEST(Path, TimesByATrapezoidOrWithLimitedJerk) {
  const Folder folder;
  const std::vector<std::string> line = {"--points", "0,0;1,0.5", "--velocity", "2", "--acceleration", "10"};
  const auto with = [](std::vector<std::string> args, const std::vector<std::string>& more) {
    args.insert(args.end(), more.begin(), more.end());
    return args;
  };
  // A straight line, 1 rad with 2 rad/s and 10 rad/s²: 1/2 + 2/10 s; with 100 rad/s³ 2/10 + 10/100 s for each change.
  const Motion trapezoid = motion_of(folder, with(line, {"--law", "trapezoid"}));
  EXPECT_NEAR(trapezoid.duration, 0.7, 1e-12);
  EXPECT_NEAR(trapezoid.velocity, 2, 1e-9);
  EXPECT_NEAR(trapezoid.acceleration, 10, 1e-9);
  const Motion smooth = motion_of(folder, with(line, {"--law", "jerk", "--jerk", "100"}));
  EXPECT_NEAR(smooth.duration, 0.8, 1e-12);
  EXPECT_NEAR(smooth.jerk, 100, 1e-6);
  EXPECT_EQ(
      Json::parse(catena(with({"path", "planar2", "--json"}, with(line, {"--law", "trapezoid"}))).out)["law"],
      "trapezoid");
  // Along curves, and with stops at corners, within the limits; never faster than the fastest motion.
  for (const std::vector<std::string>& curve :
       {std::vector<std::string>{}, {"--blend", "0.2"}, {"--spline"}}) {
    const std::vector<std::string> path =
        with({"--points", "0,0;1,0.5;0.5,1;0.7,-1", "--velocity", "2,3", "--acceleration", "10,20"}, curve);
    const double least = motion_of(folder, path).duration;
    for (const char* const law : {"trapezoid", "jerk"}) {
      const bool jerk = law == std::string("jerk");
      const Motion found =
          motion_of(folder, with(path, jerk ? std::vector<std::string>{"--law", law, "--jerk", "150"}
                                            : std::vector<std::string>{"--law", law}));
      EXPECT_LE(found.velocity, 3 * (1 + 1e-9)) << law;
      EXPECT_LE(found.acceleration, 20 * (1 + 1e-9)) << law;
      if (jerk) {
        EXPECT_LE(found.jerk, 150 * (1 + 1e-6));
      }
      EXPECT_GE(found.duration, 0.998 * least) << law;
      EXPECT_LE(found.duration, 8 * least) << law;
    }
  }
}

TEST(Path, LawsNeedLimitsAndSayWhatTheyIgnore) {
  const Folder folder;
  const std::vector<std::string> line = {"path", "planar2", "--points", "0,0;1,1", "--velocity", "2"};
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> args = line;
    args.insert(args.end(), more.begin(), more.end());
    const Answer answer = catena(args);
    EXPECT_EQ(answer.code, 2);
    return answer.err;
  };
  EXPECT_EQ(refused({"--law", "trapezoid"}),
            "catena: error: --law trapezoid: joint 1 has no acceleration limit\n  need    --acceleration\n");
  EXPECT_EQ(refused({"--law", "jerk", "--acceleration", "5"}),
            "catena: error: --law jerk: joint 1 has no jerk limit\n  need    --jerk\n");
  EXPECT_EQ(refused({"--law", "trapezoid", "--acceleration", "5", "--jerk", "5"}),
            "catena: error: --jerk: this law does not limit the jerk\n  need    --law jerk\n");
  EXPECT_EQ(refused({"--law", "fast"}),
            "catena: error: --law 'fast': unknown choice\n  need    one of jerk|optimal|trapezoid\n");
  EXPECT_EQ(
      catena({"path", "planar2", "--points", "0,0;1,1", "--law", "trapezoid"}).err,
      "catena: error: --law trapezoid: joint 1 has no velocity limit\n  need    --velocity, which the robot "
      "does not give\n");
  const std::string joints = "[joints]\npoints = [[0, 0], [1, 1]]\n";
  const Answer file =
      catena({"path", "planar2",
              folder.write("a.toml", "path = 1\nlaw = \"jerk\"\n[limits]\nvelocity = 2\n" + joints)});
  EXPECT_EQ(file.code, 3);
  EXPECT_THAT(file.err,
              HasSubstr("a.toml:3:1: joint 1 has no acceleration limit\n  given   law = \"jerk\"\n  need    "
                        "acceleration in [limits]\n"));
  const std::string limited = folder.write(
      "b.toml", "path = 1\nlaw = \"jerk\"\n[limits]\nvelocity = 2\nacceleration = 10\njerk = 100\n" + joints);
  EXPECT_THAT(catena({"path", "planar2", limited}).out,
              StartsWith("Planar 2R: the motion with limited jerk along 'b'\n  duration   0.8 s\n"));
  EXPECT_THAT(
      catena({"path", "planar2", limited, "--law", "trapezoid"}).out,
      StartsWith(
          "Planar 2R: the motion with a trapezoidal velocity profile along 'b'\n  duration   0.7 s\n"));
  EXPECT_THAT(
      catena({"path", "planar2",
              folder.write("c.toml", "path = 1\n[limits]\nvelocity = 2\njerk = 100\n" + joints)})
          .err,
      HasSubstr("c.toml:4:8: this law does not limit the jerk\n  given   law = \"optimal\"\n  need    law = "
                "\"jerk\", or no 'jerk'\n"));
  EXPECT_THAT(catena({"path", "planar2", "--points", "0,0;1,1", "--velocity", "2", "--acceleration", "10",
                      "--torque", "1", "--law", "trapezoid"})
                  .err,
              testing::MatchesRegex(
                  "catena: note: joint 1 needs [0-9.]+ N m at t = [0-9.]+ s, and its limit is 1 N "
                  "m: reduce the accelerations, or use --law optimal, which keeps torque limits\n"));
}

TEST(Path, NotesPositionsThatLookLikeDegrees) {
  const Folder folder;
  EXPECT_EQ(catena({"path", "planar2", "--points", "0,0;90,0", "--velocity", "1", "--acceleration", "1"}).err,
            "catena: note: --points: waypoint 2: joint 1: position is 14.3 turns; given 90 rad; is it in "
            "degrees?\n");
  const std::string text =
      "[limits]\nvelocity = 1\nacceleration = 1\n[joints]\npoints = [[0, 0], [90, 45]]\n";
  const std::string radians = folder.write("a.toml", "path = 1\n" + text);
  EXPECT_EQ(catena({"path", "planar2", radians}).err,
            "catena: note: " + radians +
                ":6:10: waypoint 2: joint 1: position is 14.3 turns; given 90 rad; if it is in degrees, the "
                "file needs "
                "angle_unit = \"deg\"\n");
  EXPECT_EQ(
      catena({"path", "planar2", folder.write("b.toml", "path = 1\nangle_unit = \"deg\"\n" + text)}).err, "");
  const std::string turned = folder.write(
      "c.toml",
      "path = 1\nposition_only = true\n[start]\nq = [0, 1]\n[limits]\nvelocity = 1\nacceleration = 1\n"
      "[[move]]\nkind = \"line\"\nby = [0.1, 0, 0]\nrpy = [180, 0, 0]\n");
  EXPECT_THAT(
      catena({"path", "planar2", turned}).err,
      HasSubstr(
          "c.toml:11:7: move 1: an angle is 28.6 turns; given 180 rad; if it is in degrees, the file needs "
          "angle_unit = \"deg\"\n"));
}

TEST(Path, ReadsDegreesWhereAnglesAre) {
  const auto path = [](const char* robot, const char* points, const char* blend, const char* velocity) {
    return catena(
        {"path", robot, "--points", points, "--blend", blend, "--velocity", velocity, "--acceleration", "5"});
  };
  const Answer radians = path("planar2", "0,0;pi/3,1;0,1", "pi/36", "pi/2");
  EXPECT_EQ(radians.code, 0) << radians.err;
  EXPECT_EQ(path("planar2", "0,0;60deg,1;0,1", "5deg", "90deg/s").out, radians.out);
  EXPECT_THAT(path("planar2", "0,0;60deg,1", "0", "90deg").err,
              HasSubstr("--velocity '90deg': number 1 cannot be in deg\n"
                        "  need    a number without a unit, in SI units, or with the unit deg/s\n"));
  const char* const points = "0,0,0.4,0,0,0;1,0,0.5,0,0,0";
  EXPECT_EQ(path("stanford", points, "0", "90deg/s").err,
            "catena: error: --velocity '90deg/s': number 1 cannot be in deg/s\n"
            "  need    a number without a unit: some joints are prismatic\n");
  EXPECT_EQ(path("stanford", points, "0", "90deg/s,1,0.1,1,1,1").code, 0);
}

TEST(Path, EndsWithTheCodeOfItsError) {
  const Folder folder;
  const std::string file = folder.write("line.toml", kLine);
  const auto expect = [](const std::vector<std::string>& args, int code, const std::string& text) {
    const Answer answer = catena(args);
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(text));
    EXPECT_EQ(answer.out, "");
  };
  expect({"path", "ur5e"}, 2, "catena: error: path: no path is given\n  need    a path file, or --points\n");
  expect({"path", "ur5e", file, "--points", "0,0"}, 2, "FILE --points: two paths are given\n");
  expect({"path", "planar2", "--points", "0,0;1,x"}, 2, "--points");
  expect({"path", "planar2", "--points", "0,0;1,1", "-o", "motion.txt"}, 2,
         "motion.txt: the file name does not determine the format\n");
  expect({"path", "planar2", "--points", "0,0;1,1", "--blend", "0.1", "--spline"}, 2,
         "--blend --spline: --blend has no effect with --spline: a spline has no corners\n");
  expect({"path", "planar2", "--points", "0,0;1"}, 2,
         "--points '1': waypoint 2 has the wrong length\n  given   1 number\n  need    2, since 'Planar 2R' "
         "has 2 "
         "joints\n");
  expect({"path", "planar2", "--points", "0,0"}, 2,
         "--points '0,0': too few waypoints\n  given   1 waypoint\n"
         "  need    two or more, separated by semicolons: the path begins at the first one\n");
  for (const char* const option : {"--velocity", "--acceleration", "--torque"})
    expect({"path", "planar2", "--points", "0,0;1,1", option, "1,2,3"}, 2,
           std::string(option) +
               " '1,2,3': wrong number of values\n  given   3 numbers\n  need    one for all joints, or 2, "
               "one for "
               "each\n");
  expect({"path", "planar2", folder.write("one.toml", "path = 1\n[joints]\npoints = [[0, 0]]\n")}, 3,
         "one.toml:3:10: too few waypoints\n  given   1 waypoint\n"
         "  need    two or more: the path begins at the first one\n");
  // The file is wrong, not the command line.
  expect({"path", "ur5e", folder.write("base.toml", "frame = \"base\"\n" + kLine)}, 3,
         "base.toml:1:9: this frame is fixed to the base, which does not move\n");
  expect({"path", "ur5e", folder.write("tol.toml", "frame = \"tol\"\n" + kLine)}, 3,
         "tol.toml:1:9: there is no frame 'tol'\n  need    one of base, ");
  expect({"path", "ur5e", file, "--frame", ""}, 2,
         "--frame '': the name of the frame is empty\n  need    the name of a frame\n");
  expect({"path", "planar2", "--points", "0,0;1,1"}, 3, "nothing limits the speed there\n");
  expect({"path", "planar2", "--points", "0,0;1,1", "--velocity", "0"}, 2,
         "--velocity '0': invalid limit\n  need    numbers above 0\n");
  expect({"path", "ur5e", file, "--torque", "5"}, 2,
         "FILE --torque: with a file, the limits are in the file\n"
         "  need    'torque' in [limits] of the file; --torque with --points only\n");
  expect({"path", "ur5e", folder.write("bad.toml", "path = 1\nlimit = 3\n")}, 3, "unknown key 'limit'\n");
  expect({"path", "ur5e", folder.write("far.toml", kLine + "[[move]]\nkind = \"line\"\nby = [3, 0, 0]\n")}, 4,
         "the arm is at a singular posture, or at the end of its reach\n");
  expect({"path", "ur5e", folder.file("nothing.toml")}, 5, "nothing.toml");
}

TEST(PathCommand, ReplacesTheLawOfAFileBeforeItIsChecked) {
  const Folder folder;
  const std::string file = folder.write("joints.toml",
                                        "path = 1\n[joints]\npoints = [[0, 0], [1, 1]]\n"
                                        "[limits]\nvelocity = 1\nacceleration = 5\njerk = 50\n");
  EXPECT_EQ(catena({"path", "planar2", file}).code, 3) << "the time-optimal motion has no limit of the jerk";
  const Answer jerk = catena({"path", "planar2", file, "--law", "jerk"});
  EXPECT_EQ(jerk.code, 0) << jerk.err;
  EXPECT_EQ(catena({"path", "planar2", file, "--law", "trapezoid"}).code, 0) << "without the limit";
}

}  // namespace
}  // namespace catena::test
