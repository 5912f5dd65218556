// SPDX-License-Identifier: Apache-2.0
// Whether an arm can do a motion.
#include "catena/choose/criteria/motion_limits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/sim/cycloid.hpp"
#include "catena/sim/sampled.hpp"
#include "choose/arms.hpp"

namespace catena::test {
namespace {

using choose::LimitKind, choose::MotionLimits;

// 2 kg straight up by 1 m in 1 s on a cycloid: at most 2 m/s, and 2 (9.81 + 2 pi) = 32.186 N
struct Lift {
  Robot robot = Arm::load("rtx").robot();
  choose::Task task;

  Lift() {
    robot.links.resize(1);
    robot.links[0].mass = 2;
    robot.links[0].limits = {{.position = {{0, 1}}, .velocity = 3, .effort = 40}};
    task.trajectory = std::make_shared<sim::Cycloid>(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Ones(1), 1);
  }
  Limits& limits() { return *robot.links[0].limits; }
  MotionLimits result() const { return choose::motion_limits(Arm(robot), task); }
};

TEST(MotionLimits, HoldWhereTheMotionStaysBelowThem) {
  const MotionLimits found = Lift().result();
  EXPECT_TRUE(found.possible());
  EXPECT_TRUE(found.known());
}

TEST(MotionLimits, NameTheLimitThatIsExceededAndByHowMuch) {
  Lift fast;
  fast.limits().velocity = 1.5;
  EXPECT_EQ(exceeded_text(fast.result()), "joint 1 needs 2 m/s, its limit is 1.5 m/s");
  Lift heavy;
  heavy.limits().effort = 30;
  EXPECT_EQ(exceeded_text(heavy.result()), "joint 1 needs 32.19 N, its limit is 30 N");
  Lift far;
  far.limits().position = {0, 0.9};
  EXPECT_EQ(exceeded_text(far.result()), "joint 1 goes to 1 m, its limit is 0.9 m");
  Lift low;
  low.limits().position = {0.2, 2};
  ASSERT_EQ(low.result().exceeded.size(), 1u);
  EXPECT_EQ(low.result().exceeded[0].limit, 0.2);
  Lift exact;
  exact.limits().velocity = 2;
  EXPECT_TRUE(exact.result().possible()) << "a limit may be reached";
}

TEST(MotionLimits, CountThePayloadAndTheMotors) {
  Lift lift;
  lift.task.payload = 1;  // 48.28 N
  EXPECT_FALSE(lift.result().possible());
  lift.task.payload = 0;
  lift.robot.links[0].motor = {{.inertia = 2, .gear = 1}};  // 2 pi m/s² more than 2 kg: 44.75 N
  EXPECT_EQ(exceeded_text(lift.result()), "joint 1 needs 44.75 N, its limit is 40 N");
  lift.task.motors = false;
  EXPECT_TRUE(lift.result().possible());
}

// Half a metre in a tenth of a second within 200 s, by a cubic: 7.5 m/s in its middle and ±300 m/s² at its ends. 1001 equal steps pass over
// it, or see an acceleration on one side of its jump only.
TEST(MotionLimits, SeeAShortDashInALongMotion) {
  Lift lift;
  const auto row = [](double a, double b, double c, double d) -> Eigen::MatrixXd {
    return Eigen::RowVector4d(a, b, c, d);
  };
  lift.task.trajectory = std::make_shared<sim::Sampled>(std::vector<double>{0, 100.04, 100.14, 200},
                                                        row(0, 0, 0.5, 0.5), row(0, 0, 0, 0));
  EXPECT_EQ(exceeded_text(lift.result()),
            "joint 1 needs 7.5 m/s, its limit is 3 m/s; joint 1 needs 619.6 N, its limit is 40 N");
  const Arm arm(lift.robot);
  EXPECT_NEAR(score(arm, "velocity_margin", lift.task).value, 1 - 7.5 / 3, 1e-9);
  EXPECT_NEAR(score(arm, "peak_force", lift.task).value, 2 * (9.81 + 300), 2e-6)
      << "1e-10 s beside the jump, where the rate is 6000 m/s³";
  // 2 kg: mean square of 2 (9.81 + a), a from 300 to -300 in 0.1 s of 200, else 0; less than 1 % of the dash by the trapezoidal rule
  const double dash = 4 * (9.81 * 9.81 + 300 * 300 / 3.0), rest = 4 * 9.81 * 9.81;
  const double mean_square = rest + (dash - rest) * 0.1 / 200;
  EXPECT_NEAR(std::pow(score(arm, "rms_force", lift.task).value, 2), mean_square,
              0.04 * (mean_square - rest));
}

TEST(MotionLimits, SayWhatTheFileLacks) {
  Lift lift;
  lift.limits().velocity.reset();
  EXPECT_EQ(missing_text(lift.result()), "no velocity limits");
  lift.limits().effort.reset();
  EXPECT_EQ(missing_text(lift.result()), "no velocity and effort limits");
  lift.robot.links[0].limits.reset();
  EXPECT_EQ(missing_text(lift.result()), "no position, velocity and effort limits");
  const MotionLimits jaco = choose::motion_limits(Arm::load("jaco2"), {});
  EXPECT_TRUE(jaco.known()) << "joints without position limits turn freely";
  Robot robot = Arm::load("ur5").robot();
  robot.links[2].limits->effort.reset();
  EXPECT_EQ(missing_text(choose::motion_limits(Arm(robot), {})), "no effort limit for joint 3");
}

}  // namespace
}  // namespace catena::test
