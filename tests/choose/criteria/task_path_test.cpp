// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/criteria/task_path.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "catena/sim/cycloid.hpp"

namespace catena::test {
namespace {

using choose::TaskPath;

// 004 (23): q = pi t/T - sin(2 pi t/T)/2, T = 10 s
TEST(TaskPath, IsThatOfPaper004WithoutATrajectory) {
  const TaskPath path = choose::task_path({}, Arm::load("planar3").robot(), 5);
  EXPECT_EQ(path.time, (std::vector<double>{0, 2.5, 5, 7.5, 10}));
  ASSERT_EQ(path.q.rows(), 3);
  ASSERT_EQ(path.q.cols(), 5);
  constexpr double kPi = std::numbers::pi;
  const double expected[] = {0, kPi / 4 - 0.5, kPi / 2, 3 * kPi / 4 + 0.5, kPi};
  for (int k = 0; k < 5; ++k)
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(path.q(i, k), expected[k], 1e-14) << "sample " << k;
}

TEST(TaskPath, FollowsTheTrajectoryOfTheTask) {
  const Eigen::Vector2d from(1, -1), to(2, 4);
  const TaskPath path = choose::task_path({.trajectory = std::make_shared<sim::Cycloid>(from, to, 0.5)},
                                          Arm::load("planar2").robot(), 3);
  EXPECT_EQ(path.time, (std::vector<double>{0, 0.25, 0.5}));
  EXPECT_NEAR((path.q.col(0) - from).norm(), 0, 1e-14);
  EXPECT_NEAR((path.q.col(1) - 0.5 * (from + to)).norm(), 0, 1e-14);
  EXPECT_NEAR((path.q.col(2) - to).norm(), 0, 1e-14);
}

}  // namespace
}  // namespace catena::test
