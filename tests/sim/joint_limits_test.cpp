// SPDX-License-Identifier: Apache-2.0
// Joint limits: exact detection, impacts, rest on a stop and release; elastic stops.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/core/model/generate.hpp"
#include "catena/sim/simulation.hpp"
#include "sim/function_drive.hpp"
#include "sim/one_joint.hpp"

namespace catena::test {
namespace {

constexpr double kG = 9.81;

Arm slide(double lower, double upper) {
  Robot robot = one_joint(JointKind::prismatic);
  robot.links[0].limits = Limits{{{lower, upper}}, {}, {}};
  return Arm(robot);
}

sim::Options with(sim::AtLimit at_limit, double duration) {
  sim::Options options;
  options.at_limit = at_limit;
  options.duration = duration;
  options.rtol = options.atol = 1e-12;
  options.step = 1e-4;
  return options;
}

class Stops : public testing::TestWithParam<const char*> {};

TEST_P(Stops, AreFoundExactly) {
  sim::Options options = with(sim::AtLimit::stop, 10);
  options.integrator = GetParam();
  const sim::Run run = sim::simulate(slide(0, 2), start(1), options);
  EXPECT_EQ(run.end, sim::End::at_limit);
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].joint, 0);
  EXPECT_FALSE(run.events[0].upper);
  EXPECT_NEAR(run.events[0].time, std::sqrt(2 / kG), 1e-10);
  EXPECT_NEAR(run.events[0].speed, std::sqrt(2 * kG), 1e-9);
  EXPECT_EQ(run.end_time, run.events[0].time);
  EXPECT_EQ(run.time.back(), run.end_time);  // the last sample is the end
  EXPECT_NEAR(run.time[run.time.size() - 2], 0.45, 1e-12);
}

// Falls for t1, then hops of 2 e^k t1 until they are below the tolerance; then it stays at rest.
TEST_P(Stops, AreBouncedOffAtTheRightTimesAndRestedOnAtLast) {
  sim::Options options = with(sim::AtLimit::bounce, 3);
  options.integrator = GetParam();
  const sim::Run run = sim::simulate(slide(0, 2), start(1), options);
  ASSERT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  const double first = std::sqrt(2 / kG), speed = std::sqrt(2 * kG);
  double t = first, hop = 1;
  std::size_t k = 0;
  for (; speed * hop > 0.005; ++k, hop /= 2, t += 2 * first * hop) {
    ASSERT_LT(k, run.events.size());
    EXPECT_NEAR(run.events[k].time, t, 1e-9) << k;
    EXPECT_NEAR(run.events[k].speed, speed * hop, 1e-8) << k;
  }
  EXPECT_EQ(k, 10u);
  EXPECT_LT(run.events.size(), 30u);
  EXPECT_LT(run.events.back().time, 3 * first + 1e-6);
  EXPECT_GE(run.statistics.restarts, static_cast<long>(run.events.size()));  // after every impact
  const std::size_t last = run.time.size() - 1;
  EXPECT_NEAR(run.q[last][0], 0, 1e-15);
  EXPECT_NEAR(run.qd[last][0], 0, 1e-15);
  EXPECT_NEAR(run.qdd[last][0], 0, 1e-12);
  EXPECT_NEAR(run.by_limits[last], -2 * kG, 1e-9);  // all of its energy
  EXPECT_LT(run.largest_imbalance(), 1e-8);
}

// Thrown upwards so slowly that a step with loose tolerances spans the whole flight: beyond the limit and back.
TEST_P(Stops, AreFoundEvenIfAStepPassesThemAndComesBack) {
  for (const sim::AtLimit at_limit : {sim::AtLimit::stop, sim::AtLimit::bounce, sim::AtLimit::spring}) {
    const std::string integrator = GetParam();
    if (at_limit == sim::AtLimit::spring && integrator != "dormand_prince" && integrator != "adams")
      continue;  // such a stiff spring is too much for their long steps, and the energy check says so
    Robot robot = one_joint(JointKind::prismatic);
    robot.gravity = {0, 0, -0.1};
    robot.links[0].limits = Limits{{{-1000, 4}}, {}, {}};
    sim::Options options;
    options.at_limit = at_limit;
    options.duration = 30;
    options.step = 0.5;
    options.integrator = GetParam();
    const sim::Run run = sim::simulate(Arm(robot), start(0, 1), options);
    ASSERT_FALSE(run.events.empty()) << static_cast<int>(at_limit);
    EXPECT_TRUE(run.events[0].upper);
    const double error = 2e-5;  // of adams, which the default tolerances allow
    EXPECT_NEAR(run.events[0].time, 10 - std::sqrt(20), error);  // 4 = t - 0.05 t²
    EXPECT_NEAR(run.events[0].speed, std::sqrt(0.2), error);
    for (std::size_t k = 0; k < run.time.size(); ++k)
      EXPECT_LE(run.q[k][0], at_limit == sim::AtLimit::spring ? 4.2 : 4 + error) << run.time[k];
  }
}

// Two slides at right angles, which do not feel each other: each hits its spring once, at its own time.
TEST(TwoStops, AreToldApart) {
  Robot robot = one_joint(JointKind::prismatic);
  robot.links[0].dh = {0, std::numbers::pi / 2, 0, 0};
  robot.links.push_back(robot.links[0]);
  robot.gravity = {0, 0.1, -0.1};  // the second one slides along -y
  robot.links[0].limits = Limits{{{-1000, 4}}, {}, {}};
  robot.links[1].limits = Limits{{{-1000, 4}}, {}, {}};
  for (const double later :
       {10.0, 20.0, 40.0}) {  // the second one is thrown upwards faster, and later at its limit
    sim::Options options;
    options.at_limit = sim::AtLimit::spring;
    options.duration = 25 + 2 * later;
    robot.links[1].limits->position = std::array{-1000.0, 0.05 * later * later - 1};
    const sim::JointState thrown{Eigen::Vector2d::Zero(), Eigen::Vector2d(1, 0.1 * later)};
    const sim::Run run = sim::simulate(Arm(robot), thrown, options);
    ASSERT_EQ(run.events.size(), 2u) << later;
    EXPECT_NE(run.events[0].joint, run.events[1].joint) << later;
    for (const sim::Event& event : run.events)
      EXPECT_NEAR(event.time, event.joint == 0 ? 10 - std::sqrt(20) : later - std::sqrt(20), 1e-5) << later;
  }
}

// It is lifted by a force that grows until it carries the weight at t = 2, or jumps up then.
TEST_P(Stops, AreLeftWhenTheyWouldHaveToPull) {
  sim::Options options = with(sim::AtLimit::bounce, 3);
  options.integrator = GetParam();
  options.sample = 0.5;
  FunctionDrive grows(1, [](double t, VecIn, VecIn, VecOut tau) { tau[0] = kG * t; });
  const sim::Run run = sim::simulate(slide(0, 2), start(0), grows, options);
  ASSERT_EQ(run.time.size(), 7u);
  EXPECT_NEAR(run.q[3][0], 0, 1e-15);  // q̈ = g (t - 2) / 2
  EXPECT_NEAR(run.q[5][0], kG * std::pow(0.5, 3) / 12, 1e-9);
  EXPECT_NEAR(run.q[6][0], kG / 12, 1e-9);
  FunctionDrive jumps(1, [](double t, VecIn, VecIn, VecOut tau) { tau[0] = t < 2 ? 0 : 4 * kG; }, {2});
  const sim::Run leap = sim::simulate(slide(0, 20), start(0), jumps, options);
  EXPECT_NEAR(leap.q[3][0], 0, 1e-15);
  EXPECT_NEAR(leap.q[6][0], kG / 2, 1e-9);
}

// Whichever call of the drive throws, the run tells it, also while the time of an impact is located, where ARKODE goes on; or it does not
// depend on that call, which only looks for stiffness.
TEST_P(Stops, DoNotHideAnErrorOfTheDrive) {
  sim::Options options = with(sim::AtLimit::bounce, 0.2);
  options.integrator = GetParam();
  options.rtol = options.atol = 1e-6;
  options.step = 0.02;
  long calls = 0;
  const auto run_with = [&](long broken) {
    calls = 0;
    FunctionDrive drive(1, [&](double, VecIn, VecIn, VecOut tau) {
      tau[0] = -5;
      if (++calls == broken) throw Error(ErrorKind::numerical, "drive", "broken");
    });
    return sim::simulate(slide(0, 2), start(0.02), drive, options);
  };
  const sim::Run usual = run_with(0);
  EXPECT_FALSE(usual.events.empty());
  const long all = calls;
  for (long broken = 1; broken <= all; ++broken) {
    const sim::Run run = run_with(broken);
    if (run.failure) {
      EXPECT_EQ(run.failure->problem(), "broken");
    } else {
      EXPECT_EQ(run.kinetic, usual.kinetic) << "call " << broken << " of " << all;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sim, Stops, testing::Values("fehlberg", "dormand_prince", "verner", "adams", "rk4"));

// An impact of one joint moves all of them: the impulse is along that joint alone.
TEST(Impact, ConservesTheOtherMomenta) {
  Robot robot = Arm::load("puma560").robot();
  for (RobotLink& link : robot.links) link.limits.reset();
  robot.links[2].limits = Limits{{{-0.4, 0.4}}, {}, {}};
  const Arm arm(robot);
  const sim::JointState from = {Eigen::VectorXd::Constant(6, 0.1), Eigen::VectorXd::LinSpaced(6, -1, 1)};
  sim::Options options = with(sim::AtLimit::stop, 5);
  const sim::Run before = sim::simulate(arm, from, options);
  ASSERT_EQ(before.end, sim::End::at_limit);
  const std::size_t last = before.time.size() - 1;
  const Eigen::VectorXd q = before.q[last], qd = before.qd[last];

  options.at_limit = sim::AtLimit::bounce;
  options.restitution = 0.7;
  options.duration = before.end_time + 0.01;
  options.sample_times = {before.end_time + 1e-11};
  for (const char* method : {"aba", "normalized", "unnormalized", "crba"}) {
    options.method = method;
    const sim::Run after = sim::simulate(arm, from, options);
    ASSERT_GE(after.time.size(), 1u);
    Eigen::VectorXd impulse = arm.inertia(q) * (after.qd[0] - qd);
    EXPECT_GT(std::abs(impulse[2]), 1e-3);
    impulse[2] = 0;
    EXPECT_LT(impulse.cwiseAbs().maxCoeff(), 1e-8) << method;
    EXPECT_NEAR(after.qd[0][2], -0.7 * qd[2], 1e-8) << method;
    EXPECT_LT(after.by_limits[0], -1e-4);
    EXPECT_NEAR(after.by_limits[0], after.kinetic[0] - before.kinetic[last], 1e-8) << method;
  }
}

// A whole arm that comes to rest on its stops under friction, all energy accounted for.
TEST(Impact, LeavesAWholeArmLyingOnItsStops) {
  const Arm arm = Arm::load("puma560");
  sim::Options options = with(sim::AtLimit::bounce, 20);
  options.rtol = options.atol = 1e-8;
  options.friction = true;
  options.smoothing = 0.01;
  options.integrator = "bdf";
  options.rotors = true;
  const sim::JointState from = {Eigen::VectorXd::Constant(6, 0.1), Eigen::VectorXd::Zero(6)};
  const sim::Run run = sim::simulate(arm, from, options);
  ASSERT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  EXPECT_FALSE(run.events.empty());
  int joint = 0;
  for (const RobotLink& link : arm.robot().links) {
    const auto [lower, upper] = *link.limits->position;
    EXPECT_GE(run.q.matrix().row(joint).minCoeff(), lower - 1e-6);
    EXPECT_LE(run.q.matrix().row(joint).maxCoeff(), upper + 1e-6);
    ++joint;
  }
  EXPECT_LT(run.largest_imbalance(), 1e-3);
}

// Without damping an elastic stop returns the energy, and its depth follows from the energy balance.
TEST(Rubber, GivesBackWhatItTook) {
  sim::Options options = with(sim::AtLimit::spring, 1);
  options.stiffness = 1e4;
  options.damping = 0;
  options.sample = 1e-4;
  const sim::Run run = sim::simulate(slide(0, 2), start(1), options);
  // m g (1 + d) = k d² / 2
  const double weight = 2 * kG, depth = (weight + std::sqrt(weight * weight + 2 * 1e4 * weight)) / 1e4;
  EXPECT_NEAR(run.q.matrix().minCoeff(), -depth, 1e-6);
  EXPECT_NEAR(run.by_limits.back(), 0, 1e-9);
  EXPECT_LT(run.largest_imbalance(), 1e-9);
  EXPECT_EQ(run.events.size(), 1u);
  options.damping = 0.5;
  const sim::Run soft = sim::simulate(slide(0, 2), start(1), options);
  EXPECT_LT(soft.by_limits.back(), -1);
  EXPECT_GT(soft.q.matrix().minCoeff(), -depth);
  EXPECT_LT(soft.largest_imbalance(), 1e-9);
}

// Found by a fuzzer: with such tolerances the first step goes so far that the motion has no value between its ends, where
// samples are taken. This was reported as a bug of Catena.
TEST(Rubber, ThatThrowsTheArmOutOfAllNumbersEndsTheRunWithAnError) {
  Robot robot = generate_robot("chain:3");
  for (RobotLink& link : robot.links) link.limits.reset();
  robot.links[1].limits.emplace().position = {{1e9, 1e9 + 32.681}};
  sim::Options options;
  options.integrator = "fehlberg";
  options.at_limit = sim::AtLimit::spring;
  options.damping = 1e-300;
  options.atol = 1e150;
  options.duration = 0.5;
  options.sample = 0.025;
  const sim::Run run =
      sim::simulate(Arm(robot), {Eigen::VectorXd::Zero(3), Eigen::VectorXd::Zero(3)}, options);
  EXPECT_EQ(run.end, sim::End::failed);
  ASSERT_TRUE(run.failure);
  EXPECT_EQ(run.failure->kind(), ErrorKind::numerical);
  EXPECT_STREQ(
      run.failure->what(),
      "simulate: no sample can be taken between two steps: the motion has no finite acceleration here\n"
      "  hint    check the drive and the last samples");
}

TEST(Limits, MayBeIgnored) {
  const sim::Run run = sim::simulate(slide(0, 2), start(1), with(sim::AtLimit::ignore, 1));
  EXPECT_TRUE(run.events.empty());
  EXPECT_LT(run.q[run.time.size() - 1][0], -3);
}

TEST(Limits, EndARunAtOnceIfItStartsThereAndGoesOn) {
  const sim::Run run = sim::simulate(slide(0, 2), start(0), with(sim::AtLimit::stop, 1));
  EXPECT_EQ(run.end, sim::End::at_limit);
  EXPECT_EQ(run.end_time, 0);
  EXPECT_EQ(run.time.size(), 1u);
}

TEST(Limits, AreNamedWhereARunStartsAtRestAndIsPushedBeyondThem) {
  FunctionDrive up(1, [](double, VecIn, VecIn, VecOut tau) { tau[0] = 100; });
  const sim::Run above = sim::simulate(slide(0, 2), start(2), up, with(sim::AtLimit::stop, 1));
  ASSERT_EQ(above.events.size(), 1u);
  EXPECT_TRUE(above.events[0].upper);
  const sim::Run below = sim::simulate(slide(0, 2), start(0), with(sim::AtLimit::stop, 1));
  ASSERT_EQ(below.events.size(), 1u);
  EXPECT_FALSE(below.events[0].upper);
}

}  // namespace
}  // namespace catena::test
