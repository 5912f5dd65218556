// SPDX-License-Identifier: Apache-2.0
// `catena path`: its summary, its files, its errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kLine = R"(path = 1
[start]
q = [0.0, -1.6, 1.8, -1.8, -1.57, 0.0]
[limits]
acceleration = 20
[[move]]
kind = "line"
by = [0, 0.2, 0]
)";

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
         "--blend --spline: a spline has no corners\n");
  expect({"path", "planar2", "--points", "0,0;1"}, 3, "--points: 'joints.points' has the wrong length\n");
  expect({"path", "planar2", "--points", "0,0;1,1"}, 3, "nothing limits the speed there\n");
  expect({"path", "planar2", "--points", "0,0;1,1", "--velocity", "0"}, 2,
         "--velocity '0': invalid limit\n  need    numbers above 0\n");
  expect({"path", "ur5e", file, "--torque", "5"}, 2,
         "FILE --velocity: with a file, the limits are in the file\n");
  expect({"path", "ur5e", folder.write("bad.toml", "path = 1\nlimit = 3\n")}, 3, "unknown key 'limit'\n");
  expect({"path", "ur5e", folder.write("far.toml", kLine + "[[move]]\nkind = \"line\"\nby = [3, 0, 0]\n")}, 4,
         "the arm is at a singular posture, or at the end of its reach\n");
  expect({"path", "ur5e", folder.file("nothing.toml")}, 5, "nothing.toml");
}

}  // namespace
}  // namespace catena::test
