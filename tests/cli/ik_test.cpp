// SPDX-License-Identifier: Apache-2.0
// `catena ik`: goals as options and as lines, what is not reached, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

// planar2 has two links of 1 m. Its tool at (x, y) in the plane.
TEST(IkCommand, FindsJointPositions) {
  const Answer answer = catena({"ik", "planar2", "--position", "1,1,0", "--seed", "0.1,1"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json found = answer.lines().at(0);
  EXPECT_EQ(found["status"], "solved");
  EXPECT_NEAR(found["q"][0].number(), 0, 1e-8);
  EXPECT_NEAR(found["q"][1].number(), M_PI / 2, 1e-8);
  EXPECT_LE(found["position_error"].number(), 1e-9);
  EXPECT_FALSE(found.contains("orientation_error"));
  EXPECT_EQ(found["starts"], 1);
}

TEST(IkCommand, ReadsRollPitchAndYawAsAUrdfDoes) {
  const Answer answer = catena({"ik", "puma560", "--pose", "0.4,0.1,0.3,0.2,1.1,-0.5"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Answer back = catena({"eval", "puma560", "--want", "pose"},
                             answer.lines().at(0)["q"].dump().insert(0, "{\"q\": ") + "}");
  const Json X = back.lines().at(0)["pose"];
  EXPECT_NEAR(X[0][3].number(), 0.4, 1e-8);
  EXPECT_NEAR(X[2][0].number(), -std::sin(1.1), 1e-8);
  EXPECT_NEAR(X[2][1].number(), std::cos(1.1) * std::sin(0.2), 1e-8);
  EXPECT_NEAR(X[1][0].number(), std::sin(-0.5) * std::cos(1.1), 1e-8);
}

TEST(IkCommand, AnswersEachLine) {
  const Answer answer = catena({"ik", "planar2"},
                               "{\"position\": [1, 1, 0], \"q\": [0.1, 1], \"tag\": {\"a\": 1}}\n\n"
                               "{\"pose\": [[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}\n"
                               "{\"position\": [3, 0, 0]}\n"
                               "nonsense\n");
  EXPECT_EQ(answer.code, 4);
  const std::vector<Json> lines = answer.lines();
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0]["tag"]["a"], 1);
  EXPECT_NEAR(lines[0]["q"][1].number(), M_PI / 2, 1e-8);
  EXPECT_EQ(lines[1]["status"], "solved");
  EXPECT_EQ(lines[2]["status"], "unreachable");
  EXPECT_FALSE(lines[2].contains("q"));
  EXPECT_NEAR(lines[2]["position_error"].number(), 1, 1e-9);
  EXPECT_EQ(lines[2]["explanation"], "Out of reach: the closest posture found in 100 starts is 1 m away.");
  EXPECT_EQ(lines[3]["line"], 5);
  EXPECT_EQ(lines[3]["error"],
            R"(column 2: this is not JSON; need a goal such as {"position": [0.3, 0, 0.5]})");
}

TEST(IkCommand, SaysWhyAGoalIsNotReached) {
  const Answer answer = catena({"ik", "planar2", "--position", "3,0,0"});
  EXPECT_EQ(answer.code, 4);
  EXPECT_EQ(answer.err, "catena: note: Out of reach: the closest posture found in 100 starts is 1 m away.\n");
}

TEST(IkCommand, ListsAllSolutions) {
  const Answer answer = catena({"ik", "ur5e", "--all", "--pose", "0.4,0.1,0.3,0,1.5,0.2"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json found = answer.lines().at(0);
  EXPECT_EQ(found["solutions"].size(), 8u);
  EXPECT_EQ(found["method"], "axes 2, 3 and 4 are parallel");
  const Answer none = catena({"ik", "ur5e", "--all", "--pose", "4,0.1,0.3,0,1.5,0.2"});
  EXPECT_EQ(none.code, 4);
  EXPECT_EQ(none.lines().at(0)["solutions"].size(), 0u);
  EXPECT_EQ(none.lines().at(0)["status"], "unreachable");
  EXPECT_EQ(none.lines().at(0)["explanation"], "Out of reach: no posture of the arm has this pose.");
  EXPECT_EQ(none.err, "catena: note: Out of reach: no posture of the arm has this pose.\n");
  EXPECT_EQ(found["status"], "solved");
  EXPECT_FALSE(found.contains("explanation"));
  const Answer refused = catena({"ik", "planar2", "--all", "--pose", "0.4,0.1,0.3,0,1.5,0.2"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_EQ(
      refused.err,
      "catena: error: ik_all: 'Planar 2R' has no closed-form solution\n  given   2 joints\n  need    six or "
      "seven joints\n"
      "  hint    Arm::ik, or 'catena ik' without --all, solves it numerically\n");
}

TEST(IkCommand, ListsSolutionsOfSevenJointsByTheirRedundancyParameter) {
  const std::vector<std::string> goal = {"ik", "iiwa14", "--all", "--pose", "0.5,0.1,0.5,0,3,0"};
  const Json sampled = catena(goal).lines().at(0);
  EXPECT_EQ(sampled["redundancy"], "arm angle");
  EXPECT_GE(sampled["solutions"].size(), 36u);
  EXPECT_EQ(sampled["parameters"].size(), sampled["solutions"].size());
  std::vector<std::string> one = goal;
  one.insert(one.end(), {"--redundancy", "30deg"});
  const Json found = catena(one).lines().at(0);
  ASSERT_GE(found["solutions"].size(), 1u);
  EXPECT_EQ(found["solutions"][0].size(), 7u);
  EXPECT_NEAR(found["parameters"][0].number(), 0.5235987755982988, 1e-9);
  const Answer six = catena({"ik", "ur5e", "--all", "--pose", "0.4,0.1,0.3,0,1.5,0.2", "--redundancy", "0"});
  EXPECT_EQ(six.code, 2);
  EXPECT_EQ(six.err,
            "catena: error: --redundancy: the arm has six joints, and no redundancy parameter\n"
            "  hint    leave it out\n");
}

// The reach of a PUMA within its limits is smaller than without them.
TEST(IkCommand, TellsWhatTheLimitsForbidFromWhatIsOutOfReach) {
  const std::vector<std::string> goal = {"ik", "puma560", "--all", "--pose", "-0.5,-0.4,0.3,3,0.3,-2"};
  std::vector<std::string> free = goal;
  free.emplace_back("--no-limits");
  const std::size_t all = catena(free).lines().at(0)["solutions"].size();
  ASSERT_GT(all, 0u);
  const Folder folder;
  std::string closed = catena({"convert", "puma560", "--to", "toml"}).out;  // joint 1 can hardly move
  const std::size_t at = closed.find("position = [");
  ASSERT_NE(at, std::string::npos);
  closed.replace(at, closed.find(']', at) + 1 - at, "position = [0, 0.001]");
  std::vector<std::string> limited = goal;
  limited[1] = folder.write("closed.toml", closed);
  const Answer answer = catena(limited);
  EXPECT_EQ(answer.code, 4);
  EXPECT_EQ(answer.lines().at(0)["status"], "limits");
  EXPECT_THAT(
      answer.err,
      testing::EndsWith("catena: note: Reached only if the joint limits are ignored: --no-limits lists " +
                        std::to_string(all) + " solutions.\n"));
  const Answer seven = catena({"ik", "iiwa14", "--all", "--pose", "5,0.1,0.5,0,3,0"});
  EXPECT_EQ(seven.err,
            "catena: note: Out of reach at the 36 values of the redundancy parameter (arm angle) that were "
            "tried.\n");
  const Answer value = catena({"ik", "iiwa14", "--all", "--redundancy", "0", "--pose", "5,0.1,0.5,0,3,0"});
  EXPECT_EQ(value.err, "catena: note: Out of reach at this value of the redundancy parameter (arm angle).\n");
}

TEST(IkCommand, WritesATableForAPerson) {
  const Answer one = catena({"ik", "planar2", "--position", "1,1,0", "--seed", "0.1,1", "--table"});
  EXPECT_EQ(one.code, 0);
  EXPECT_THAT(one.out, testing::MatchesRegex("Solved in [0-9]+ iterations from 1 start.\n"
                                             "  #  joint +q  in degrees\n"
                                             "  1  joint1 +[-0-9.e]+ rad +[-0-9.e]+\n"
                                             "  2  joint2 +1.5708 rad +90\n"));
  const Answer far = catena({"ik", "planar2", "--position", "3,0,0", "--table"});
  EXPECT_EQ(far.code, 4);
  EXPECT_EQ(far.err, "");
  EXPECT_THAT(far.out,
              testing::StartsWith("Out of reach: the closest posture found in 100 starts is 1 m away. That "
                                  "posture:\n  #  joint"));
  const Answer all = catena({"ik", "ur5e", "--all", "--pose", "0.4,0.1,0.3,0,1.5,0.2", "--table"});
  EXPECT_THAT(all.out,
              testing::StartsWith("8 solutions: axes 2, 3 and 4 are parallel\n"
                                  "  #  q1 [rad]  q2 [rad]  q3 [rad]   q4 [rad]  q5 [rad]  q6 [rad]\n"
                                  "  1  0.699041  -1.93388  "));
  EXPECT_THAT(
      catena({"ik", "iiwa14", "--all", "--redundancy", "30deg", "--pose", "0.5,0.1,0.5,0,3,0", "--table"})
          .out,
      testing::HasSubstr("\n  #  arm angle [rad]   q1 [rad]"));
  EXPECT_EQ(catena({"ik", "planar2", "--table"}, "{}\n").out,
            "line 1: there is no goal; need one of 'pose' and 'position'\n");
  EXPECT_EQ(catena({"ik", "planar2", "--table", "--json"}).err,
            "catena: error: ik: --json and --table exclude each other\n");
}

// `script` gives the program a terminal.
TEST(IkCommand, SaysThatItWaitsForGoalsAtATerminal) {
  const Answer answer =
      shell("printf '{\"position\": [1, 1, 0]}\\n\\004' | script -qec 'catena ik planar2' /dev/null");
  if (answer.out.find("not found") != std::string::npos || answer.code == 127) GTEST_SKIP() << "no script";
  EXPECT_THAT(answer.out,
              testing::HasSubstr("catena: note: reading goals from the terminal, one per line, such as "
                                 "{\"position\": [0.3, 0, 0.5]}; Ctrl-D ends the input; 'catena ik --help' "
                                 "shows other ways to give a goal"));
  EXPECT_THAT(answer.out, testing::HasSubstr("Solved in "));
}

TEST(IkCommand, TakesFramesAndAxesOfLines) {
  const auto line = [](const std::string& frame, const std::string& goal) {
    return "{" + goal + (frame.empty() ? "" : ", \"frame\": \"" + frame + "\"") + "}\n";
  };
  const std::string p = "\"position\": [0.4, 0.1, 0.5]", axis = ", \"axis\": [0, 0, -2]";
  const auto lines = catena({"ik", "panda", "--frame", "link5"},
                            line("link6", p) + line("", p) + line("tool", p + axis) + line("link6", p))
                         .out;
  EXPECT_EQ(lines, catena({"ik", "panda", "--frame", "link6", "--position", "0.4,0.1,0.5"}).out +
                       catena({"ik", "panda", "--frame", "link5", "--position", "0.4,0.1,0.5"}).out +
                       catena({"ik", "panda", "--position", "0.4,0.1,0.5", "--axis", "0,0,-1"}).out +
                       catena({"ik", "panda", "--frame", "link6", "--position", "0.4,0.1,0.5"}).out);
}

TEST(IkCommand, NotesPositionsThatLookLikeDegrees) {
  EXPECT_EQ(
      catena({"ik", "panda", "--pose", "0.4,0,0.5,0,180,0", "--seed", "0,0,0,-90,0,90,0"}).err,
      "catena: note: --seed: joint 4 (link 'link4'): position is outside its limits; given -90 rad; need "
      "-3.0718 to -0.0698 rad; is it in degrees?\n"
      "catena: note: --pose: pitch 180 rad is 28.6 turns; if it is in degrees, write 180deg\n");
  EXPECT_EQ(catena({"ik", "panda", "--pose", "0.4,0,0.5,0,180deg,0", "--seed", "0,0,0,-90deg,0,90deg,0"}).err,
            "");
  const std::string start = "{\"position\": [1, 1, 0], \"q\": [45, 0]}\n";
  EXPECT_EQ(catena({"ik", "planar2"}, "{\"position\": [1, 1, 0], \"q\": [0, 1]}\n" + start + start).err,
            "catena: note: line 2: joint 1: position is 7.16 turns; given 45 rad; is it in degrees?\n");
  EXPECT_EQ(catena({"ik", "planar2", "--near", "0,90", "--position", "1,1,0"}).err,
            "catena: note: --near: joint 2: position is 14.3 turns; given 90 rad; is it in degrees?\n");
}

TEST(IkCommand, TakesFramesPreferencesAndAxes) {
  const Answer wrist = catena({"ik", "panda", "--frame", "link6", "--position", "0.4,0.1,0.5"});
  EXPECT_EQ(wrist.code, 0) << wrist.out;
  const Json tool =
      catena({"ik", "panda", "--frame", "tool", "--position", "0.4,0.1,0.6", "--axis", "0,0,-2"})
          .lines()
          .at(0);
  EXPECT_EQ(tool["status"], "solved");
  const Json pose =
      catena({"eval", "panda", "--want", "pose"}, "{\"q\": " + tool["q"].dump() + "}").lines().at(0)["pose"];
  EXPECT_NEAR(pose[2][2].number(), -1, 1e-9);
  EXPECT_NEAR(pose[0][3].number(), 0.4, 1e-8);
  const std::vector<std::string> goal = {"ik", "iiwa14", "--pose", "0.5,0.1,0.5,0,3,0"};
  const auto manipulability = [&](std::vector<std::string> more) {
    std::vector<std::string> args = goal;
    args.insert(args.end(), more.begin(), more.end());
    const Json q = catena(args).lines().at(0)["q"];
    return catena({"eval", "iiwa14", "--want", "manipulability"}, "{\"q\": " + q.dump() + "}")
        .lines()
        .at(0)["manipulability"]
        .number();
  };
  EXPECT_GT(manipulability({"--prefer", "manipulability"}), manipulability({}));
  EXPECT_GT(manipulability({"--prefer", "manipulability"}), manipulability({"--near", "0,1,1,-1,0,1,0"}));
}

// Each level of nesting takes stack memory when it is freed.
TEST(IkCommand, RefusesATagThatIsNestedTooDeeply) {
  const auto nested = [](std::size_t levels) {
    return "{\"position\": [1, 1, 0], \"tag\": " + std::string(levels, '[') + "0" + std::string(levels, ']') +
           "}\n";
  };
  EXPECT_EQ(catena({"ik", "planar2"}, nested(64)).code, 0);
  for (const std::size_t levels : {std::size_t{65}, std::size_t{200'000}}) {
    const Answer answer = catena({"ik", "planar2"}, nested(levels));
    EXPECT_EQ(answer.code, 4);
    EXPECT_EQ(answer.lines().at(0)["error"], "'tag': nested too deeply; need 64 levels or fewer");
    EXPECT_EQ(
        catena({"ik", "planar2"}, "{\"position\": " + std::string(levels, '[') + "\n").lines().at(0)["error"],
        "'position': nested too deeply; need 64 levels or fewer");
  }
}

TEST(IkCommand, TakesADirectionOfAnyLength) {
  for (const char* axis : {"0,0,-1e300", "0,0,-1e-300"}) {
    const Answer answer = catena({"ik", "panda", "--position", "0.4,0.1,0.6", "--axis", axis});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(answer.out, catena({"ik", "panda", "--position", "0.4,0.1,0.6", "--axis", "0,0,-1"}).out);
  }
}

struct Refused {
  std::vector<std::string> args;
  std::string err;
};

TEST(IkCommand, RefusesWhatMakesNoSense) {
  const Refused gallery[] = {
      {{"--pose", "1,2"},
       "--pose '1,2': wrong number of values\n  given   2 numbers\n  need    x,y,z,roll,pitch,yaw in metres "
       "and "
       "radians\n"},
      {{"--pose", "1,2,3,4,5,x"},
       "--pose 'x': invalid number\n  need    finite numbers separated by commas, such as "
       "0,-1.5e-3,pi/2,30deg\n"},
      {{"--pose", "1,2deg,3,4,5,6"},
       "--pose '2deg': number 2 cannot be in deg\n  need    metres, without a unit\n"},
      {{"--position", "1,2deg,3"},
       "--position '2deg': number 2 cannot be in deg\n  need    a number without a unit, in SI units\n"},
      {{"--position", "1,0,0", "--frame", "base"},
       "--frame 'base': this frame is fixed to the base, and no joint moves it\n"
       "  need    a frame on a link that moves: 'link1', 'link2', 'tool'\n"},
      {{"--position", "1,nan,0"},
       "--position 'nan': invalid number\n  need    finite numbers separated by commas, such as "
       "0,-1.5e-3,pi/2\n"},
      {{"--pose", "1,0,0,0,0,0", "--position", "1,0,0"},
       "ik: --pose and --position are both given\n  need    one of them\n"},
      {{"--position", "1,0,0", "--axis", "0,0,0"}, "--axis '0,0,0': the direction is zero\n"},
      {{"--position", "1e300,0,0"},
       "ik: the position of the pose is too large to compute with\n  given   1e+300 m\n  need    at most "
       "1e+90 m\n"},
      {{"--axis", "0,0,1"}, "ik: --axis is given without --position\n  need    both of them\n"},
      {{"--position", "1,0,0", "--seed", "1"},
       "--seed '1': wrong number of values\n  given   1 number\n  need    2 numbers separated by commas, "
       "one for "
       "each joint\n"},
      {{"--position", "1,0,0", "--seed", "0,1e300"},
       "ik: 'seed' has a joint position that is too large to compute with\n  given   seed[1] = 1e+300 "
       "(counted from 0)\n"
       "  need    at most 1e+06 rad or m\n"},
      {{"--position", "1,0,0", "--near", "-1e7,0"},
       "ik: 'near' has a joint position that is too large to compute with\n  given   near[0] = -10000000 "
       "(counted from 0)\n"
       "  need    at most 1e+06 rad or m\n"},
      {{"--position", "1,0,0", "--frame", "hand"},
       "Planar 2R: there is no frame 'hand'\n  need    one of base, link1, link2, tool\n"},
      {{"--position", "1,0,0", "--starts", "0"},
       "--starts '0': invalid number\n  need    a whole number from 1 to 1000000\n"},
      {{"--position", "1,0,0", "--prefer", "limits", "--near", "0,0"},
       "ik: --near and --prefer are both given\n  need    one of them\n"},
      {{"--position", "1,0,0", "--all"},
       "ik: --all requires a complete pose\n"
       "  need    --pose or poses as JSON lines, without --prefer and --seed\n"},
      {{"--position", "1,0,0", "--redundancy", "1"},
       "ik: --redundancy is given without --all\n  need    both of them\n"},
      {{"--position", "1,0,0", "--redundancy", "x"},
       "--redundancy 'x': invalid number\n  need    finite numbers separated by commas, such as "
       "0,-1.5e-3,pi/2,30deg\n"},
      {{"--position", "1,0,0", "--input", "goals.txt"},
       "ik: --input and a goal are both given\n  need    one of --input, --pose and --position\n"},
  };
  for (const Refused& refused : gallery) {
    std::vector<std::string> args = {"ik", "planar2"};
    args.insert(args.end(), refused.args.begin(), refused.args.end());
    const Answer answer = catena(args);
    EXPECT_EQ(answer.code, 2) << refused.err;
    EXPECT_EQ(answer.err, "catena: error: " + refused.err);
    EXPECT_EQ(answer.out, "");
  }
}

TEST(IkCommand, ReadsAnglesInDegreesWhereAnglesAre) {
  const std::string radians =
      catena({"ik", "puma560", "--pose", "0.4,0.1,0.3,0,pi/2,0", "--seed", "0,pi/4,0,0,0,0"}).out;
  EXPECT_NE(radians, "");
  EXPECT_EQ(catena({"ik", "puma560", "--pose", "0.4,0.1,0.3,0,90deg,0", "--seed", "0,45deg,0,0,0,0"}).out,
            radians);
}

TEST(IkCommand, NamesTheFramesThatCanReachAPoseInClosedForm) {
  const Answer answer =
      catena({"ik", "ur5e", "--all", "--frame", "forearm", "--pose", "0.4,0.1,0.3,0,1.5,0.2"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(answer.err,
            "catena: error: --frame 'forearm': this frame is not on the last link, and fewer than six joints "
            "move it\n"
            "  need    for --all, a frame on the last link: 'wrist 3', 'tool'\n");
  const Answer near =
      catena({"ik", "ur5e", "--all", "--pose", "0.4,0.1,0.3,0,1.5,0.2", "--near", "1e300,0,0,0,0,0"});
  EXPECT_EQ(near.code, 2);
  EXPECT_THAT(near.err,
              testing::HasSubstr("ik_all: 'near' has a joint position that is too large to compute with\n"));
}

TEST(IkCommand, AnswersBadLinesInTheirPlace) {
  const Refused gallery[] = {
      {{"[1, 2]"}, R"(column 1: this is not a JSON object; need a goal such as {"position": [0.3, 0, 0.5]})"},
      {{"{}"}, "there is no goal; need one of 'pose' and 'position'"},
      {{R"({"position": [1, 0]})"},
       "'position': wrong length; given 2 numbers; need 3: x, y, z in the base frame"},
      {{R"({"position": [1, 0, null]})"},
       "'position': contains something that is not a number; given null; need finite numbers"},
      {{R"({"position": 1})"}, "'position': not an array; need numbers in brackets, [0, 0]"},
      {{R"({"position": [1, 0, 0], "position": [1, 0, 0]})"}, "'position': given twice"},
      {{R"({"pose": [[1, 0], [0, 1]]})"},
       "'pose': not a matrix of 4 x 4 numbers; need four rows of four numbers"},
      {{R"({"pos": [1, 0, 0]})"},
       "unknown key 'pos'; need pose, position, axis, q, frame or tag; did you mean 'pose'?"},
      {{R"({"position": [1, 0, 0], "q": [1]})"},
       "'q': wrong length; given 1 number; need 2, since 'Planar 2R' has 2 joints"},
      {{R"({"position": [1, 0, 0], "q": [0, 1e300]})"},
       "'q': a joint position is too large to compute with; given 1e+300 for joint 2; need at most 1e+06 rad "
       "or "
       "m"},
      {{R"({"position": [1], "q": [0, 1]})"},
       "'position': wrong length; given 1 number; need 3: x, y, z in the base frame"},
      {{R"({"position": [1, 0, 0], "axis": [0, 0, 0]})"},
       "'axis': the direction is zero; need a vector that is not zero"},
      {{R"({"pose": [[1, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], "axis": [0, 0, 1]})"},
       "'axis': 'pose' determines the whole orientation; need 'position' and 'axis', or 'pose' alone"},
      {{R"({"position": [1, 0, 0], "frame": 3})"},
       "'frame': not a string; given 3; need the name of a frame"},
      {{R"({"position": [1, 0, 0], "frame": "base"})"},
       "'frame', 'base': this frame is fixed to the base, and no joint moves it; need a frame on a link that "
       "moves: 'link1', 'link2', 'tool'"},
      {{R"({"position": [1, 0, 0], "frame": "hand"})"},
       "Planar 2R: there is no frame 'hand'; need one of base, link1, link2, tool"},
      {{R"({"pose": [[2, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]})"},
       "ik: the rotation of the pose is not orthonormal and right-handed; given R with R Rᵀ or its "
       "determinant off by 4; need a "
       "deviation of at most 1e-06"},
      {{R"({"position": [1e400, 0, 0]})"},
       "a number is too large; need at most 1.7976931348623157e308 in size"},
  };
  for (const Refused& refused : gallery) {
    const Answer answer = catena({"ik", "planar2"}, refused.args[0] + "\n{\"position\": [1, 1, 0]}\n");
    EXPECT_EQ(answer.code, 4);
    const std::vector<Json> lines = answer.lines();
    ASSERT_EQ(lines.size(), 2u) << answer.out;
    EXPECT_EQ(lines[0]["error"], refused.err);
    EXPECT_EQ(lines[0]["line"], 1);
    EXPECT_EQ(lines[1]["status"], "solved");
  }
}

TEST(IkCommand, KnowsWhatNoPostureCanReach) {
  for (const char* x : {"2", "3", "5", "10", "100"}) {
    const Answer answer = catena({"ik", "ur5e", "--pose", std::string(x) + ",0.1,0.3,0,1.5,0.2"});
    EXPECT_EQ(answer.code, 4);
    EXPECT_EQ(answer.lines().at(0)["status"], "unreachable") << x;
    EXPECT_EQ(answer.err.find("is it in millimetres?") != std::string::npos, x == std::string("100"));
  }
  const Answer planar = catena({"ik", "planar2", "--pose", "1,1,0,0,0,0.3"});
  EXPECT_NE(planar.lines().at(0)["explanation"].text().find("With 2 joints, only some poses can be reached"),
            std::string::npos);
}

TEST(IkCommand, FindsTheNearestOfAllSolutions) {
  for (const char* near : {"0,0,0,0,0,0", "1,-2,1,1,1,1", "0.7,-1,2,-2,-1,-1"}) {
    const std::vector<std::string> goal = {"ik", "ur5e", "--pose", "0.4,0.1,0.3,0,1.5,0.2", "--near", near};
    std::vector<std::string> all = goal;
    all.push_back("--all");
    const Json one = catena(goal).lines().at(0)["q"], best = catena(all).lines().at(0)["solutions"][0];
    for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(one[i].number(), best[i].number(), 1e-6) << near;
  }
}

}  // namespace
}  // namespace catena::test
