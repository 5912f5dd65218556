// SPDX-License-Identifier: Apache-2.0
// Motions that are known: a pendulum by elliptic integrals, a falling slide, constant torques that jump.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/sim/simulation.hpp"
#include "sim/function_drive.hpp"
#include "sim/one_joint.hpp"

namespace catena::test {
namespace {

constexpr double kPi = std::numbers::pi;

// From the highest point φ0 the angle to the vertical is 2 asin(k sn(K - ω t)) with k = sin(φ0/2); here only its
// period 4 K(k)/ω, and sn by way of F(asin s, k): the time at which a given angle is passed.
TEST(Pendulum, SwingsAsEllipticIntegralsSay) {
  const Arm arm(one_joint(JointKind::revolute));
  const double omega = std::sqrt(2 * 9.81 * 0.5 / (0.3 + 2 * 0.25));
  const double top = 2.5, k = std::sin(top / 2);  // from the vertical
  const double quarter = std::comp_ellint_1(k) / omega;
  const auto passes = [&](double angle) {  // first time, on the way down
    return quarter - std::ellint_1(k, std::asin(std::sin(angle / 2) / k)) / omega;
  };
  sim::Options options;
  options.rtol = options.atol = 1e-13;
  options.step = 1e-4;
  for (const double angle : {2.0, 1.0, 0.2, 0.0}) options.sample_times.push_back(passes(angle));
  options.sample_times.push_back(2 * quarter);
  options.sample_times.push_back(4 * quarter);
  options.duration = 4 * quarter;
  for (const char* integrator : {"fehlberg", "dormand_prince", "verner", "adams", "rk4"}) {
    options.integrator = integrator;
    const sim::Run run = sim::simulate(arm, start(top - kPi / 2), options);
    ASSERT_EQ(run.time.size(), 6u) << integrator;
    const double expected[] = {2.0, 1.0, 0.2, 0.0, -top, top};
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(run.q[i][0] + kPi / 2, expected[i], 1e-10) << integrator << " " << i;
  }
}

TEST(Slide, FallsAsAStone) {
  const Arm arm(one_joint(JointKind::prismatic));
  sim::Options options;
  options.duration = 2;
  options.sample = 0.1;
  for (const std::string_view integrator : sim::integrators()) {
    if (integrator == "semi_implicit_euler") continue;
    options.integrator = integrator;
    const sim::Run run = sim::simulate(arm, start(1, 3), options);
    ASSERT_EQ(run.time.size(), 21u);
    for (std::size_t i = 0; i < run.time.size(); ++i) {
      const double t = run.time[i];
      EXPECT_NEAR(run.q[i][0], 1 + 3 * t - 0.5 * 9.81 * t * t,
                  integrator == "bdf" || integrator == "adams" ? 1e-4 : 1e-12)
          << integrator;
      EXPECT_NEAR(run.qdd[i][0], -9.81, 1e-12);
    }
  }
}

// q after constant accelerations, each for a second.
TEST(Kinks, AreMetExactly) {
  const Arm arm = Arm(one_joint(JointKind::prismatic)).with_gravity({0, 0, 0});
  const double force[] = {4, -10, 0, 6};  // a mass of 2 kg
  FunctionDrive drive(
      1, [&](double t, VecIn, VecIn, VecOut tau) { tau[0] = force[static_cast<int>(std::floor(t))]; },
      {1, 2, 3});
  double q = 0, qd = 0;
  std::vector<double> expected;
  for (const double f : force) {
    q += qd + f / 4;
    qd += f / 2;
    expected.push_back(q);
  }
  sim::Options options;
  options.duration = 4;
  options.sample = 0.5;
  options.rtol = options.atol = 1e-6;
  options.step = 0.3;  // does not hit the kinks by itself
  for (const char* integrator : {"fehlberg", "dormand_prince", "verner", "rk4"}) {
    options.integrator = integrator;
    const sim::Run run = sim::simulate(arm, start(0), drive, options);
    ASSERT_EQ(run.end, sim::End::complete);
    ASSERT_EQ(run.time.size(), 9u);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(run.q[2 * i + 2][0], expected[i], 1e-13) << integrator;
    EXPECT_EQ(run.statistics.restarts, 3);
    // at a kink the new torque, at the end of the run the last
    EXPECT_EQ(run.tau[2][0], -10);
    EXPECT_EQ(run.tau[8][0], 6);
    EXPECT_LT(run.largest_imbalance(), 1e-12);
  }
}

// A torque that jumps where the drive does not say so costs rejected steps; where it says so, none.
TEST(Kinks, SaveSteps) {
  const Arm arm = Arm(one_joint(JointKind::prismatic)).with_gravity({0, 0, 0});
  const auto jumps = [](double t, VecIn, VecIn, VecOut tau) { tau[0] = t < 1.234 ? 5 : -5; };
  FunctionDrive silent(1, jumps), honest(1, jumps, {1.234});
  sim::Options options;
  options.duration = 2;
  options.rtol = options.atol = 1e-9;
  const sim::Run a = sim::simulate(arm, start(0), silent, options),
                 b = sim::simulate(arm, start(0), honest, options);
  EXPECT_GT(a.statistics.rejected, 5);
  EXPECT_EQ(b.statistics.rejected, 0);
  EXPECT_LT(b.statistics.evaluations, a.statistics.evaluations);
}

// Halving the step divides the error by 2^order.
TEST(FixedStep, HasItsOrder) {
  const Arm arm = Arm::load("planar2");
  const sim::JointState from = {Eigen::Vector2d(0.3, -0.5), Eigen::Vector2d(0, 0)};
  sim::Options options;
  options.duration = 1;
  options.sample_times = {1};
  options.rtol = options.atol = 1e-14;
  const Eigen::VectorXd exact = sim::simulate(arm, from, options).q[0];
  const auto error = [&](const char* integrator, const char* method, double step) {
    options.integrator = integrator;
    options.method = method;
    options.step = step;
    return (sim::simulate(arm, from, options).q[0] - exact).norm();
  };
  for (const char* method : {"aba", "normalized", "unnormalized"}) {
    const double ratio = error("rk4", method, 0.01) / error("rk4", method, 0.005);
    EXPECT_GT(ratio, 14) << method;
    EXPECT_LT(ratio, 18) << method;
    const double first =
        error("semi_implicit_euler", method, 1e-3) / error("semi_implicit_euler", method, 5e-4);
    EXPECT_GT(first, 1.9) << method;
    EXPECT_LT(first, 2.1) << method;
  }
}

// Errors fall with the tolerance, and those of a method of higher order need fewer evaluations for it.
TEST(StepControl, FollowsTheTolerance) {
  const Arm arm = Arm::load("puma560_002_abs");
  const sim::JointState from = {Eigen::VectorXd::Constant(6, 0.2), Eigen::VectorXd::Zero(6)};
  sim::Options options;
  options.duration = 3;
  options.sample_times = {3};
  options.rtol = options.atol = 1e-14;
  const Eigen::VectorXd exact = sim::simulate(arm, from, options).q[0];
  for (const char* integrator : {"fehlberg", "dormand_prince", "verner", "adams", "bdf"}) {
    options.integrator = integrator;
    double before = 1;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      options.rtol = options.atol = tolerance;
      const double error = (sim::simulate(arm, from, options).q[0] - exact).norm();
      EXPECT_LT(error, 1e3 * tolerance) << integrator;
      EXPECT_LT(error, before) << integrator;
      before = error;
    }
  }
  const auto evaluations = [&](const char* integrator) {
    options.integrator = integrator;
    options.rtol = options.atol = 1e-12;
    return sim::simulate(arm, from, options).statistics.evaluations;
  };
  EXPECT_LT(evaluations("verner"), evaluations("dormand_prince"));
}

}  // namespace
}  // namespace catena::test
