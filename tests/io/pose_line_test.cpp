// SPDX-License-Identifier: Apache-2.0
// Lines with a goal of inverse kinematics.
#include "catena/io/pose_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/error_text.hpp"

namespace catena::test {
namespace {

using ::testing::ElementsAre;

std::string refusal(std::string_view line) {
  return error_text(ErrorKind::usage, [&] { parse_pose_line(line); });
}

TEST(PoseLine, HasAPoseByRowsOrAPosition) {
  const PoseLine pose = parse_pose_line(
      R"({"pose": [[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,16]], "q": [0.5, -1], "tag": {"a": [1]}})");
  ASSERT_TRUE(pose.pose && pose.q && !pose.position);
  EXPECT_THAT(*pose.pose, ElementsAre(1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16));  // by columns
  EXPECT_THAT(*pose.q, ElementsAre(0.5, -1));
  EXPECT_EQ(pose.tag, R"({"a":[1]})");
  const PoseLine position = parse_pose_line(R"({"position": [1, 2.5, -3e1]})");
  ASSERT_TRUE(position.position && !position.pose && !position.q);
  EXPECT_THAT(*position.position, ElementsAre(1, 2.5, -30));
  EXPECT_EQ(position.tag, "");
  const PoseLine axis = parse_pose_line(R"({"position": [1, 2, 3], "axis": [0, 0, -2], "frame": "wrist"})");
  ASSERT_TRUE(axis.axis && axis.frame && !position.axis && !position.frame);
  EXPECT_THAT(*axis.axis, ElementsAre(0, 0, -2));
  EXPECT_EQ(*axis.frame, "wrist");
}

TEST(PoseLine, SaysWhatIsWrong) {
  const std::string goal = "\n  need    one of 'pose' and 'position'";
  EXPECT_EQ(refusal("{}"), "there is no goal" + goal);
  EXPECT_EQ(refusal(R"({"q": [1]})"), "there is no goal" + goal);
  EXPECT_EQ(refusal(R"({"position":[1,2,3],"pose":[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]})"),
            "'pose' and 'position' are both given" + goal);
  const std::string matrix = "'pose': not a matrix of 4 x 4 numbers\n  need    four rows of four numbers";
  EXPECT_EQ(refusal(R"({"pose": 1})"), matrix);
  EXPECT_EQ(refusal(R"({"pose": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]})"), matrix);
  EXPECT_EQ(refusal(R"({"pose": [[1,0,0,0],[0,1,0,0],[0,0,1],[0,0,0,1]]})"), matrix);
  EXPECT_EQ(refusal(R"({"pose": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1],[0,0,0,0]]})"), matrix);
  EXPECT_EQ(refusal(R"({"position": [1, 2]})"),
            "'position': wrong length\n  given   2 numbers\n  need    3: x, y, z in the base frame");
  EXPECT_EQ(refusal(R"({"position": 1})"), "'position': not an array\n  need    numbers in brackets, [0, 0]");
  EXPECT_EQ(refusal(R"({"position": [1, "a", 2]})"),
            "'position': contains something that is not a number\n  given   \"a\"\n  need    finite numbers");
  EXPECT_EQ(refusal(R"({"position": [1,2,3], "position": [1,2,3]})"), "'position': given twice");
  EXPECT_EQ(refusal(R"({"positon": [1,2,3]})"),
            "unknown key 'positon'\n  need    pose, position, axis, q, frame or tag\n  hint    did you mean "
            "'position'?");
  const std::string example = "\n  need    a goal such as {\"position\": [0.3, 0, 0.5]}";
  EXPECT_EQ(refusal("[1]"), "column 1: this is not a JSON object" + example);
  EXPECT_EQ(refusal("{\"q\": [1}"), "column 9: this is not JSON" + example);
  EXPECT_EQ(refusal(std::string("{\0}", 3)), "column 2: this is not JSON" + example);
  EXPECT_EQ(refusal(R"({"position": [1e999, 0, 0]})"),
            "a number is too large\n  need    at most 1.7976931348623157e308 in size");
  EXPECT_EQ(refusal(R"({"position": [1,2,3], "tag": )" + std::string(65, '[') + std::string(65, ']') + "}"),
            "'tag': nested too deeply\n  need    64 levels or fewer");
  EXPECT_EQ(refusal(R"({"position": [1,2,3], "tag": )" + std::string(64, '[') + std::string(64, ']') + "}"),
            "no error");
}

}  // namespace
}  // namespace catena::test
