// SPDX-License-Identifier: Apache-2.0
// Lines with a state: every key is read, numbers follow the grammar of JSON (RFC 8259), and errors name the place.
#include "catena/io/state_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/error_text.hpp"

namespace catena::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

StateLine parsed(std::string_view line) {
  StateLine state;
  parse_state_line(line, state);
  return state;
}
std::string refusal(std::string_view line) {
  return error_text(ErrorKind::usage, [&] { parsed(line); });
}

TEST(StateLine, HasEveryKey) {
  const StateLine s = parsed(
      " {\"q\":[1, -2.5],\t\"qd\" : [3e2],\r\"qdd\":[0.25E-1,4],\"tau\":[5e+1],\"v\":[6], "
      "\"V\":[[1,2,3],[4,5,6]],"
      R"("wrenches":[[1,2,3,4,5,6]],"gravity":[7,8,9],"tip":[1,2,3,4,5,6],"damping":0.5,"frame":"tool","tag":{"a":[1,"}"]}} )");
  EXPECT_THAT(s.q.values, ElementsAre(1, -2.5));
  EXPECT_THAT(s.qd.values, ElementsAre(300));
  EXPECT_THAT(s.qdd.values, ElementsAre(0.025, 4));
  EXPECT_THAT(s.tau.values, ElementsAre(50));
  EXPECT_THAT(s.v.values, ElementsAre(6));
  EXPECT_TRUE(s.q.given && s.qd.given && s.qdd.given && s.tau.given && s.v.given);
  EXPECT_TRUE(s.V.given && s.V.rows == 2 && s.V.cols == 3);
  EXPECT_THAT(s.V.values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_TRUE(s.wrenches.given && s.wrenches.rows == 1 && s.wrenches.cols == 6);
  EXPECT_THAT(s.wrenches.values, ElementsAre(1, 2, 3, 4, 5, 6));
  ASSERT_TRUE(s.gravity && s.tip && s.frame);
  EXPECT_TRUE(s.gravity->x == 7 && s.gravity->y == 8 && s.gravity->z == 9);
  EXPECT_TRUE(s.tip->ang.x == 1 && s.tip->ang.y == 2 && s.tip->ang.z == 3);
  EXPECT_TRUE(s.tip->lin.x == 4 && s.tip->lin.y == 5 && s.tip->lin.z == 6);
  EXPECT_EQ(s.damping, 0.5);
  EXPECT_EQ(*s.frame, "tool");
  EXPECT_EQ(s.tag, R"({"a":[1,"}"]})");
}

TEST(StateLine, ForgetsTheLineBefore) {
  StateLine s = parsed(
      R"({"q":[1],"qd":[1],"qdd":[1],"tau":[1],"v":[1],"V":[[1]],"wrenches":[[1,2,3,4,5,6]],"gravity":[7,8,9],)"
      R"("tip":[1,2,3,4,5,6],"damping":0.5,"frame":"tool","tag":1})");
  parse_state_line("{}", s);
  for (const StateLine::Numbers* numbers : {&s.q, &s.qd, &s.qdd, &s.tau, &s.v}) {
    EXPECT_FALSE(numbers->given);
    EXPECT_THAT(numbers->values, IsEmpty());
  }
  for (const StateLine::Matrix* matrix : {&s.V, &s.wrenches}) {
    EXPECT_FALSE(matrix->given);
    EXPECT_TRUE(matrix->rows == 0 && matrix->cols == 0 && matrix->values.empty());
  }
  EXPECT_FALSE(s.gravity || s.tip || s.frame);
  EXPECT_TRUE(s.damping == 0 && s.tag.empty());
}

TEST(StateLine, ReadsWrenchesByTheNamesOfFrames) {
  const StateLine s = parsed(R"({"wrenches": {"wrist": [1, 2, 3, 4, 5, 6] , "a\"b": [0, 0, 0, 0, 0, 1]}})");
  EXPECT_TRUE(s.wrenches.given && s.wrenches.rows == 0);
  ASSERT_EQ(s.wrenches_at.size(), 2u);
  EXPECT_EQ(s.wrenches_at[0].frame, "wrist");
  EXPECT_EQ(s.wrenches_at[0].wrench.ang.y, 2);
  EXPECT_EQ(s.wrenches_at[0].wrench.lin.z, 6);
  EXPECT_EQ(s.wrenches_at[1].frame, "a\"b");
  StateLine again = s;
  parse_state_line(R"({"wrenches": { }})", again);
  EXPECT_TRUE(again.wrenches.given && again.wrenches_at.empty());
  EXPECT_EQ(refusal(R"({"wrenches": {"a": [1, 2]}})"),
            "'wrenches': wrong length\n  given   2 numbers\n  need    6: moment then force, at the frame");
  EXPECT_EQ(refusal(R"({"wrenches": {"a": [0,0,0,0,0,0], "a": [0,0,0,0,0,0]}})"),
            "column 35: 'wrenches' has two for the frame 'a'");
  EXPECT_EQ(refusal(R"({"wrenches": {a: [1]}})"),
            "column 15: this is not the name of a frame\n  given   a:\n  need    a name in double quotes");
  EXPECT_EQ(refusal(R"({"wrenches": {"a" [1]}})"),
            "column 19: this is not JSON\n  given   [1\n  need    ':' after the name");
}

TEST(StateLine, TellsAnEmptyArrayFromAnAbsentOne) {
  const StateLine s = parsed(R"({"q": [ ], "V": [ ], "wrenches": []})");
  EXPECT_TRUE(s.q.given && s.q.values.empty());
  EXPECT_TRUE(s.V.given && s.V.rows == 0 && s.wrenches.given && s.wrenches.rows == 0);
  EXPECT_FALSE(s.qd.given);
}

TEST(StateLine, TakesTheNumbersOfJsonOnly) {
  const auto one = [](const std::string& number) {
    return parsed("{\"q\":[" + number + "]}").q.values.at(0);
  };
  EXPECT_EQ(one("0"), 0);
  EXPECT_TRUE(std::signbit(one("-0")));
  EXPECT_EQ(one("-0.5e-3"), -0.0005);
  EXPECT_EQ(one("12E2"), 1200);
  EXPECT_EQ(one("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(one("1e-400"), 0);  // too small
  for (const char* wrong : {"01", "+1", ".5", "1.", "1.e3", "1e", "1e+", "-", "0x10", "1f", "NaN", "inf",
                            "1 2", "\"1\"", "true", "--1", "1-1", "1e5.5"})
    EXPECT_NE(refusal("{\"q\":[" + std::string(wrong) + "]}"), "no error") << wrong;
  EXPECT_EQ(refusal(R"({"q":[1, 1e400]})"),
            "column 10: 'q' contains a number that is too large\n  given   1e400\n  need    at most "
            "1.7976931348623157e308 in size");
}

TEST(StateLine, KeepsATagAsItIsWritten) {
  const auto tag = [](const std::string& text) { return parsed("{\"tag\":" + text + "}").tag; };
  for (const char* text :
       {"1", "\"a,b]}\"", "[1, [2, {\"x\": \"]\"}]]", "{\"a\": 1, \"b\": [2]}", "null", "\"\\\"\"", "-1e3"})
    EXPECT_EQ(tag(text), text);
  EXPECT_EQ(parsed(R"({"tag": [1,2] , "q":[3]})").tag, "[1,2]");
  EXPECT_THAT(parsed(R"({"tag": [1,2] , "q":[3]})").q.values, ElementsAre(3));
  EXPECT_EQ(tag("[\r1]"), "[ 1]");
  EXPECT_EQ(refusal(R"({"tag": nope})"), "'tag': this is not a JSON value\n  given   nope");
  EXPECT_EQ(refusal(R"({"tag": })"), "'tag': this is not a JSON value");
  EXPECT_NE(refusal("{\"tag\": \"" + std::string(1, '\0') + "\"}"), "no error");
  const std::string deep(64, '['), end(64, ']');
  EXPECT_EQ(tag(deep + end), deep + end);
  EXPECT_EQ(refusal("{\"tag\":[" + deep + end + "]}"),
            "'tag': nested too deeply\n  need    64 levels or fewer");
}

TEST(StateLine, SaysWhereALineIsWrong) {
  EXPECT_EQ(refusal(""),
            "column 1: this is not a JSON object\n  given   the end of the line\n  need    a state such as "
            "{\"q\": [0, 0]}");
  EXPECT_EQ(refusal("  [1, 2]"),
            "column 3: this is not a JSON object\n  given   [1\n  need    a state such as {\"q\": [0, 0]}");
  EXPECT_EQ(refusal("{q: 1}"), "column 2: this is not a key\n  given   q:\n  need    a key in double quotes");
  EXPECT_EQ(refusal(R"({"q":[1]} x}y)"),
            "column 11: the line continues after the object\n  given   x\n  need    one object on a line");
  EXPECT_EQ(refusal(R"({"q":[1] "qd":[2]})"),
            "column 10: this is not JSON\n  given   \"qd\":[2\n  need    ',' or '}'");
  EXPECT_EQ(refusal(R"({"q":[1)"),
            "column 8: the line ends too early\n  given   the end of the line\n  need    ',' or ']'");
  EXPECT_EQ(refusal(R"({"q" [1]})"), "column 6: this is not JSON\n  given   [1\n  need    ':' after the key");
  EXPECT_EQ(refusal(R"({"q":[1],"q":[2]})"), "column 10: key 'q' is given twice");
  EXPECT_EQ(refusal(R"({"q":3})"),
            "column 6: 'q' is not an array\n  given   3\n  need    numbers in brackets, [0, 0]");
  EXPECT_EQ(refusal(R"({"q":[a b]})"),
            "column 7: 'q' contains something that is not a number\n  given   a\n  need    finite numbers");
  EXPECT_EQ(refusal(R"({"velocity":[2]})"),
            "column 2: unknown key 'velocity'\n  need    q, qd, qdd, tau, gravity, tip, v, V, wrenches, "
            "damping, frame or "
            "tag\n  hint    did you mean 'qd'?");
  EXPECT_EQ(refusal(R"({"qdx":[2]})"),
            "column 2: unknown key 'qdx'\n  need    q, qd, qdd, tau, gravity, tip, v, V, wrenches, damping, "
            "frame or "
            "tag\n  hint    did you mean 'qd'?");
  EXPECT_EQ(refusal("{\"q"), "column 2: the line ends too early\n  given   \"q\n  need    '\"'");
}

TEST(StateLine, ChecksTheSizesOfGravityTipWrenchesAndMatrices) {
  EXPECT_EQ(refusal(R"({"gravity":[1]})"),
            "'gravity': wrong length\n  given   1 number\n  need    3: x, y, z in the base frame");
  EXPECT_EQ(refusal(R"({"tip":[1,2,3]})"),
            "'tip': wrong length\n  given   3 numbers\n  need    6: moment then force, in the tool's axes");
  EXPECT_EQ(refusal(R"({"wrenches":[[1,2]]})"),
            "'wrenches': wrong length of a row\n  given   2 numbers\n  need    6: moment then force, in the "
            "axes of the link");
  EXPECT_EQ(refusal(R"({"V":[[1,2], [3]]})"),
            "column 14: the rows of 'V' are not equally long\n  given   1 number\n  need    2 numbers, as in "
            "the first row");
  EXPECT_EQ(refusal(R"({"V":3})"),
            "column 6: 'V' is not an array\n  given   3\n  need    rows in brackets, [[1, 0], [0, 1]]");
  EXPECT_EQ(refusal(R"({"damping":-1})"),
            "'damping': it is negative\n  given   -1\n  need    0 or more, in 1/kg and 1/(kg m²)");
  EXPECT_EQ(refusal(R"({"frame":1})"),
            "column 10: 'frame' is not a name\n  given   1\n  need    the name of a frame in double quotes");
  EXPECT_EQ(refusal(R"({"frame":""})"), "'frame': the name is empty\n  need    the name of a frame");
}

TEST(StateLine, RequiresAsManyNumbersAsJoints) {
  const StateLine s = parsed(R"({"q":[1,2],"V":[[1],[2]]})");
  const auto joints = [](const StateLine::Numbers& numbers, int dof, std::string_view by) {
    return error_text(ErrorKind::usage, [&] { require_joints("'q'", numbers, dof, "arm", by); });
  };
  EXPECT_EQ(joints(s.q, 2, "id"), "no error");
  EXPECT_EQ(joints(s.qd, 2, ""), "no error");
  EXPECT_EQ(joints(s.qd, 1, "id"), "'q': missing\n  need    1 number, for 'id'");
  EXPECT_EQ(joints(s.q, 1, ""),
            "'q': wrong length\n  given   2 numbers\n  need    1, since 'arm' has 1 joint");
  EXPECT_EQ(joints(s.q, 3, "id"),
            "'q': wrong length\n  given   2 numbers\n  need    3, since 'arm' has 3 joints");
  const auto rows = [](const StateLine::Matrix& matrix, int dof) {
    return error_text(ErrorKind::usage, [&] { require_rows("V", matrix, dof, "arm"); });
  };
  EXPECT_EQ(rows(s.V, 2), "no error");
  EXPECT_EQ(rows(s.wrenches, 2), "no error");
  EXPECT_EQ(rows(s.V, 3), "'V': wrong number of rows\n  given   2\n  need    3, since 'arm' has 3 joints");
}

}  // namespace
}  // namespace catena::test
