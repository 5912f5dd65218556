// SPDX-License-Identifier: Apache-2.0
// `catena eval` on an ill-conditioned arm: the method it takes, and the digits that --explain reports.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/shell.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// A point mass 5e-8 m off the axis of the second joint. 60-digit arithmetic gives 1.4579646187331e13 for ∂q̈_2/∂q_2
// (tests/core/hard).
const char* const kRobot = R"(catena = 1
name = "point near axis"
convention = "standard"
angle_unit = "rad"
[[link]]
joint = "revolute"
dh = { a = 1, alpha = 0.5, d = 0.2, theta = 0.1 }
mass = 1
com = [0.1, 0.2, 0.3]
inertia = { about = "com", xx = 0.1, yy = 0.1, zz = 0.1 }
[[link]]
joint = "revolute"
dh = { a = 0, alpha = 0, d = 0, theta = 0 }
mass = 1
com = [5e-8, 0, 0.5]
inertia = { about = "com", xx = 0, yy = 0, zz = 0 }
)";
const std::string kState = R"({"q": [1.4, 1.03], "qd": [-0.16, -0.48], "tau": [0.02, -0.19]})";

TEST(EvalDigits, AreKeptOnAnIllConditionedArm) {
  const Folder folder;
  const std::string robot = folder.write("point.toml", kRobot);
  for (const char* want : {"dfd_dq", "fd_derivatives"}) {
    const Answer answer = catena({"eval", robot, "--want", want}, kState);
    EXPECT_EQ(answer.code, 0);
    EXPECT_NEAR(answer.lines()[0]["dfd_dq"][1][1].number(), 1.4579646187331e13, 1) << want;
  }
}

TEST(EvalDigits, AndTheMethodThatKeepsThemAreExplained) {
  const Folder folder;
  const std::string robot = folder.write("point.toml", kRobot);
  const std::string two = fmt::format("{}\n{}", kState, kState);
  const std::string chosen = catena({"eval", robot, "--want", "dfd_dq", "--explain"}, two).err;
  EXPECT_THAT(chosen, HasSubstr("dfd_dq: fd_derivatives, because the arm has fewer than "));
  EXPECT_THAT(chosen,
              HasSubstr("dfd_dq: aba_derivatives instead, in 2 of 2 states, where M is ill-conditioned\n"));
  EXPECT_THAT(chosen, HasSubstr("of 16 digits can be trusted in line 1, the worst\n"));
  EXPECT_THAT(chosen, Not(HasSubstr("fewer than 6")));
}

TEST(EvalDigits, ThatAreFewAreRemarkedOn) {
  const Folder folder;
  const std::string robot = folder.write("point.toml", kRobot);
  const std::string named =
      catena({"eval", robot, "--want", "dfd_dq", "--method", "fd_derivatives", "--explain"}, kState).err;
  EXPECT_THAT(named, HasSubstr("dfd_dq: fd_derivatives, as requested\n"));
  EXPECT_THAT(named, Not(HasSubstr("instead")));
  EXPECT_THAT(
      named,
      HasSubstr(
          "of 16 digits can be trusted; fewer than 6 in 1 of 1 state: this result changes considerably if "
          "the data of the arm or the state change in their last digit\n"));
}

TEST(EvalDigits, AreNotEstimatedUnlessAskedFor) {
  EXPECT_EQ(catena({"eval", "planar2"}, R"({"q": [0, 0]})").err, "");
}

}  // namespace
}  // namespace catena::test
