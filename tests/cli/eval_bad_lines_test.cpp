// SPDX-License-Identifier: Apache-2.0
// Invalid lines: each gets an error as its answer, and the run continues.
#include <gtest/gtest.h>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

struct Bad {
  std::string line, error;
};

// Evaluated for planar2 with --want id,inertia_inverse.
const Bad kGallery[] = {
    {"foo", R"(column 1: this is not a JSON object; given foo; need a state such as {"q": [0, 0]})"},
    {"[1, 2]", R"(column 1: this is not a JSON object; given [1; need a state such as {"q": [0, 0]})"},
    {"{", "column 2: this is not a key; given the end of the line; need a key in double quotes"},
    {R"({"q": [0, 0])", "column 13: the line ends too early; given the end of the line; need ',' or '}'"},
    {R"({"q": [0, 0})", "column 12: this is not JSON; given }; need ',' or ']'"},
    {R"({"q": [0, 0],})", "column 14: this is not a key; given }; need a key in double quotes"},
    {R"({"q": [0, 0,]})",
     "column 13: 'q' contains something that is not a number; given ]; need finite numbers"},
    {R"({"q" [0, 0]})", "column 6: this is not JSON; given [0; need ':' after the key"},
    {R"({"q": [0, 0]} {})",
     "column 15: the line continues after the object; given {; need one object on a line"},
    {R"({'q': [0, 0]})", "column 2: this is not a key; given 'q':; need a key in double quotes"},
    {R"({"q": [0, 0], "qdot": [0, 0]})",
     "column 15: unknown key 'qdot'; need q, qd, qdd, tau, gravity, tip, v, V, wrenches, damping, frame or "
     "tag; did you "
     "mean "
     "'qd'?"},
    {R"({"q": [0, 0], "torque": [0, 0]})",
     "column 15: unknown key 'torque'; need q, qd, qdd, tau, gravity, tip, v, V, wrenches, damping, frame or "
     "tag; did "
     "you mean "
     "'tau'?"},
    {R"({"q": [0, 0], "gravty": [0, 0]})",
     "column 15: unknown key 'gravty'; need q, qd, qdd, tau, gravity, tip, v, V, wrenches, damping, frame or "
     "tag; did "
     "you mean "
     "'gravity'?"},
    {R"({"q": [0, 0], "frame": ""})", "'frame': the name is empty; need the name of a frame"},
    {R"({"q": [0, 0], "time": 0.5})",
     "column 15: unknown key 'time'; need q, qd, qdd, tau, gravity, tip, v, V, wrenches, damping, frame or "
     "tag"},
    {R"({"q": [0, 0], "q": [1, 1]})", "column 15: key 'q' is given twice"},
    {R"({"q": [0, 0], "\u0071": [1, 1]})", "column 15: key 'q' is given twice"},
    {R"({"q": 0})", "column 7: 'q' is not an array; given 0; need numbers in brackets, [0, 0]"},
    {R"({"q": [NaN, 0]})",
     "column 8: 'q' contains something that is not a number; given NaN; need finite numbers"},
    {R"({"q": [0, -Infinity]})",
     "column 11: 'q' contains something that is not a number; given -Infinity; need finite numbers"},
    {R"({"q": ["0", 0]})",
     R"(column 8: 'q' contains something that is not a number; given "0"; need finite numbers)"},
    {R"({"q": [null, 0]})",
     "column 8: 'q' contains something that is not a number; given null; need finite numbers"},
    {R"({"q": [[0, 0]]})",
     "column 8: 'q' contains something that is not a number; given [0; need finite numbers"},
    {R"({"q": [01, 0]})",
     "column 8: 'q' contains something that is not a number; given 01; need finite numbers"},
    {R"({"q": [.5, 0]})",
     "column 8: 'q' contains something that is not a number; given .5; need finite numbers"},
    {R"({"q": [1., 0]})",
     "column 8: 'q' contains something that is not a number; given 1.; need finite numbers"},
    {R"({"q": [+1, 0]})",
     "column 8: 'q' contains something that is not a number; given +1; need finite numbers"},
    {R"({"q": [0x1, 0]})",
     "column 8: 'q' contains something that is not a number; given 0x1; need finite numbers"},
    {R"({"q": [1e999, 0]})",
     "column 8: 'q' contains a number that is too large; given 1e999; need at most 1.7976931348623157e308 in "
     "size"},
    {R"({"q": [0]})", "'q': wrong length; given 1 number; need 2, since 'Planar 2R' has 2 joints"},
    {R"({"q": [0, 0], "qd": [0, 0], "qdd": [0, 0], "tau": [1, 2, 3]})",
     "'tau': wrong length; given 3 numbers; need 2, since 'Planar 2R' has 2 joints"},
    {R"({"q": [0, 0], "qd": [0, 0]})", "'qdd': missing; need 2 numbers, for 'id'"},
    {"{}", "'q': missing; need 2 numbers, for 'id'"},
    {R"({"gravity": [0, 0]})", "'gravity': wrong length; given 2 numbers; need 3: x, y, z in the base frame"},
    {R"({"tip": [0, 0, 1]})",
     "'tip': wrong length; given 3 numbers; need 6: moment then force, in the tool's axes"},
    {R"({"damping": -1})", "'damping': it is negative; given -1; need 0 or more, in 1/kg and 1/(kg m²)"},
    {R"({"damping": [1]})",
     "column 13: 'damping' contains something that is not a number; given [1; need finite numbers"},
    {R"({"q": [0, 0], "qd": [0, 0], "qdd": [0, 0], "v": [1]})",
     "'v': wrong length; given 1 number; need 2, since 'Planar 2R' has 2 joints"},
    {R"({"V": 1})", "column 7: 'V' is not an array; given 1; need rows in brackets, [[1, 0], [0, 1]]"},
    {R"({"V": [1, 2]})", "column 8: 'V' is not an array; given 1; need numbers in brackets, [0, 0]"},
    {R"({"V": [[1, 2], [3]]})",
     "column 16: the rows of 'V' are not equally long; given 1 number; need 2 numbers, as in the first row"},
    {R"({"q": [0, 0], "qd": [0, 0], "qdd": [0, 0], "V": [[1]]})",
     "'V': wrong number of rows; given 1; need 2, since 'Planar 2R' has 2 joints"},
    {R"({"q": [0, 0], "qd": [0, 0], "qdd": [0, 0], "V": []})",
     "'V': wrong number of rows; given 0; need 2, since 'Planar 2R' has 2 joints"},
    {R"({"wrenches": [[1, 2, 3]]})",
     "'wrenches': wrong length of a row; given 3 numbers; need 6: moment then force, in the axes of the "
     "link"},
    {R"({"q": [0, 0], "qd": [0, 0], "qdd": [0, 0], "wrenches": [[1, 2, 3, 4, 5, 6]]})",
     "'wrenches': wrong number of rows; given 1; need 2, since 'Planar 2R' has 2 joints"},
    {R"({"tag": tru})", "'tag': this is not a JSON value; given tru"},
    {R"({"tag": })", "'tag': this is not a JSON value"},
    {R"({"q": [0, 0], "qd": [1e200, 0], "qdd": [0, 0]})",
     "id: the result is not finite; the numbers of this state are too large"},
    {"{\"q\": [0, 0], \"\xFF\": 1}",
     "column 15: this is not a JSON string; given \"\\xff\":; need valid UTF-8 and escapes"},
    {std::string("{\"tag\": 1\0}", 11), "'tag': this is not a JSON value; given 1\\x00"},
    {"{\"tag\": \"\xC3\x28\"}", "'tag': this is not a JSON value; given \"\\xc3(\""},
    {std::string("{\"q\": [0, 0]\0}", 14), "column 13: this is not JSON; given \\x00; need ',' or '}'"},
};

TEST(EvalBadLines, AreEachAnsweredWithTheirErrorInTheirPlace) {
  const std::string good = R"({"q": [0.5, 0.5], "qd": [0, 0], "qdd": [0, 0]})";
  for (const Bad& bad : kGallery) {
    const Answer answer = catena({"eval", "planar2", "--want", "id,inertia_inverse"},
                                 good + "\n" + bad.line + "\n" + good + "\n");
    EXPECT_EQ(answer.code, 4);
    const auto lines = answer.lines();
    ASSERT_EQ(lines.size(), 3u) << bad.line;
    EXPECT_TRUE(lines[0].contains("id"));
    EXPECT_EQ(lines[2], lines[0]);
    EXPECT_EQ(lines[1]["line"], 2);
    EXPECT_EQ(lines[1]["error"], bad.error) << bad.line;
  }
}

TEST(EvalBadLines, NestedAMillionDeepAreRefused) {
  const std::string deep(1000000, '[');
  const Answer answer = catena({"eval", "planar2"}, "{\"tag\": " + deep + "\n{\"q\": " + deep + "\n" + deep);
  const auto lines = answer.lines();
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0]["error"], "'tag': nested too deeply; need 64 levels or fewer");
  EXPECT_TRUE(lines[1]["error"].text().starts_with("column 8: 'q' contains something that is not a number"));
  EXPECT_TRUE(lines[2]["error"].text().starts_with("column 1: this is not a JSON object"));
}

TEST(EvalBadLines, LongerThanTheLimitAreRefusedAndTheNextIsAnswered) {
  std::string input = "{\"q\": [" + std::string(65 << 20, ' ') + "0, 0]}\n{\"q\": [0, 0]}";
  const auto lines = catena({"eval", "planar2"}, input).lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0]["error"], "the line is too long; need 64 MB or less");
  EXPECT_TRUE(lines[1].contains("inertia"));
}

TEST(EvalBadLines, OfASingularArmAreNamedAndNothingElseIsLost) {
  const Folder folder;
  const std::string robot = folder.write("thin.toml", R"(catena = 1
name = "thin"
convention = "standard"
angle_unit = "rad"
[[link]]
joint = "revolute"
dh = { a = 1, alpha = 0, d = 0, theta = 0 }
mass = 1
com = [-0.5, 0, 0]
inertia = { about = "com", xx = 0, yy = 0.1, zz = 0.1 }
[[link]]
joint = "revolute"
dh = { a = 1, alpha = 0, d = 0, theta = 0 }
mass = 0
com = [0, 0, 0]
inertia = { about = "com", xx = 0, yy = 0, zz = 0 }
)");
  const std::string state = R"({"q": [0, 1], "qd": [0, 0], "tau": [1, 1]})";
  for (const std::string want :
       {"fd", "udut", "inertia_inverse", "nu", "xi", "cnu", "cxi", "dfd_dq", "dfd_dqd"})
    for (const std::string method : {"", "crba_udu"}) {
      std::vector<std::string> args = {"eval", robot, "--want", want};
      if (!method.empty()) args.insert(args.end(), {"--method", method});
      const Answer answer = catena(args, state);
      EXPECT_EQ(answer.code, 4);
      EXPECT_EQ(answer.lines()[0]["error"],
                want +
                    ": the inertia matrix of 'thin' is singular here; given joint 2 (counted from 1) has no "
                    "articulated-body inertia: pivot d_2 = 0; run 'catena check' on the robot; "
                    "a "
                    "common cause is a last link without mass or inertia");
    }
  EXPECT_EQ(catena({"eval", robot, "--want", "inertia"}, state).code, 0);
}

// The PUMA as printed by Saha has negative moments of inertia: ξ exists, ν = sqrt(D) ξ does not.
TEST(EvalBadLines, AnIndefiniteMatrixHasNoNuAndTheJointIsNamed) {
  const std::string state = R"({"q": [0, 0, 0, 0, 0, 0], "qd": [1, 1, 1, 1, 1, 1]})";
  const Answer answer = catena({"eval", "puma560_002", "--want", "nu"}, state);
  EXPECT_EQ(answer.code, 4);
  EXPECT_EQ(
      answer.lines()[0]["error"],
      "nu: the inertia matrix of 'PUMA (Saha, Table II, as printed)' is not positive definite here; "
      "given joint "
      "4 (counted from 1) has the pivot d_4 = -0.201, which has no square root; xi and cxi need no square "
      "root, nor do "
      "the other methods of fd; 'catena check' names the link");
  EXPECT_EQ(catena({"eval", "puma560_002", "--want", "xi,cxi"}, state).code, 0);
  EXPECT_EQ(catena({"eval", "puma560_002_abs", "--want", "nu,xi,cnu,cxi"}, state).code, 0);
}

TEST(EvalBadLines, NumbersTooSmallForADoubleAreZero) {
  const Answer answer = catena({"eval", "planar2", "-w", "gravity"}, "{\"q\":[1e-999,-0.0]}\n{\"q\":[0,0]}");
  EXPECT_EQ(answer.lines()[0]["gravity"], answer.lines()[1]["gravity"]);
}

}  // namespace
}  // namespace catena::test
