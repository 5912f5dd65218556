// SPDX-License-Identifier: Apache-2.0
// Inverse kinematics, checked by forward kinematics, which shares only the chain with it.
#include "catena/core/ik.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/io/load.hpp"
#include "support/ik.hpp"

namespace catena::test {
namespace {

using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

// The solver stops at 1e-9; forward kinematics rounds by a few eps of the reach.
constexpr double kTolerance = 1e-9 + 1e-13;

bool within_limits(const VectorXd& q, const Robot& robot) {
  int i = 0;
  for (const RobotLink& link : robot.links) {
    if (link.joint == JointKind::fixed) continue;
    const double x = q[i++];
    if (!link.limits || !link.limits->position) continue;
    if (!(x >= (*link.limits->position)[0] && x <= (*link.limits->position)[1])) return false;
  }
  return true;
}

Matrix4d pose_of(const Arm& arm, const VectorXd& q, const std::optional<Frame<double>>& frame) {
  At at{.q = q};
  if (frame) at.frame = *frame;
  return arm.eval(Quantity::pose, at)[0];
}

// docs/ik.md has the same measurement with 10 000 poses.
TEST(Ik, SolvesPosesOfEveryArmOfTheCatalogueWithinItsLimits) {
  int poses = 0, solved = 0;
  for (const std::string& name : catalogue()) {
    const Arm arm = Arm::load(name);
    const auto ranges = joint_ranges(arm.robot());
    Ik ik(arm);
    Random random(1);
    for (int k = 0; k < 200; ++k) {
      const Matrix4d goal = arm.pose(posture_within(ranges, random));
      const IkResult& found = ik.solve(goal);
      ++poses, solved += found.ok();
      if (!found.ok()) continue;
      const Distance d = distance(arm.pose(found.q), goal);
      EXPECT_LE(d.position, kTolerance) << name << ", pose " << k;
      EXPECT_LE(d.orientation, kTolerance) << name << ", pose " << k;
      EXPECT_TRUE(within_limits(found.q, arm.robot())) << name << ", pose " << k;
      EXPECT_LE(found.position_error, 1e-9);
      EXPECT_LE(found.orientation_error, 1e-9);
    }
  }
  EXPECT_GE(poses, 28 * 200);
  EXPECT_GE(solved, poses * 0.999);
}

class IkOfArms : public testing::TestWithParam<Case> {};

// All goals, at the tool and at a frame of a link in the middle of the arm, from the default start.
TEST_P(IkOfArms, FindsQForAllGoalsAndFrames) {
  const Case& c = GetParam();
  const Arm arm(c.robot);
  const int n = arm.dof();
  const Frame<double> middle{n / 2, screw_x(0.8, 0.6, 0.1) * screw_z(0.6, -0.8, -0.2)};
  const VectorXd q = Eigen::Map<const VectorXd>(c.q.data(), n);
  for (const std::optional<Frame<double>>& frame : {std::optional<Frame<double>>(), std::optional(middle)})
    for (const IkGoal goal : {IkGoal::pose, IkGoal::position, IkGoal::position_and_axis}) {
      const Matrix4d X = pose_of(arm, q, frame);
      const IkResult found = arm.ik(X, {.frame = frame, .goal = goal, .starts = 300});
      ASSERT_TRUE(found.ok()) << found.explanation();
      const Matrix4d Y = pose_of(arm, found.q, frame);
      const double size = 1 + X.topRightCorner(3, 1).norm();
      EXPECT_LE(distance(X, Y).position, 1e-9 + 1e-13 * size);
      if (goal == IkGoal::pose) {
        EXPECT_LE(distance(X, Y).orientation, kTolerance);
      }
      if (goal == IkGoal::position_and_axis) {
        EXPECT_LE((X.col(2) - Y.col(2)).norm(), kTolerance);
      }
      for (int i = 0; i < n; ++i)
        if (arm.chain().link(i).revolute()) {
          EXPECT_LE(std::abs(found.q[i]), kPi) << "joint " << i;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(AllSizes, IkOfArms, testing::ValuesIn(cases()), [](const auto& one) {
  std::string name = one.param.label;
  std::replace(name.begin(), name.end(), ':', '_');
  return name;
});

// From 0.01 rad away: the error is squared in each step, from 1e-2 to 1e-4, 1e-8 and below 1e-9.
TEST(Ik, ConvergesQuadratically) {
  for (const char* name : {"panda", "puma560", "ur5e"}) {
    const Arm arm = Arm::load(name);
    const auto ranges = joint_ranges(arm.robot());
    Ik ik(arm);
    Random random(2);
    int most = 0;
    for (int k = 0; k < 100; ++k) {
      VectorXd q = posture_within(ranges, random);
      for (int i = 0; i < q.size(); ++i) q[i] = 0.9 * q[i] + 0.05 * (ranges[i][0] + ranges[i][1]);
      const Matrix4d goal = arm.pose(q);
      if (arm.manipulability(q) < 0.01) continue;  // J changes by much over a step near a singularity
      for (int i = 0; i < q.size(); ++i) q[i] += i % 2 ? 0.01 : -0.01;
      const IkResult& found = ik.solve(goal, q);
      ASSERT_TRUE(found.ok());
      EXPECT_EQ(found.starts, 1);
      most = std::max(most, found.iterations);
    }
    EXPECT_LE(most, 5) << name;
  }
}

// A joint that can turn on stays near the seed, however often that has gone round.
TEST(Ik, CountsTurnsFromTheSeed) {
  const Arm arm(generate_robot("chain:6:3"));
  VectorXd q(6);
  q << 0.3, -0.7, 1.1, 0.4, -1.3, 2.9;
  VectorXd seed = q;
  for (int i = 0; i < 6; ++i) seed[i] += 2 * kPi * (i - 3) + 0.02;
  const IkResult found = arm.ik(arm.pose(q), {.seed = seed});
  ASSERT_TRUE(found.ok());
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(found.q[i], seed[i] - 0.02, 1e-6) << i;
  const IkResult without = arm.ik(arm.pose(q));
  for (int i = 0; i < 6; ++i) EXPECT_LE(std::abs(without.q[i]), kPi);
}

TEST(Ik, ChoosesTheTurnThatIsWithinTheLimits) {
  Robot robot = generate_robot("planar:3");
  for (RobotLink& link : robot.links) link.limits.emplace().position = {1.5, 1.5 + 2 * kPi};
  const Arm arm(robot);
  Random random(5);
  for (int k = 0; k < 50; ++k) {
    const VectorXd q = posture_within(joint_ranges(robot), random);
    const IkResult found = arm.ik(arm.pose(q), {.seed = VectorXd::Constant(3, 2.0)});
    ASSERT_TRUE(found.ok());
    EXPECT_TRUE(within_limits(found.q, robot));
  }
}

TEST(Ik, LeavesJointsBeyondTheFrameAtTheSeed) {
  const Arm arm = Arm::load("panda");
  const VectorXd seed = VectorXd::LinSpaced(7, -1, -0.4);
  const Frame<double> elbow = Frame<double>::point(3, {0.1, 0, 0});
  const VectorXd q = seed + VectorXd::Constant(7, -0.3);
  const IkResult found =
      arm.ik(pose_of(arm, q, elbow), {.frame = elbow, .goal = IkGoal::position, .seed = seed});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.q.tail(3), seed.tail(3));
}

TEST(Ik, TakesTheSeedsInTurn) {
  const Arm arm = Arm::load("puma560");
  VectorXd q(6);
  q << 0.3, 0.8, 2.9 - 2 * kPi + 0.5, 0.4, 0.7, 0.1;
  MatrixXd seeds(6, 2);
  seeds << VectorXd::Zero(6), q;
  seeds.col(0) << 2.7, 3.9, -3.9, -1.9, -1.7, 4.6;  // a corner of the limits, from which it is not reached
  const IkResult found = arm.ik(arm.pose(q), {.seed = seeds, .starts = 2});
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.starts, 2);
  EXPECT_LE((found.q - q).cwiseAbs().maxCoeff(), 1e-9);
}

// Nothing is random, and no call depends on those before it.
TEST(Ik, GivesTheSameNumbersAgain) {
  const Arm arm = Arm::load("panda");
  const auto ranges = joint_ranges(arm.robot());
  Random random(9);
  Ik ik(arm);
  std::vector<Matrix4d> goals;
  for (int k = 0; k < 20; ++k) goals.push_back(arm.pose(posture_within(ranges, random)));
  std::vector<VectorXd> first;
  for (const Matrix4d& goal : goals) first.push_back(ik.solve(goal).q);
  for (std::size_t k = goals.size(); k-- > 0;) {
    EXPECT_EQ(ik.solve(goals[k]).q, first[k]);
    EXPECT_EQ(arm.ik(goals[k]).q, first[k]);
  }
}

// planar:2 has two rods of 0.3 m; the limits are added here.
struct TwoRods : testing::Test {
  Robot robot = generate_robot("planar:2");
  static Matrix4d at(double x, double y) {
    Matrix4d X = Matrix4d::Identity();
    X(0, 3) = x, X(1, 3) = y;
    return X;
  }
};

TEST_F(TwoRods, StretchTowardsWhatIsOutOfReach) {
  const IkResult found = Arm(robot).ik(at(0.6, 0.8), {.goal = IkGoal::position});
  EXPECT_EQ(found.status, IkStatus::unreachable);
  EXPECT_FALSE(found.ok());
  EXPECT_NEAR(found.position_error, 1 - 0.6, 1e-9);
  EXPECT_NEAR(found.q[0], std::atan2(0.8, 0.6), 1e-5);
  EXPECT_NEAR(found.q[1], 0, 1e-5);
  EXPECT_EQ(found.starts, 100);
  EXPECT_EQ(found.explanation(), "Out of reach: the closest posture found in 100 starts is 0.4 m away.");
}

TEST_F(TwoRods, ReachTheBorderOfTheirWorkspace) {
  const IkResult found = Arm(robot).ik(at(0.36, 0.48), {.goal = IkGoal::position});
  ASSERT_TRUE(found.ok()) << found.explanation();
  EXPECT_NEAR(found.q[1], 0, 1e-4);  // the distance changes with the square of the angle
}

TEST_F(TwoRods, SayWhichLimitIsInTheWay) {
  robot.links[1].limits.emplace().position = {-0.5, 0.5};
  // at 0.5 rad the tip is 0.3 √(2 + 2 cos 0.5) = 0.5813 m from the base; 0.5 m is reached only beyond the limit
  const IkResult found = Arm(robot).ik(at(0.5, 0), {.goal = IkGoal::position});
  EXPECT_EQ(found.status, IkStatus::limits);
  EXPECT_NEAR(found.position_error, 0.3 * std::sqrt(2 + 2 * std::cos(0.5)) - 0.5, 1e-9);
  EXPECT_EQ(std::abs(found.q[1]), 0.5);
  EXPECT_EQ(found.limits[0], 0);
  EXPECT_EQ(found.limits[1], found.q[1] > 0 ? 1 : -1);
  EXPECT_THAT(found.explanation(), HasSubstr("Reached only if the joint limits are ignored: "));
  EXPECT_THAT(found.explanation(), HasSubstr("with joint 2 at its "));
  EXPECT_TRUE(Arm(robot).ik(at(0.5, 0), {.goal = IkGoal::position, .keep_limits = false}).ok());
}

TEST_F(TwoRods, CannotTakeEveryOrientation) {
  const IkResult found = Arm(robot).ik(at(0.3, 0.2));
  EXPECT_EQ(found.status, IkStatus::unreachable);
  EXPECT_GT(found.position_error + found.orientation_error, 0.01);
}

TEST(Ik, IsRepeatedlyCalledWithoutLosingItsOptions) {
  const Arm arm = Arm::load("ur5e");
  Ik ik(arm, {.goal = IkGoal::position});
  Matrix4d far = Matrix4d::Identity();
  far(0, 3) = 5;
  const Matrix4d near = arm.pose(VectorXd::Constant(6, 0.5));
  EXPECT_TRUE(ik.solve(near).ok());
  EXPECT_FALSE(ik.solve(far).ok());
  EXPECT_TRUE(ik.solve(near).ok());
}

}  // namespace
}  // namespace catena::test
