// SPDX-License-Identifier: Apache-2.0
// Pictures of workspaces that are known: a disc, a ring turned round an axis, and none.
#include "catena/choose/slice.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace catena::test {
namespace {

using namespace choose;

struct Cell {
  double x, y, value;
};

std::vector<Cell> cells(const WorkspaceSlice& s) {
  std::vector<Cell> all;
  for (std::size_t r = 0; r < s.rows; ++r)
    for (std::size_t c = 0; c < s.columns; ++c)
      all.push_back({s.left + (static_cast<double>(c) + 0.5) * s.cell,
                     s.bottom + (static_cast<double>(r) + 0.5) * s.cell, s.values[r * s.columns + c]});
  return all;
}

// Two links of 1 m: |det J| = |sin q2|, with r² = 2 + 2 cos q2.
TEST(Slice, OfAPlanarArmIsADiscWithTheManipulabilityOfItsElbow) {
  const WorkspaceSlice s = workspace_slice(Arm::load("planar2"), 65536, 1, 32);
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

// RTX: a slide, and two links in a plane that it lifts: distance 0 to a2 + a3, height over the stroke.
TEST(Slice, OfTheRtxIsARectangle) {
  const Arm rtx = Arm::load("rtx");
  const WorkspaceSlice s = workspace_slice(rtx);
  ASSERT_EQ(s.why, "");
  EXPECT_FALSE(s.flat);
  EXPECT_EQ(s.left, 0);
  std::size_t empty = 0;
  for (const double value : s.values) empty += std::isnan(value);
  EXPECT_LT(static_cast<double>(empty), 0.02 * static_cast<double>(s.values.size()));
}

TEST(Slice, IsTheSameAgain) {
  const Arm arm = Arm::load("puma560");
  const WorkspaceSlice a = workspace_slice(arm, 4096), b = workspace_slice(arm, 4096);
  ASSERT_EQ(a.values.size(), b.values.size());
  for (std::size_t k = 0; k < a.values.size(); ++k)
    EXPECT_TRUE(a.values[k] == b.values[k] || (std::isnan(a.values[k]) && std::isnan(b.values[k])));
  EXPECT_EQ(a.unit, "m^3");
}

TEST(Slice, SaysWhyThereIsNone) {
  Robot robot = Arm::load("rtx").robot();
  for (RobotLink& link : robot.links) link.limits.reset();
  EXPECT_NE(workspace_slice(Arm(robot)).why, "");
}

}  // namespace
}  // namespace catena::test
