// SPDX-License-Identifier: Apache-2.0
// Slices of known workspaces: a disc, a ring rotated about an axis, and none.
#include "catena/choose/criteria/slice.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/io/load.hpp"

namespace catena::test {
namespace {

using namespace choose;

struct Cell {
  double x, y, value;
};

std::vector<Cell> cells(const ReachableSlice& s) {
  std::vector<Cell> all;
  for (std::size_t r = 0; r < s.rows; ++r)
    for (std::size_t c = 0; c < s.columns; ++c)
      all.push_back({s.left + (static_cast<double>(c) + 0.5) * s.cell,
                     s.bottom + (static_cast<double>(r) + 0.5) * s.cell, s.values[r * s.columns + c]});
  return all;
}

// Two links of 1 m: |det J| = |sin q2|, with r² = 2 + 2 cos q2.
TEST(Slice, OfAPlanarArmIsADiscWithTheManipulabilityOfItsElbow) {
  const ReachableSlice s = reachable_slice(Arm::load("planar2"), 65536, 1, 32);
  EXPECT_TRUE(s.flat);
  EXPECT_EQ(s.unit, "m^2");
  EXPECT_NEAR(s.left, -2, 0.01);
  EXPECT_NEAR(s.cell, 4.0 / 32, 1e-3);
  int inside = 0;
  for (const Cell& at : cells(s)) {
    const double r = std::hypot(at.x, at.y), half = s.cell / std::sqrt(2);
    if (r > 2 + half) {
      EXPECT_TRUE(std::isnan(at.value)) << at.x << ' ' << at.y;
    }
    if (r > 2 - half || r < half) continue;
    ++inside;
    ASSERT_FALSE(std::isnan(at.value)) << at.x << ' ' << at.y;
    const auto w = [](double radius) {
      const double c = std::clamp(radius * radius / 2 - 1, -1.0, 1.0);
      return std::sqrt(1 - c * c);
    };
    // the best of the cell lies between the least and the largest over the radii in it
    const double near = w(r - half), far = w(r + half),
                 top = r - half < std::sqrt(2) && r + half > std::sqrt(2) ? 1 : 0;
    EXPECT_GE(at.value, std::min(near, far) - 1e-9);
    EXPECT_LE(at.value, std::max({near, far, top}) + 1e-9);
  }
  EXPECT_GT(inside, 600);
}

// RTX: a slide lifts two links of 0.432 m and 0.2 m in a plane: 0.232 m to 0.632 m from the axis, at all heights of the slide;
// |det J| = 0.432 * 0.2 |sin q3|, 0.0864 at most.
TEST(Slice, OfTheRtxIsARectangle) {
  const ReachableSlice s = reachable_slice(Arm::load("rtx"));
  ASSERT_EQ(s.why, "");
  EXPECT_FALSE(s.flat);
  EXPECT_EQ(s.unit, "m^2");
  EXPECT_EQ(s.left, 0);
  int reached = 0;
  double most = 0;
  for (const Cell& at : cells(s)) {
    const double near = at.x - s.cell / 2, far = at.x + s.cell / 2;
    if (far < 0.232) {
      EXPECT_TRUE(std::isnan(at.value)) << at.x << ' ' << at.y;
    }
    if (near < 0.232 || far > 0.632) continue;
    ASSERT_FALSE(std::isnan(at.value)) << at.x << ' ' << at.y;
    ++reached;
    most = std::max(most, at.value);
  }
  EXPECT_GT(reached, 200);
  EXPECT_LE(most, 0.0864 * (1 + 1e-12));
  EXPECT_GT(most, 0.0863);
}

// An arm that stays above its base is drawn above it; above is against gravity, or along y if gravity does not tell.
TEST(Slice, HasUpAbove) {
  struct Side {
    Vec3<double> gravity;
    double lower, upper;  // of joint 1
  };
  for (const Side& side : {Side{{0, -9.81, 0}, 0.5, 2}, {{0, 9.81, 0}, -2, -0.5}, {{0, 0, -9.81}, 0.5, 2}}) {
    Notes notes;
    Robot robot = load_robot("planar2", notes);
    robot.gravity = side.gravity;
    for (RobotLink& link : robot.links) link.limits.emplace();
    robot.links[0].limits->position = {side.lower, side.upper};
    robot.links[1].limits->position = {-0.2, 0.2};
    const ReachableSlice s = reachable_slice(Arm(robot), 4096, 1, 16);
    ASSERT_EQ(s.why, "");
    EXPECT_TRUE(s.flat);
    EXPECT_GT(s.bottom, 0) << side.gravity.y;
  }
}

TEST(Slice, IsTheSameAgain) {
  const Arm arm = Arm::load("puma560");
  const ReachableSlice a = reachable_slice(arm, 4096), b = reachable_slice(arm, 4096);
  ASSERT_EQ(a.values.size(), b.values.size());
  for (std::size_t k = 0; k < a.values.size(); ++k)
    EXPECT_TRUE(a.values[k] == b.values[k] || (std::isnan(a.values[k]) && std::isnan(b.values[k])));
  EXPECT_EQ(a.unit, "m^3");
}

TEST(Slice, SaysWhyThereIsNone) {
  Robot robot = Arm::load("rtx").robot();
  for (RobotLink& link : robot.links) link.limits.reset();
  EXPECT_NE(reachable_slice(Arm(robot)).why, "");
}

}  // namespace
}  // namespace catena::test
