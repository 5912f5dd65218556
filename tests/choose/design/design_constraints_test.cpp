// SPDX-License-Identifier: Apache-2.0
// Points of a design that are no arm that was asked for: constraints, and arms that cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/error.hpp"
#include "choose/design/design_helpers.hpp"

namespace catena::choose {
namespace {

using testing::HasSubstr;

std::string reason(const Design& design, const std::vector<double>& point) {
  try {
    design.robot(point);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::model);
    return e.problem();
  }
  return "";
}

TEST(Design, ConstraintsShutArmsOutAndSayWhy) {
  const Design design = design_of(grid() + R"(
[[constraint]]
sum = { upper = 1, fore = 2 }
most = 0.9
[[constraint]]
of = "total_length"
least = 0.35
[[constraint]]
of = "total_mass"
most = 2.1
[[constraint]]
criterion = "reach"
least = 0.5
)");
  EXPECT_EQ(reason(design, {0.4, 0.1}), "");
  EXPECT_EQ(reason(design, {0.4, 0.3}), "upper + 2 fore <= 0.9 does not hold: it is 1");
  EXPECT_THAT(reason(design, {0.2, 0.1}), HasSubstr("total_length >= 0.35 does not hold: it is 0.3"));
  EXPECT_THAT(reason(design, {0.6, 0.1}), HasSubstr("total_mass <= 2.1 does not hold: it is 2.8"));
  EXPECT_NO_THROW(design.robot_unconstrained(std::vector{0.6, 0.1}));

  std::vector<Score> scores(2);
  scores[0].value = 0.6;
  EXPECT_EQ(design.broken(scores), "");
  EXPECT_LT(design.excesses(std::vector{0.4, 0.1}, scores)[3], 0);
  scores[0].value = 0.4;
  EXPECT_EQ(design.broken(scores), "reach >= 0.5 does not hold: it is 0.4");
  EXPECT_NEAR(design.excesses(std::vector{0.4, 0.3}, scores)[0], 0.1, 1e-15);
  EXPECT_NEAR(design.excesses(std::vector{0.4, 0.3}, scores)[3], 0.1, 1e-15);
  EXPECT_TRUE(std::isnan(design.excesses(std::vector{0.4, 0.3}, {})[3]));
  scores[0].value = std::nan("");
  EXPECT_EQ(design.broken(scores), "reach >= 0.5 is unavailable");
}

TEST(Design, ConstraintsOnOneSumMayStandTogether) {
  for (const char* other :
       {"sum = { upper = -1, fore = -2 }\nmost = -0.5\n", "sum = { upper = 2, fore = 4 }\nleast = 1\n",
        "sum = { upper = 1, fore = 2 }\nleast = 0.9\n", "sum = { fore = 1 }\nmost = 0.2\n"})
    EXPECT_NO_THROW(design_of(
        grid() + "[[constraint]]\nsum = { upper = 1, fore = 2 }\nmost = 0.9\n[[constraint]]\n" + other))
        << other;
}

TEST(Design, AnImpossibleArmIsAReasonNotACrash) {
  const Design thick = design_of(two_links(R"([sampling]
kind = "grid"
[[parameter]]
name = "wall"
set = "thickness"
values = [0.005, 0.06]
)"));
  EXPECT_EQ(reason(thick, {0.06}), "link 1: a wall of 0.06 m in a tube of radius 0.05 m");
  const Design upside = design_of(std::string(kPlanar) + R"(
limits = { revolute = [-90, 90] }
[[parameter]]
name = "upper"
set = "upper"
link = 1
values = [45, -120]
)");
  EXPECT_EQ(reason(upside, {45}), "");
  EXPECT_EQ(reason(upside, {-120}), "the lower limit of the joint is above the upper limit");
  const Design endless = design_of(std::string(kPlanar) + R"(
body = { law = "tube", density = 2700, radius = 0.05, thickness = 0.005 }
[[parameter]]
name = "kind"
set = "joint"
link = 2
values = ["R", "P"]
)");
  EXPECT_EQ(reason(endless, {0}), "");
  EXPECT_EQ(reason(endless, {1}), "a prismatic joint without limits has no length, so its mass is unknown");
  EXPECT_THROW(endless.robot(std::vector{2.0}), Error);
  EXPECT_THROW(endless.robot(std::vector{0.5}), Error);
  EXPECT_THROW(endless.robot(std::vector{-1.0}), Error);
  EXPECT_THROW(endless.robot(std::vector<double>{}), Error);
  const Design huge = design_of(two_links(R"([sampling]
kind = "grid"
[[parameter]]
name = "size"
set = "length"
link = 1
values = [1e200]
)"));
  EXPECT_EQ(reason(huge, {1e200}), "its mass or size overflows");
}

}  // namespace
}  // namespace catena::choose
