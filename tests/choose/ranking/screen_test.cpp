// SPDX-License-Identifier: Apache-2.0
// Requirements: how they are parsed, which texts are rejected, and which arms fail them.
#include "catena/choose/ranking/screen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/choose/ranking/amount.hpp"
#include "catena/core/error.hpp"

namespace catena::test {
namespace {

using namespace choose;
using testing::HasSubstr;
using Bound = Requirement::Bound;

constexpr Criterion kKnown[] = {{"reach", "m", Better::more, "how far it gets"},
                                {"workspace", "m^3", Better::more, "how much"},
                                {"payload", "kg", Better::more, "what it lifts"},
                                {"energy", "J", Better::less, "of a cycle"},
                                {"condition", "", Better::less, "of the Jacobian"}};

std::string refusal(const std::string& text) {
  try {
    requirement(text, kKnown);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::usage);
    return e.what();
  }
  return "no error";
}

TEST(Screen, ReadsBoundsInAnyUnit) {
  const auto expect = [](const char* text, const char* stem, Bound bound, double value) {
    const Requirement r = requirement(text, kKnown);
    EXPECT_EQ(r.criterion->stem, stem) << text;
    EXPECT_EQ(r.bound, bound) << text;
    EXPECT_NEAR(r.value, value, 1e-12 * std::abs(value)) << text;
  };
  expect("reach>=0.8", "reach", Bound::at_least, 0.8);
  expect("reach >= 800mm", "reach", Bound::at_least, 0.8);
  expect(" reach > 80 cm ", "reach", Bound::above, 0.8);
  expect("payload>=+3000g", "payload", Bound::at_least, 3);
  expect("energy<2kJ", "energy", Bound::below, 2000);
  expect("energy<=1e3", "energy", Bound::at_most, 1000);
  expect("condition<=500%", "condition", Bound::at_most, 5);
  expect("workspace>=20 l", "workspace", Bound::at_least, 0.02);
  expect("workspace>=2m³", "workspace", Bound::at_least, 2);
  EXPECT_EQ(requirement("workspace>=2", kKnown).unit, "m^3");
  EXPECT_EQ(requirement("workspace>=20000cm^2", kKnown).unit, "m^2");
  expect("workspace>=20000cm^2", "workspace", Bound::at_least, 2);
  EXPECT_EQ(requirement("joint_limits", kKnown).what, Requirement::What::joint_limits);
  EXPECT_EQ(requirement("effort_limits", kKnown).what, Requirement::What::effort_limits);
}

TEST(Screen, SaysWhatIsWrongWithARequirement) {
  EXPECT_EQ(
      refusal("raech>=1"),
      "requirement 'raech>=1': there is no such criterion\n  given   'raech'\n"
      "  need    one that 'catena compare --list' shows, or joint_limits, velocity_limits, effort_limits\n"
      "  hint    did you mean 'reach'?");
  EXPECT_EQ(refusal("reach"),
            "requirement 'reach': the bound is missing\n  need    reach>=X, reach>X, reach<=X or reach<X");
  EXPECT_EQ(refusal("reach=1"),
            "requirement 'reach=1': the bound is missing\n  need    reach>=X, reach>X, reach<=X or reach<X");
  EXPECT_EQ(refusal(">=1"),
            "requirement '>=1': no criterion is named\n  need    a criterion and a bound, as in reach>=0.8");
  EXPECT_EQ(refusal(""),
            "requirement '': no criterion is named\n  need    a criterion and a bound, as in reach>=0.8");
  EXPECT_EQ(refusal("reach>=far"),
            "requirement 'reach>=far': not a number\n  given   'far'\n"
            "  need    a number, in m if no other unit is named");
  EXPECT_EQ(refusal("condition>=inf"),
            "requirement 'condition>=inf': not a number\n  given   'inf'\n  need    a number");
  EXPECT_EQ(
      refusal("reach>=3kg"),
      "requirement 'reach>=3kg': the unit is that of another quantity\n  given   'kg'\n  need    one of m, "
      "mm, cm, km");
  EXPECT_EQ(refusal("reach>=3 furlongs"),
            "requirement 'reach>=3 furlongs': unknown unit\n  given   'furlongs'\n  need    one of "
            "m, mm, cm, km");
  EXPECT_EQ(refusal("workspace>=3kg"),
            "requirement 'workspace>=3kg': the unit is that of another quantity\n  given   'kg'\n"
            "  need    one of m^3, l, cm^3, mm^3");
  EXPECT_EQ(refusal("joint_limits>=3"),
            "requirement 'joint_limits>=3': this requirement takes no bound\n"
            "  hint    write joint_limits alone");
  EXPECT_THAT(refusal("reach>=>=1"), HasSubstr("not a number"));
  EXPECT_THAT(refusal("reach>=1\x1b[2J"), HasSubstr("requirement 'reach>=1\\x1b[2J'"))
      << "no control characters";
}

TEST(Screen, KeepsOutWhatDoesNotMeetABound) {
  const Requirement at_least = requirement("reach>=0.8", kKnown), above = requirement("reach>0.8", kKnown);
  EXPECT_TRUE(screen(at_least, Score{.value = 0.8}).met);
  EXPECT_FALSE(screen(above, Score{.value = 0.8}).met);
  EXPECT_TRUE(screen(requirement("reach<=0.8", kKnown), Score{.value = 0.8}).met);
  EXPECT_FALSE(screen(requirement("reach<0.8", kKnown), Score{.value = 0.8}).met);
  const Screened short_arm = screen(at_least, Score{.value = 0.54321});
  EXPECT_FALSE(short_arm.met);
  EXPECT_FALSE(short_arm.within_error);
  EXPECT_EQ(short_arm.why, "it is 0.5432 m");
  const Screened near = screen(at_least, Score{.value = 0.81, .error = 0.02});
  EXPECT_TRUE(near.met && near.within_error);
  EXPECT_FALSE(screen(at_least, Score{.value = 0.85, .error = 0.02}).within_error);
}

TEST(Screen, KeepsOutWhatCannotBeTold) {
  const Screened none =
      screen(requirement("payload>=3", kKnown), Score{.value = NAN, .why = "no effort limits"});
  EXPECT_FALSE(none.met);
  EXPECT_EQ(none.why, "the value is unavailable: no effort limits");
}

TEST(Screen, DoesNotCompareAreasWithVolumes) {
  const Screened flat = screen(requirement("workspace>=1", kKnown), Score{.value = 2, .unit = "m^2"});
  EXPECT_FALSE(flat.met);
  EXPECT_EQ(flat.why, "it is 2 m², which cannot be compared with m³");
  EXPECT_TRUE(screen(requirement("workspace>=1m^2", kKnown), Score{.value = 2, .unit = "m^2"}).met);
}

TEST(Screen, LooksForLimitsOfAllJoints) {
  Robot robot;
  robot.links.resize(3);
  robot.links[1].joint = JointKind::fixed;
  const auto joints = requirement("joint_limits", kKnown), speeds = requirement("velocity_limits", kKnown);
  EXPECT_EQ(screen(joints, robot).why, "the robot file has none for joints 1, 2");
  robot.links[0].limits = Limits{.position = std::array<double, 2>{-1, 1}, .velocity = {}, .effort = {}};
  EXPECT_EQ(screen(joints, robot).why, "the robot file has none for joint 2");
  robot.links[2].limits = robot.links[0].limits;
  EXPECT_TRUE(screen(joints, robot).met);
  EXPECT_FALSE(screen(speeds, robot).met);
}

TEST(UnitText, WritesPowersAsPeopleDo) {
  EXPECT_EQ(unit_text("m^3"), "m³");
  EXPECT_EQ(unit_text("kg m^2"), "kg m²");
  EXPECT_EQ(unit_text("m s^-2"), "m s⁻²");
  EXPECT_EQ(unit_text("m^10 N"), "m¹⁰ N");
  EXPECT_EQ(unit_text("N m"), "N m");
  EXPECT_EQ(unit_text(""), "");
}

}  // namespace
}  // namespace catena::test
