// SPDX-License-Identifier: Apache-2.0
// Simulations that cannot run: invalid options throw before the start; an error during the run ends it with a message
// and keeps the samples.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "catena/sim/simulation.hpp"
#include "sim/function_drive.hpp"
#include "sim/one_joint.hpp"

namespace catena::test {
namespace {

using testing::HasSubstr;

const double kNan = std::numeric_limits<double>::quiet_NaN();

Arm pendulum() { return Arm(one_joint(JointKind::revolute)); }

// The whole text of the Error(usage) that these options raise.
std::string complaint(const sim::Options& options, const sim::JointState& from = start(0)) {
  try {
    sim::simulate(pendulum(), from, options);
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::usage);
    return e.what();
  }
  return "nothing thrown";
}

template <class Change>
std::string complaint_of(Change change) {
  sim::Options options;
  change(options);
  return complaint(options);
}

TEST(Options, AreChecked) {
  EXPECT_EQ(complaint_of([](sim::Options& o) { o.rtol = -1e-6; }),
            "simulate: 'rtol' has an invalid value\n  given   rtol = -1e-06\n  need    a number from 0 to "
            "less than 1");
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.rtol = 1; }), HasSubstr("'rtol' has an invalid value"));
  EXPECT_EQ(complaint_of([](sim::Options& o) { o.atol = 0; }),
            "simulate: 'atol' has an invalid value\n  given   atol = 0\n  need    a positive number");
  EXPECT_EQ(
      complaint_of([](sim::Options& o) { o.duration = kNan; }),
      "simulate: 'duration' has an invalid value\n  given   duration = nan\n  need    a positive number of "
      "seconds");
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.step = 0; }), HasSubstr("'step' has an invalid value"));
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.restitution = 1.5; }), HasSubstr("a number from 0 to 1"));
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.smoothing = 0; }), HasSubstr("a positive speed"));
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.stiffness = 0; }),
              HasSubstr("'stiffness' has an invalid value"));
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.damping = -1; }),
              HasSubstr("'damping' has an invalid value"));
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.sample = 0; }),
              HasSubstr("'sample' has an invalid value"));
  for (double Vec3<double>::*part : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
    EXPECT_THAT(complaint_of([&](sim::Options& o) { o.tip.lin.*part = kNan; }),
                HasSubstr("'tip' has an invalid value"));
    EXPECT_THAT(complaint_of([&](sim::Options& o) { o.tip.ang.*part = kNan; }),
                HasSubstr("'tip' has an invalid value"));
  }
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.max_steps = 0; }),
              HasSubstr("'max_steps' has an invalid value"));
  EXPECT_EQ(complaint_of([](sim::Options& o) { o.sample = 1e-9; }),
            "simulate: there would be 1e+10 samples, which is too many\n  given   one every 1e-09 s for 10 "
            "s\n  hint    increase "
            "'sample'");
  EXPECT_EQ(complaint_of([](sim::Options& o) {
              o.sample_times = {0, 2, 1};
            }),
            "simulate: 'sample_times' do not increase within the run\n  given   sample_times[2] = 1 (counted "
            "from 0)\n"
            "  need    increasing times from 0 to 10");
  EXPECT_THAT(complaint_of([](sim::Options& o) {
                o.sample_times = {0, 11};
              }),
              HasSubstr("sample_times[1] = 11"));
}

// One joint has a finite acceleration at any speed; the square of this one overflows.
TEST(Run, EndsWhereItsEnergyIsNotFinite) {
  sim::Options options;
  options.integrator = "rk4";
  const sim::Run run = sim::simulate(pendulum(), start(0, 1e160), options);
  EXPECT_EQ(run.end, sim::End::failed);
  ASSERT_TRUE(run.failure);
  EXPECT_THAT(run.failure->what(), HasSubstr("not finite"));
}

TEST(Options, NameMethodsAndIntegrators) {
  EXPECT_THAT(complaint_of([](sim::Options& o) { o.method = "kalmann"; }),
              testing::AllOf(HasSubstr("simulate: there is no method 'kalmann'"), HasSubstr("one of aba, "),
                             HasSubstr("did you mean 'kalman'?")));
  EXPECT_EQ(
      complaint_of([](sim::Options& o) { o.integrator = "dormand-prince"; }),
      "simulate: there is no integrator 'dormand-prince'\n  need    one of auto, fehlberg, dormand_prince, "
      "verner, adams, "
      "bdf, rk4, semi_implicit_euler\n  hint    did you mean 'dormand_prince'?");
}

TEST(State, IsChecked) {
  EXPECT_EQ(complaint({}, {Eigen::VectorXd::Zero(2), Eigen::VectorXd::Zero(1)}),
            "simulate: the initial 'q' has the wrong size\n  given   2 elements\n  need    1 element, since "
            "'one' has 1 joint");
  EXPECT_EQ(complaint({}, start(0, kNan)),
            "simulate: the initial 'qd' is not finite\n  given   qd[0] = nan (counted from 0)");
}

TEST(State, BeyondALimitIsNoStart) {
  Robot robot = one_joint(JointKind::revolute);
  robot.links[0].limits = Limits{{{-1.0, 1.0}}, {}, {}};
  sim::Options options;
  options.at_limit = sim::AtLimit::bounce;
  try {
    sim::simulate(Arm(robot), start(1.5), options);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "simulate: joint 1 (counted from 1) starts beyond its limit\n  given   q = 1.5\n"
                 "  need    at most 1\n  hint    start within the limits, or ignore them");
  }
}

TEST(Drive, HasToFitTheArm) {
  FunctionDrive drive(2, [](double, VecIn, VecIn, VecOut tau) { tau.setZero(); });
  EXPECT_THROW(sim::simulate(pendulum(), start(0), drive), Error);
}

TEST(Rotors, AreNotForEveryMethod) {
  EXPECT_THAT(complaint_of([](sim::Options& o) {
                o.rotors = true;
                o.method = "udut";
              }),
              HasSubstr("the method 'udut' does not support rotor inertia"));
}

class Failure : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Sim, Failure, testing::Values("dormand_prince", "adams", "bdf", "rk4"));

TEST_P(Failure, OfTheDriveKeepsTheSamples) {
  FunctionDrive drive(1, [](double t, VecIn, VecIn, VecOut tau) { tau[0] = t > 1.2 ? kNan : 0; });
  sim::Options options;
  options.integrator = GetParam();
  const sim::Run run = sim::simulate(pendulum(), start(0), drive, options);
  EXPECT_EQ(run.end, sim::End::failed);
  EXPECT_NEAR(run.end_time, 1.2, 2e-3);
  ASSERT_TRUE(run.failure);
  EXPECT_EQ(run.failure->kind(), ErrorKind::numerical);
  EXPECT_THAT(run.failure->what(), HasSubstr("the drive's torque is not finite at t = 1.2"));
  EXPECT_THAT(run.failure->what(), HasSubstr("joint 1 (counted from 1): nan"));
  ASSERT_GE(run.time.size(), 120u);
  EXPECT_EQ(run.time.size(), run.q.count());
  EXPECT_TRUE(run.q.matrix().allFinite());
}

TEST_P(Failure, MayBeThrownByTheDrive) {
  FunctionDrive drive(1, [](double t, VecIn, VecIn, VecOut tau) {
    if (t > 1) throw Error(ErrorKind::usage, "table", "the torques end at 1 s");
    tau[0] = 0;
  });
  sim::Options options;
  options.integrator = GetParam();
  const sim::Run run = sim::simulate(pendulum(), start(0), drive, options);
  EXPECT_EQ(run.end, sim::End::failed);
  ASSERT_TRUE(run.failure);
  EXPECT_STREQ(run.failure->what(), "table: the torques end at 1 s");
  EXPECT_GE(run.time.size(), 50u);
}

// The printed PUMA of paper 002 has negative moments of inertia. Along the paper's path, forced by its own torques, an
// element of D passes through zero at 4.72 s.
TEST_P(Failure, OfTheInertiaMatrixSaysWhenAndWhy) {
  const Arm arm = Arm::load("puma560_002");
  Workspace work(arm);
  const double pi = std::numbers::pi;
  FunctionDrive drive(6, [&](double t, VecIn, VecIn, VecOut tau) {
    const double s = 2 * pi * t / 10;
    arm.id(Eigen::VectorXd::Constant(6, pi / 10 * (t - 10 / (2 * pi) * std::sin(s))),
           Eigen::VectorXd::Constant(6, pi / 10 * (1 - std::cos(s))),
           Eigen::VectorXd::Constant(6, pi / 10 * 2 * pi / 10 * std::sin(s)), work, tau);
  });
  sim::Options options;
  options.integrator = GetParam();
  const sim::Run run =
      sim::simulate(arm, {Eigen::VectorXd::Zero(6), Eigen::VectorXd::Zero(6)}, drive, options);
  EXPECT_EQ(run.end, sim::End::failed);
  EXPECT_NEAR(run.end_time, 4.72, 0.005);
  ASSERT_TRUE(run.failure);
  EXPECT_THAT(run.failure->what(), HasSubstr("becomes singular at t = 4.7"));
  EXPECT_THAT(run.failure->what(), HasSubstr("no body has negative moments of inertia"));
  EXPECT_THAT(run.time, testing::SizeIs(testing::Ge(470u)));
  ASSERT_FALSE(run.notes.empty());
  EXPECT_THAT(run.notes[0].what, HasSubstr("not positive definite at the start"));
}

TEST(Failure, OfSquareRootsIsToldAtOnce) {
  const Arm arm = Arm::load("puma560_002");
  sim::Options options;
  options.method = "normalized";
  try {
    sim::simulate(arm, {Eigen::VectorXd::Zero(6), Eigen::VectorXd::Zero(6)}, options);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.kind(), ErrorKind::numerical);
    EXPECT_THAT(e.what(), HasSubstr("which has no square root"));
  }
}

TEST(Failure, ByTooManyStepsKeepsTheSamples) {
  sim::Options options;
  options.max_steps = 20;
  const sim::Run run = sim::simulate(pendulum(), start(0), options);
  EXPECT_EQ(run.end, sim::End::failed);
  EXPECT_THAT(run.failure->what(), HasSubstr("after 20 steps"));
  EXPECT_EQ(run.statistics.steps, 20);
  EXPECT_GT(run.time.size(), 10u);
}

TEST(Failure, ByTooSmallTolerancesSaysSo) {
  sim::Options options;
  options.rtol = options.atol = 1e-18;
  for (const char* integrator : {"dormand_prince", "adams"}) {
    options.integrator = integrator;
    const sim::Run run = sim::simulate(pendulum(), start(1), options);
    EXPECT_EQ(run.end, sim::End::failed) << integrator;
    EXPECT_THAT(run.failure->what(), HasSubstr("below the rounding error")) << integrator;
  }
}

// A torque that grows with the speed: q diverges in finite time.
TEST(Failure, ByDivergenceSaysWhen) {
  FunctionDrive drive(1, [](double, VecIn, VecIn qd, VecOut tau) { tau[0] = qd[0] * qd[0] * qd[0]; });
  for (const char* integrator : {"dormand_prince", "bdf"}) {
    sim::Options options;
    options.integrator = integrator;
    const sim::Run run = sim::simulate(pendulum(), start(0, 2), drive, options);
    EXPECT_EQ(run.end, sim::End::failed);
    EXPECT_LT(run.end_time, 1);
    EXPECT_THAT(run.failure->what(), HasSubstr("stopped at t = "));
  }
}

// As Ctrl-C does.
TEST(Watch, EndsARunAndKeepsWhatThereIs) {
  for (const std::string_view integrator : sim::integrators()) {
    sim::Options options;
    options.integrator = integrator;
    double seen = -1;
    const sim::Run run = sim::simulate(pendulum(), start(0), options, [&](const Advance& to) {
      EXPECT_GT(to.done, seen);
      EXPECT_EQ(to.of, options.duration);
      EXPECT_EQ(to.computed, to.done);
      seen = to.done;
      return seen < 3;
    });
    EXPECT_EQ(run.end, sim::End::asked) << integrator;
    EXPECT_EQ(run.end_time, seen);
    EXPECT_GE(run.end_time, 3);
    EXPECT_LT(run.end_time, 5);
    EXPECT_GE(run.time.size(), 300u);
    EXPECT_EQ(run.time.back(), run.end_time);
    EXPECT_FALSE(run.failure);
  }
}

}  // namespace
}  // namespace catena::test
