// SPDX-License-Identifier: Apache-2.0
// The motion on which arms are compared, if none is given.
#include "catena/choose/criteria/default_motion.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "catena/choose/criteria/motion_limits.hpp"
#include "catena/choose/criteria/task_path.hpp"
#include "catena/io/load.hpp"
#include "choose/arms.hpp"

namespace catena::test {
namespace {

constexpr double kPi = std::numbers::pi;

Robot one_joint(JointKind kind, double lower, double upper) {
  Robot robot = Arm::load("rtx").robot();
  robot.links.resize(1);
  robot.links[0].joint = kind;
  set_range(robot, 0, lower, upper);
  return robot;
}

TEST(DefaultMotion, StaysWithinThePositionAndVelocityLimitsOfEveryArmOfTheCatalogue) {
  for (const std::string& stem : catalogue()) {
    const Robot robot = Arm::load(stem).robot();
    const choose::TaskPath path = choose::task_path({}, robot, 1001);
    Eigen::Index i = 0;
    for (const RobotLink& link : robot.links) {
      if (link.joint == JointKind::fixed) continue;
      const Eigen::VectorXd q = path.q.row(i++);
      if (!link.limits) continue;
      if (const auto& range = link.limits->position) {
        EXPECT_GE(q.minCoeff(), (*range)[0] - 1e-12) << stem << " joint " << i;
        EXPECT_LE(q.maxCoeff(), (*range)[1] + 1e-12) << stem << " joint " << i;
      }
      // the speed between samples never exceeds the greatest speed
      const double step = path.time[1] - path.time[0];
      if (link.limits->velocity) {
        EXPECT_LE((q.tail(1000) - q.head(1000)).cwiseAbs().maxCoeff() / step,
                  *link.limits->velocity * (1 + 1e-9))
            << stem << " joint " << i;
      }
    }
    for (const choose::ExceededLimit& e : choose::motion_limits(Arm(robot), {}).exceeded)
      EXPECT_EQ(e.kind, choose::LimitKind::effort) << stem << " joint " << e.joint + 1;
  }
}

// 004 (23): all joints from 0 to pi in 10 s
TEST(DefaultMotion, IsThatOfPaper004WhereTheLimitsAllowIt) {
  for (const char* stem : {"planar3", "rtx", "stanford_004", "ur5e"}) {
    const choose::DefaultMotion motion = choose::default_motion(Arm::load(stem).robot());
    EXPECT_EQ(motion.from, Eigen::VectorXd::Zero(motion.from.size())) << stem;
    EXPECT_EQ(motion.to, Eigen::VectorXd::Constant(motion.to.size(), kPi)) << stem;
    EXPECT_EQ(motion.duration, 10) << stem;
  }
}

TEST(DefaultMotion, StartsAsNearToZeroAsTheLimitsAllowAndTakesAtMostTheWholeRange) {
  const auto expect = [](JointKind kind, double lower, double upper, double from, double to) {
    const choose::DefaultMotion motion = choose::default_motion(one_joint(kind, lower, upper));
    EXPECT_DOUBLE_EQ(motion.from[0], from);
    EXPECT_DOUBLE_EQ(motion.to[0], to);
  };
  expect(JointKind::revolute, -4, 4, 0, kPi);
  expect(JointKind::revolute, -3, 3, 3 - kPi, 3);         // room for pi below the upper limit
  expect(JointKind::revolute, 0.8, 5.5, 0.8, 0.8 + kPi);  // 0 is outside
  expect(JointKind::revolute, -3, -0.1, -3, -0.1);        // less than pi
  expect(JointKind::prismatic, 0.3, 1.27, 0.3, 1.27);
}

TEST(DefaultMotion, TakesLongerWhereAJointIsSlow) {
  Robot robot = one_joint(JointKind::revolute, 0, 2);
  robot.links[0].limits->velocity = 0.1;  // at its fastest, halfway, the joint moves at 2 x 2 / T
  EXPECT_DOUBLE_EQ(choose::default_motion(robot).duration, 40);
  EXPECT_EQ(score(Arm(robot), "velocity_margin").value, 0);
  EXPECT_TRUE(choose::motion_limits(Arm(robot), {}).possible());
  robot.links[0].limits->velocity = 0.3;  // T is not a round number
  EXPECT_EQ(score(Arm(robot), "velocity_margin").value, 0);
  robot.links[0].limits->velocity = 0.4;
  EXPECT_DOUBLE_EQ(choose::default_motion(robot).duration, 10);
}

}  // namespace
}  // namespace catena::test
