// SPDX-License-Identifier: Apache-2.0
// Joints whose limits leave little room or none: a closed joint is locked, and nothing is written outside of its memory.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "catena/core/model/generate.hpp"
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/simulation.hpp"
#include "sim/one_joint.hpp"

namespace catena::test {
namespace {

using sim::AtLimit;

Robot with_limits(Robot robot, std::size_t link, double lower, double upper) {
  robot.links[link].limits = Limits{{{lower, upper}}, {}, {}};
  return robot;
}

sim::Options with(AtLimit at_limit, double duration, double tolerance = 1e-8) {
  sim::Options options;
  options.at_limit = at_limit;
  options.duration = duration;
  options.rtol = options.atol = tolerance;
  return options;
}

class Closed : public testing::TestWithParam<std::tuple<const char*, double>> {};

// Joint 2 of the PUMA cannot move: the others move as if it were welded.
TEST_P(Closed, JointMovesTheOthersAsAFixedOne) {
  const auto [method, width] = GetParam();
  Robot robot = Arm::load("puma560").robot();
  for (RobotLink& link : robot.links) link.limits.reset();
  const double at = 0.4;
  const Arm closed(with_limits(robot, 1, at, at + width));
  Robot welded = robot;
  welded.links[1].joint = JointKind::fixed;
  welded.links[1].motor.reset();
  welded.links[1].dh.theta += at;
  const Arm fixed(welded);

  const double others[] = {0.3, -0.7, 0.2, 0.5, -0.1};
  sim::JointState six = {Eigen::VectorXd(6), Eigen::VectorXd::Zero(6)},
                  five = {Eigen::VectorXd(5), Eigen::VectorXd::Zero(5)};
  for (int i = 0, j = 0; i < 6; ++i) {
    six.q[i] = i == 1 ? at : others[j];
    if (i != 1) five.q[j++] = six.q[i];
  }
  sim::Options options = with(AtLimit::bounce, 1, 1e-10);
  options.method = method;
  options.rotors = std::string(method) == "aba";
  const sim::Run run = sim::simulate(closed, six, options), reference = sim::simulate(fixed, five, options);
  ASSERT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  EXPECT_TRUE(run.events.empty());
  ASSERT_EQ(run.time.size(), reference.time.size());
  for (std::size_t k = 0; k < run.time.size(); k += 10) {
    EXPECT_NEAR(run.q[k][1], at, 1e-15);
    EXPECT_NEAR(run.qd[k][1], 0,
                std::string(method) == "normalized" ? 1e-9 : 0);  // that of ν, by the tolerances
    EXPECT_NEAR(run.qdd[k][1], 0, 1e-9);
    for (int i = 0, j = 0; i < 6; ++i)
      if (i != 1) {
        EXPECT_NEAR(run.q[k][i], reference.q[k][j++], 1e-7) << k;
      }
  }
}
INSTANTIATE_TEST_SUITE_P(Sim, Closed,
                         testing::Combine(testing::Values("aba", "crba", "normalized"),
                                          testing::Values(0.0, 1e-10)));

TEST(ClosedJoints, AreLockedByStopsThatEndTheRunToo) {
  const Arm arm(with_limits(with_limits(Arm::load("planar2").robot(), 0, 0, 0), 1, 0, 0));
  for (const AtLimit at : {AtLimit::stop, AtLimit::bounce}) {
    const sim::Run run =
        sim::simulate(arm, {Eigen::VectorXd::Zero(2), Eigen::VectorXd::Zero(2)}, with(at, 1));
    EXPECT_EQ(run.end, sim::End::complete);
    EXPECT_EQ(run.time.size(), 101u);
    EXPECT_EQ(run.q.matrix().cwiseAbs().maxCoeff(), 0);
    EXPECT_LT(run.largest_imbalance(), 1e-12);
  }
}

// What comes in moving stops at once: the impulse acts along that joint alone.
TEST(ClosedJoints, StopAtOnceIfTheyStartMoving) {
  Robot robot = Arm::load("puma560").robot();
  for (RobotLink& link : robot.links) link.limits.reset();
  const Arm arm(with_limits(robot, 2, 0.1, 0.1));
  const sim::JointState from = {Eigen::VectorXd::Constant(6, 0.1), Eigen::VectorXd::LinSpaced(6, -1, 1)};
  const sim::Run run = sim::simulate(arm, from, with(AtLimit::bounce, 0.1));
  ASSERT_EQ(run.end, sim::End::complete);
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].joint, 2);
  EXPECT_NEAR(run.events[0].speed, 0.2, 1e-15);
  EXPECT_EQ(run.qd[0][2], 0);
  Eigen::VectorXd impulse = arm.inertia(from.q) * (run.qd[0] - from.qd);
  EXPECT_GT(std::abs(impulse[2]), 1e-3);
  impulse[2] = 0;
  EXPECT_LT(impulse.cwiseAbs().maxCoeff(), 1e-12);

  const sim::Run stopped = sim::simulate(arm, from, with(AtLimit::stop, 0.1));
  EXPECT_EQ(stopped.end, sim::End::at_limit);
  EXPECT_EQ(stopped.end_time, 0);
}

TEST(ClosedJoints, MayNotStartElsewhere) {
  const Arm arm(with_limits(one_joint(JointKind::prismatic), 0, 0.5, 0.5));
  EXPECT_THROW((void)sim::simulate(arm, start(0.5 + 1e-8), with(AtLimit::bounce, 1)), Error);
  EXPECT_EQ(sim::simulate(arm, start(0.5), with(AtLimit::bounce, 1)).end, sim::End::complete);
}

// Elastic stops have no rest: a closed joint vibrates about its place, with the stiffness of one stop at a time.
TEST(ClosedJoints, OnElasticStopsVibrate) {
  const Arm arm(with_limits(one_joint(JointKind::prismatic), 0, 0, 0));
  sim::Options options = with(AtLimit::spring, 0.5);
  options.damping = 0;
  const sim::Run run = sim::simulate(arm, start(0), options);
  ASSERT_EQ(run.end, sim::End::complete);
  const double depth = 2 * 2 * 9.81 / 1e4;  // twice the static depth m g / k
  EXPECT_NEAR(run.q.matrix().minCoeff(), -depth, 1e-5);
  EXPECT_NEAR(run.q.matrix().maxCoeff(), 0, 1e-7);
}

// Random arms, random positions and widths of the limits from 0 to 1e-2, all modes and integrators: the run ends as it
// should, no joint leaves its limits, and the energy is accounted for.
TEST(NarrowLimits, AreSaneForRandomArms) {
  std::mt19937 random(20261117);
  const auto uniform = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  constexpr const char* kIntegrators[] = {"auto", "dormand_prince", "verner", "adams", "bdf", "rk4"};
  for (int trial = 0; trial < 120; ++trial) {
    const int n = 1 + trial % 6;
    Robot robot = generate_robot("mixed:" + std::to_string(n) + ":" + std::to_string(trial));
    sim::JointState from = {Eigen::VectorXd(n), Eigen::VectorXd::Zero(n)};
    for (int i = 0; i < n; ++i) {
      from.q[i] = uniform(-1.5, 1.5);
      const double kind = uniform(0, 1);
      if (kind < 0.2) continue;  // free
      const double width = kind < 0.4 ? 0 : std::pow(10, uniform(-17, -2)), below = uniform(0, 1) * width;
      robot = with_limits(robot, static_cast<std::size_t>(i), from.q[i] - below, from.q[i] - below + width);
    }
    const Arm arm(robot);
    Eigen::VectorXd tau(n);
    for (int i = 0; i < n; ++i) tau[i] = uniform(-5, 5);
    sim::ConstantTorque drive(tau);
    const auto at = static_cast<AtLimit>(trial % 4);
    sim::Options options = with(at, 0.1, 1e-7);
    options.integrator = kIntegrators[trial % 6];
    options.restitution = uniform(0, 0.9);
    options.step = 1e-4;
    options.max_steps = 200'000;
    const sim::Run run = sim::simulate(arm, from, drive, options);
    const std::string name = std::to_string(trial) + " " + options.integrator;
    EXPECT_TRUE(run.end == sim::End::complete || (at == AtLimit::stop && run.end == sim::End::at_limit))
        << name << ": " << (run.failure ? run.failure->what() : "");
    EXPECT_TRUE(run.q.matrix().allFinite()) << name;
    if (at == AtLimit::ignore || at == AtLimit::spring) continue;
    for (int i = 0; i < n; ++i) {
      const auto& limits = robot.links[static_cast<std::size_t>(i)].limits;
      if (!limits) continue;
      const auto [lower, upper] = *limits->position;
      EXPECT_GE(run.q.matrix().row(i).minCoeff(), lower - 1e-6) << name << " joint " << i;
      EXPECT_LE(run.q.matrix().row(i).maxCoeff(), upper + 1e-6) << name << " joint " << i;
      if (upper - lower <= 1e-9) {
        EXPECT_LE(run.qd.matrix().row(i).cwiseAbs().maxCoeff(), 1e-6) << name << " joint " << i;
      }
    }
  }
}

}  // namespace
}  // namespace catena::test
