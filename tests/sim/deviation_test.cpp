// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/deviation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "catena/sim/cycloid.hpp"

namespace catena::test {
namespace {

using Eigen::Vector2d;

// A run that is beside the path by (0.1 t, -t^2).
sim::Run beside(const sim::Trajectory& path) {
  sim::Run run(2);
  sim::JointMotion want(2);
  for (const double t : {0.0, 0.5, 1.0}) {
    path.at(t, want);
    const Vector2d q = want.q - Vector2d(0.1 * t, -t * t);
    run.time.push_back(t);
    run.q.push_back(q.data());
    run.qd.push_back(want.qd.data());
  }
  return run;
}

TEST(DesiredSamples, AreTheDesiredMotionAndItsToolAtTheTimesOfTheRun) {
  const Arm arm = Arm::load("planar2");
  const sim::Cycloid path(Vector2d(0, 1), Vector2d(2, -1), 1);
  const sim::Run run = beside(path);
  const sim::DesiredSamples desired = sim::desired_samples(arm, run, path);
  ASSERT_EQ(desired.q.count(), run.time.size());
  ASSERT_EQ(desired.qd.count(), run.time.size());
  ASSERT_EQ(desired.tool.count(), run.time.size());
  sim::JointMotion want(2);
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    path.at(run.time[k], want);
    EXPECT_EQ(desired.q[k], want.q);
    EXPECT_EQ(desired.qd[k], want.qd);
    EXPECT_EQ(desired.tool[k], (arm.pose(want.q).topRightCorner<3, 1>()));
  }
}

TEST(Deviation, IsWhatTheRunLacksAtEverySample) {
  const sim::Cycloid path(Vector2d(0, 1), Vector2d(2, -1), 1);
  const sim::Samples e = sim::deviations(beside(path), path);
  ASSERT_EQ(e.count(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    const double t = 0.5 * static_cast<double>(k);
    EXPECT_NEAR(e[k][0], 0.1 * t, 1e-15);
    EXPECT_NEAR(e[k][1], -t * t, 1e-15);
  }
}

TEST(Deviation, OfWhichTheLargestIsFoundWithItsTimeAndJoint) {
  const sim::Cycloid path(Vector2d(0, 1), Vector2d(2, -1), 1);
  const sim::Deviation far = sim::largest_deviation(beside(path), path);
  EXPECT_NEAR(far.largest, 1, 1e-15);
  EXPECT_EQ(far.time, 1);
  EXPECT_EQ(far.joint, 1);
  const sim::Deviation none = sim::largest_deviation(sim::Run(2), path);
  EXPECT_EQ(none.largest, 0);
}

TEST(Deviation, OfQuasiVelocitiesIsThatOfTheControl) {
  const Arm arm = Arm::load("planar2");
  const auto path = std::make_shared<sim::Cycloid>(Vector2d(0, 1), Vector2d(2, -1), 1);
  sim::QuasiVelocityControl control(arm, path, Vector2d(3, 4), Vector2d(5, 6));
  const sim::Run run = beside(*path);
  const sim::Samples s = sim::quasi_velocity_deviations(run, control);
  ASSERT_EQ(s.count(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    Eigen::VectorXd want(2);
    control.deviation(run.time[k], run.q[k], run.qd[k], want);
    EXPECT_EQ(s[k], want) << k;
  }
  EXPECT_LT(s[0].norm(), 1e-12) << "it begins on the path";
  EXPECT_GT(s[2].norm(), 0.1);
}

}  // namespace
}  // namespace catena::test
