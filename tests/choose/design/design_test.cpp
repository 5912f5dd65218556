// SPDX-License-Identifier: Apache-2.0
// From design files to points and arms.
#include "catena/choose/design/design.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>
#include <set>

#include "catena/core/arm.hpp"
#include "catena/core/error.hpp"
#include "catena/core/model/canonical.hpp"
#include "choose/design/design_body.hpp"
#include "choose/design/design_helpers.hpp"

namespace catena::choose {
namespace {

using std::numbers::pi;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Design, AGridHasAllCombinations) {
  const Design design = design_of(grid());
  ASSERT_EQ(design.size(), 6);
  EXPECT_THAT(design.point(0), ElementsAre(0.2, 0.3));
  EXPECT_THAT(design.point(1), ElementsAre(0.2, 0.1));
  EXPECT_THAT(design.point(2), ElementsAre(0.4, 0.3));
  EXPECT_THAT(design.point(5), ElementsAre(0.6, 0.1));
  EXPECT_EQ(design.parameters()[0].unit, "m");
}

TEST(Design, OtherSamplesKeepToTheRangesAndUseAllOfThem) {
  for (const char* kind : {"sobol", "latin_hypercube"}) {
    const Design design = design_of(
        two_links(fmt::format("[sampling]\nkind = \"{}\"\npoints = 256\nseed = 4\n\n{}", kind, kTwoLengths)));
    ASSERT_EQ(design.size(), 256);
    double low = 1, high = 0;
    int first = 0;
    for (std::int64_t k = 0; k < design.size(); ++k) {
      const std::vector<double> point = design.point(k);
      EXPECT_EQ(point, design.point(k));
      ASSERT_TRUE(point[0] >= 0.2 && point[0] <= 0.6);
      ASSERT_TRUE(point[1] == 0.3 || point[1] == 0.1);
      low = std::min(low, point[0]), high = std::max(high, point[0]);
      first += point[1] == 0.3;
    }
    EXPECT_LT(low, 0.2 + 2 * 0.4 / 256);
    EXPECT_GT(high, 0.6 - 2 * 0.4 / 256);
    EXPECT_EQ(first, 128);  // stratified: a list of two is halved
  }
}

TEST(Design, TheArmOfAPointHasItsLengthsAndTubes) {
  const Design design = design_of(grid());
  const Arm arm(design.robot(std::vector{0.4, 0.3}));
  EXPECT_NEAR(arm.pose(Eigen::Vector2d(0, 0))(0, 3), 0.7, 1e-15);
  // two rods in a plane: M22 = I2 + m2 (L2/2)²
  const double mass = 2700 * pi * (0.05 * 0.05 - 0.045 * 0.045) * 0.3;
  const double moment = mass * (3 * (0.05 * 0.05 + 0.045 * 0.045) + 0.3 * 0.3) / 12;
  EXPECT_NEAR(arm.inertia(Eigen::Vector2d(0, 1))(1, 1), moment + mass * 0.15 * 0.15, 1e-14);
}

TEST(Design, SlidesGoFromZeroToTheirLength) {
  const Design design = design_of(R"(design = 1
angle_unit = "deg"
lengths = [0.5, 0.4]
criteria = ["reach"]
limits = { revolute = [-90, 180] }
body = { law = "tube", density = 2700, radius = 0.05, thickness = 0.05 }
sampling = { kind = "grid" }
[[parameter]]
name = "arm"
set = "arm"
values = ["Rz Px", "Px Rz"]
)");
  EXPECT_EQ(design.name(), "arms");
  const Robot rp = design.robot(design.point(0)), pr = design.robot(design.point(1));
  EXPECT_EQ(rp.name, "Rz Px");
  EXPECT_EQ(design.parameters()[0].shown(1), "Px Rz");
  std::vector<Limits> limits;
  for (const Robot& robot : {rp, pr})
    for (const RobotLink& link : robot.links)
      if (link.joint != JointKind::fixed) limits.push_back(*link.limits);
  ASSERT_EQ(limits.size(), 4u);
  EXPECT_THAT(*limits[0].position, ElementsAre(-pi / 2, pi));
  EXPECT_THAT(*limits[1].position, ElementsAre(0, 0.4));
  EXPECT_THAT(*limits[2].position, ElementsAre(0, 0.5));
  EXPECT_THAT(*limits[3].position, ElementsAre(-pi / 2, pi));
  // the boom of RP ends at its tip: reach 0.5 to 0.9, its middle 0.2 behind
  const Arm arm(rp);
  EXPECT_NEAR(arm.pose(Eigen::Vector2d(0, 0.4))(0, 3), 0.9, 1e-15);
  const double mass = 2700 * pi * 0.05 * 0.05;
  EXPECT_NEAR(arm.inertia(Eigen::Vector2d(0, 0))(1, 1), mass * 0.4, 1e-14);
  const auto M11 = [&](double q) { return arm.inertia(Eigen::Vector2d(0, q))(0, 0); };
  // d M11 / dq = 2 m2 (distance of its middle)
  EXPECT_NEAR((M11(0.3) - M11(0.1)) / 0.2, 2 * mass * 0.4 * (0.5 + 0.2 - 0.2), 1e-12);
}

TEST(Design, TiesFollowTheirParameter) {
  const Design design = design_of(two_links(R"([sampling]
kind = "grid"
[[parameter]]
set = "length"
link = 2
same_as = "upper"
factor = 0.5
[[parameter]]
set = "radius"
same_as = "upper"
factor = 0.1
[[parameter]]
name = "upper"
set = "length"
link = 1
values = [0.4, 0.8]
)"));
  ASSERT_EQ(design.parameters().size(), 1u);
  const Arm arm(design.robot(std::vector{0.8}));
  EXPECT_NEAR(arm.pose(Eigen::Vector2d(0, 0))(0, 3), 1.2, 1e-15);
  EXPECT_NEAR(arm.robot().links[0].mass, 2700 * pi * (0.08 * 0.08 - 0.075 * 0.075) * 0.8, 1e-12);
}

TEST(Design, VariesTheRowsOfARobot) {
  const Design design = design_of(std::string(kPlanar) + R"(
[[parameter]]
name = "a"
set = "a"
link = [1, 2]
values = [1, 0.5]
[[parameter]]
name = "twist"
set = "alpha"
link = 1
values = [0, 90]
[[parameter]]
name = "mass"
set = "mass"
link = 2
values = [1, 3]
)");
  ASSERT_EQ(design.size(), 8);
  EXPECT_EQ(design.parameters()[1].unit, "deg");
  EXPECT_EQ(design.parameters()[2].unit, "kg");
  const Robot robot = design.robot(design.point(7));
  EXPECT_EQ(robot.links[0].dh.a, 0.5);
  EXPECT_EQ(robot.links[1].dh.a, 0.5);
  EXPECT_EQ(robot.links[0].dh.alpha, pi / 2);
  EXPECT_EQ(robot.links[1].mass, 3);
  EXPECT_DOUBLE_EQ(robot.links[1].inertia.zz, 3 * 0.08333333333333333);  // the body keeps its shape
  EXPECT_EQ(robot.links[1].com.x, -0.5);                                 // and its place
}

TEST(Design, ScaledBodiesGrowWithTheirLinks) {
  const Design design = design_of(std::string(kPlanar) + R"(
body = { law = "scaled", exponent = 3 }
[[parameter]]
name = "a"
set = "a"
link = 2
values = [1, 2]
)");
  const RobotLink link = design.robot(std::vector{2.0}).links[1],
                  same = design.robot(std::vector{1.0}).links[1];
  EXPECT_EQ(same.mass, 1);
  EXPECT_EQ(link.mass, 8);
  EXPECT_EQ(link.com.x, -1);
  EXPECT_DOUBLE_EQ(link.inertia.zz, 32 * 0.08333333333333333);
}

// A joint of another kind loses the limits and the motor that were made for it; one that keeps its kind keeps them.
TEST(Design, AJointThatKeepsItsKindKeepsItsLimitsAndMotor) {
  const Design design = design_of(R"(design = 1
robot = "puma560"
angle_unit = "deg"
criteria = ["reach"]
sampling = { kind = "grid" }
limits = { prismatic = [0, 0.5] }
[[parameter]]
name = "kind"
set = "joint"
link = 2
values = ["R", "P"]
)");
  const Robot turn = design.robot(design.point(0)), slide = design.robot(design.point(1));
  ASSERT_TRUE(turn.links[1].motor);
  EXPECT_EQ(turn.links[1].motor->gear, 107.815);
  EXPECT_NEAR((*turn.links[1].limits->position)[1], 225 * pi / 180, 1e-15);
  EXPECT_FALSE(slide.links[1].motor);
  EXPECT_THAT(*slide.links[1].limits->position, ElementsAre(0, 0.5));
}

TEST(Design, ErrorsNameTheLink) {
  const auto error = [](const std::string& more) -> std::string {
    try {
      const Design design = design_of(std::string(kPlanar) + more);
      design.robot(design.point(0));
    } catch (const Error& e) {
      return e.what();
    }
    return "none";
  };
  const std::string parameter = "[[parameter]]\nname = \"p\"\n";
  EXPECT_THAT(error("limits = { revolute = [-90, 90] }\n" + parameter +
                    "set = \"lower\"\nlink = 2\nvalues = [100]\n"),
              HasSubstr("link 2: the lower limit of the joint is above the upper limit"));
  EXPECT_THAT(error(parameter + "set = \"a\"\nlink = []\nvalues = [1]\n"), HasSubstr("'link' is empty"));
  // panda: a fixed flange after seven joints
  try {
    design_of(
        "design = 1\nrobot = \"panda\"\nangle_unit = \"deg\"\ncriteria = [\"reach\"]\n"
        "sampling = { kind = \"grid\" }\n" +
        parameter + "set = \"joint\"\nlink = 8\nvalues = [\"R\"]\n");
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_THAT(std::string(e.what()), HasSubstr("link 8 is fixed"));
  }
}

TEST(Design, JointKindsAreParameters) {
  const Design design = design_of(std::string(kPlanar) + R"(
limits = { revolute = [-180, 180], prismatic = [0.1, 0.6] }
[[parameter]]
name = "kind"
set = "joint"
link = 2
values = ["P", "revolute"]
)");
  const Robot slide = design.robot(design.point(0)), turn = design.robot(design.point(1));
  EXPECT_EQ(slide.links[1].joint, JointKind::prismatic);
  EXPECT_THAT(*slide.links[1].limits->position, ElementsAre(0.1, 0.6));
  EXPECT_EQ(turn.links[1].joint, JointKind::revolute);
  EXPECT_THAT(*turn.links[1].limits->position, ElementsAre(-pi, pi));
  EXPECT_EQ(design.parameters()[0].shown(0), "P");
}

// The same arm as axes and as a DH table of either convention has the same tubes.
TEST(Design, TubesOfARobotAreThoseOfItsAxes) {
  const std::string body = "body = { law = \"tube\", density = 2700, radius = 0.04, thickness = 0.004 }\n";
  const std::string rest = "criteria = [\"reach\"]\nsampling = { kind = \"grid\" }\n";
  const Design axes =
      design_of("design = 1\narm = \"Rz:z Ry Px\"\n" + body + rest + R"(lengths = [0.6, 0.5, 0.4]
[[parameter]]
name = "shoulder"
set = "length"
link = 1
values = [0.6, 0.7]
)");
  const std::string row =
      "mass = 1\ncom = [0, 0, 0]\ninertia = { about = \"com\", xx = 1, yy = 1, zz = 1 }\n";
  // z: up; y: theta = 0, alpha = -90; x: along the slide, alpha = 90 after a quarter turn
  const std::string table = "design = 1\nangle_unit = \"deg\"\n" + rest + body + R"([[parameter]]
name = "shoulder"
set = "d"
link = 1
values = [0.6, 0.7]
[robot]
catena = 1
name = "the same"
convention = "standard"
angle_unit = "deg"
[[robot.link]]
joint = "revolute"
dh = { a = 0, alpha = -90, d = 0.6, theta = 0 }
)" + row + R"([[robot.link]]
joint = "revolute"
dh = { a = 0.5, alpha = 0, d = 0, theta = 0 }
)" + row + R"([[robot.link]]
joint = "fixed"
dh = { a = 0, alpha = 90, d = 0, theta = 90 }
[[robot.link]]
joint = "prismatic"
dh = { a = 0, alpha = 0, d = 0, theta = 0 }
limits = { position = [0, 0.4] }
)" + row;
  const Design dh = design_of(table);
  const Arm a(axes.robot(std::vector{0.7})), b(dh.robot(std::vector{0.7}));
  for (const Eigen::Vector3d& q :
       {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0.3, -0.7, 0.2), Eigen::Vector3d(2, 1, 0.4)}) {
    EXPECT_LT((a.pose(q).col(3) - b.pose(q).col(3)).norm(), 1e-14);
    EXPECT_LT((a.inertia(q) - b.inertia(q)).norm(), 1e-13);
    EXPECT_LT((a.gravity(q) - b.gravity(q)).norm(), 1e-12);
  }
}

// A table of the other convention is the same arm, and has the same tubes.
TEST(Design, TubesAreTheSameInBothConventions) {
  const auto with = [](const Robot& robot) {
    std::vector<BodyLaw> laws(robot.links.size(), BodyLaw{Law::tube, 1, 2700, 0.04, 0.004, 0.08});
    return Arm(with_tubes(robot, laws));
  };
  Notes notes;
  for (const char* stem : {"puma560", "planar2", "chain:4:5"}) {
    const Robot standard = to_convention(load_robot(stem, notes), Convention::standard, notes);
    const Robot modified = to_convention(standard, Convention::modified, notes);
    const Arm a = with(standard), b = with(modified);
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(a.dof(), 0.3, 1.7);
    EXPECT_LT((a.inertia(q) - b.inertia(q)).norm(), 1e-12 * a.inertia(q).norm()) << stem;
    EXPECT_LT((a.pose(q) - b.pose(q)).norm(), 1e-13) << stem;
  }
}

}  // namespace
}  // namespace catena::choose
