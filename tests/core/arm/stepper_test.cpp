// SPDX-License-Identifier: Apache-2.0
// Stepper: fixed and adaptive steps for a program that owns the loop.
#include "catena/core/stepper.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/core/arm.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

std::span<const double> span(const VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }
VectorXd vector(std::span<const double> v) {
  return Eigen::Map<const VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

// A PUMA with motors at moderate friction; without its rotors its wrist is so light that friction makes it stiff.
Arm puma() {
  Robot robot = Arm::load("puma560").robot();
  for (RobotLink& link : robot.links) link.motor = Motor{1e-4, 50, 1e-4, {0.02, -0.01}};
  return Arm(robot);
}

struct Fall {
  Arm arm = puma();
  VectorXd q = VectorXd::LinSpaced(6, -0.5, 1), qd = VectorXd::LinSpaced(6, 0.3, -0.2),
           tau = VectorXd::Constant(6, 1e-3);

  Stepper stepper(const StepperOptions& options = {}) const {
    Stepper s(arm.chain(), options);
    s.set(0, span(q), span(qd));
    return s;
  }
  // By SUNDIALS at small tolerances.
  VectorXd simulated(double duration, const StepperOptions& options = {}) const {
    struct Constant : sim::Drive {
      VectorXd tau;
      int dof() const override { return 6; }
      void torque(double, VecIn, VecIn, VecOut out) override { out = tau; }
    } drive;
    drive.tau = tau;
    sim::Options o;
    o.duration = duration;
    o.sample_times = {duration};
    o.rtol = o.atol = 1e-13;
    o.integrator = "verner";
    o.rotors = options.rotors;
    o.friction = options.friction;
    o.smoothing = options.smoothing;
    const sim::Run run = sim::simulate(arm, {q, qd}, drive, o);
    EXPECT_EQ(run.end, sim::End::complete);
    return run.q[0];
  }
};

double far(std::span<const double> a, const VectorXd& b) { return (vector(a) - b).cwiseAbs().maxCoeff(); }

TEST(Stepper, AgreesWithTheSimulationInEveryModel) {
  const Fall fall;
  for (const auto& [rotors, friction] : {std::pair{false, false}, {true, false}, {true, true}}) {
    const StepperOptions options = {
        .rotors = rotors, .friction = friction, .smoothing = 0.5, .rtol = 1e-10, .atol = 1e-10};
    const VectorXd want = fall.simulated(0.5, options);
    Stepper fixed = fall.stepper(options), free = fall.stepper(options);
    for (int k = 0; k < 1000; ++k) ASSERT_TRUE(fixed.step(5e-4, span(fall.tau)));
    ASSERT_TRUE(free.advance(0.5, span(fall.tau)));
    EXPECT_LT(far(fixed.q(), want), 1e-8) << rotors << friction;
    EXPECT_LT(far(free.q(), want), 1e-8) << rotors << friction;
    EXPECT_EQ(free.time(), 0.5);
    EXPECT_NEAR(fixed.time(), 0.5, 1e-12);
  }
}

// The error of a fixed step falls with the order of the method: 4 and 1.
TEST(Stepper, ConvergesWithTheOrderOfItsMethod) {
  const Fall fall;
  const VectorXd want = fall.simulated(0.4);
  const auto error = [&](Stepper::Method method, int steps) {
    Stepper s = fall.stepper();
    for (int k = 0; k < steps; ++k) EXPECT_TRUE(s.step(0.4 / steps, span(fall.tau), method));
    return far(s.q(), want);
  };
  const auto order = [&](Stepper::Method method, int steps) {
    return std::log2(error(method, steps) / error(method, 2 * steps));
  };
  EXPECT_NEAR(order(Stepper::Method::rk4, 160), 4, 0.3);
  EXPECT_NEAR(order(Stepper::Method::semi_implicit_euler, 400), 1, 0.1);
}

TEST(Stepper, KeepsItsTolerances) {
  const Fall fall;
  const VectorXd want = fall.simulated(1);
  double before = 1;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    Stepper s = fall.stepper({.rtol = tolerance, .atol = tolerance});
    ASSERT_TRUE(s.advance(1, span(fall.tau)));
    const double error = far(s.q(), want);
    EXPECT_LT(error, 1e3 * tolerance);
    EXPECT_LT(error, 0.2 * before);
    before = error;
    EXPECT_LT(s.rejected(), s.steps() / 2);
  }
}

// A control loop: short calls of `advance`, with torques that change in between, cost about one step each.
TEST(Stepper, GoesOnFromCallToCall) {
  const Fall fall;
  Stepper s = fall.stepper();
  long steps = 0;
  for (int k = 1; k <= 200; ++k) {
    ASSERT_TRUE(s.advance(1e-3 * k, span(fall.tau)));
    steps += s.steps();
  }
  EXPECT_LE(steps, 220);
  EXPECT_LT(far(s.q(), fall.simulated(0.2)), 1e-7);
  EXPECT_TRUE(s.advance(s.time(), span(fall.tau)));
  EXPECT_FALSE(s.advance(0, span(fall.tau))) << "not back in time";
}

TEST(Stepper, TakesTorquesThatDependOnTheState) {
  const Fall fall;
  struct Spring : sim::Drive {
    int dof() const override { return 6; }
    void torque(double t, VecIn q, VecIn, VecOut tau) override { tau = -0.2 * q.array() + std::sin(t); }
  } drive;
  sim::Options o;
  o.duration = 0.5;
  o.sample_times = {0.5};
  o.rtol = o.atol = 1e-12;
  const sim::Run run = sim::simulate(fall.arm, {fall.q, fall.qd}, drive, o);
  Stepper s = fall.stepper({.rtol = 1e-11, .atol = 1e-11});
  const auto spring = [](double t, std::span<const double> q, std::span<const double>,
                         std::span<double> tau) {
    for (std::size_t i = 0; i < q.size(); ++i) tau[i] = -0.2 * q[i] + std::sin(t);
  };
  ASSERT_TRUE(s.advance(0.5, spring));
  EXPECT_LT(far(s.q(), run.q[0]), 1e-8);
  s = fall.stepper();
  for (int k = 0; k < 4000; ++k) ASSERT_TRUE(s.step(1.25e-4, spring));
  EXPECT_LT(far(s.q(), run.q[0]), 1e-7);
}

TEST(Stepper, StaysWhereItIsIfAStepHasNoResult) {
  const Fall fall;
  const auto wall = [](double t, std::span<const double>, std::span<const double>, std::span<double> tau) {
    for (double& x : tau) x = t > 0.1 ? NAN : 0;
  };
  Stepper s = fall.stepper();
  EXPECT_FALSE(s.advance(1, wall));
  EXPECT_LE(s.time(), 0.1);
  EXPECT_GT(s.time(), 0.1 - 1e-6) << "it went as far as it could";
  s.set(0.2, span(fall.q), span(fall.qd));
  EXPECT_FALSE(s.step(1e-3, wall));
  EXPECT_EQ(s.time(), 0.2);
  EXPECT_EQ(far(s.q(), fall.q), 0);
  Stepper few = fall.stepper({.rtol = 1e-12, .atol = 1e-12, .max_steps = 10});
  EXPECT_FALSE(few.advance(1, span(fall.tau)));
  EXPECT_LT(few.time(), 1);
}

// A time that is very near, and a first step that is short because almost nothing has moved yet.
TEST(Stepper, ReachesATimeHoweverNearAndFromHoweverSmallAMotion) {
  const Fall fall;
  for (const double begin : {0.0, 10.0, 1000.0})
    for (const double away : {1e-2, 1e-9, 4e-12})
      for (const double size : {1.0, 1e-9, 2e-11}) {
        Stepper s(fall.arm.chain(), {});
        s.set(begin, span(VectorXd(size * fall.q)), span(VectorXd(0 * fall.q)));
        const double to = begin + away;
        EXPECT_TRUE(s.advance(to, span(fall.tau))) << begin << ' ' << away << ' ' << size;
        EXPECT_EQ(s.time(), to);
      }
}

}  // namespace
}  // namespace catena::test
