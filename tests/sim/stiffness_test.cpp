// SPDX-License-Identifier: Apache-2.0
// Stiff motions: met by `auto`, told by the explicit integrators.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/sim/simulation.hpp"
#include "sim/one_joint.hpp"

namespace catena::test {
namespace {

sim::JointState at_rest(const Arm& arm, double q) {
  return {Eigen::VectorXd::Constant(arm.dof(), q), Eigen::VectorXd::Zero(arm.dof())};
}

sim::Options with_friction(double duration) {
  sim::Options options;
  options.duration = duration;
  options.friction = true;
  return options;
}

double largest_difference(const sim::Run& a, const sim::Run& b) {
  EXPECT_EQ(a.time.size(), b.time.size());
  return (a.q.matrix() - b.q.matrix()).cwiseAbs().maxCoeff();
}

// Friction holds joints at rest with a rate of 1e6/s and more: dormand_prince takes millions of steps.
TEST(Friction, AtRestDoesNotStallTheDefaultIntegrator) {
  const Arm arm = Arm::load("puma560");
  const sim::Options options = with_friction(2);
  const sim::Run run = sim::simulate(arm, at_rest(arm, 0), options);
  ASSERT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  EXPECT_LT(run.statistics.steps, 5000);
  EXPECT_GT(run.statistics.implicit, 0);

  sim::Options exact = options;
  exact.integrator = "bdf";
  exact.rtol = exact.atol = 1e-10;
  const sim::Run reference = sim::simulate(arm, at_rest(arm, 0), exact);
  ASSERT_EQ(reference.end, sim::End::complete);
  EXPECT_GT((reference.q[200] - reference.q[0]).cwiseAbs().maxCoeff(), 1);  // it does fall
  EXPECT_LT(largest_difference(run, reference), 1e-3);
}

// A slide that brakes by Coulomb friction alone comes to rest after v² / 2 a and stays there.
TEST(Friction, BringsASlideToRestWhereTheClosedFormSays) {
  Robot robot = one_joint(JointKind::prismatic);
  robot.gravity = {0, 0, 0};
  robot.links[0].motor = Motor{0, 1, 0, {4, -4}};
  const Arm arm(robot);
  sim::Options options = with_friction(1);
  options.smoothing = 1e-4;
  options.rtol = options.atol = 1e-8;
  const sim::Run run = sim::simulate(arm, start(0, 1), options);  // brakes at 4 N / 2 kg
  ASSERT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  EXPECT_NEAR(run.q[100][0], 0.25, 2e-4);
  EXPECT_NEAR(run.qd[100][0], 0, 1e-8);
  EXPECT_LT(run.statistics.steps, 2000);
}

TEST(Stiffness, IsToldWhileAnExplicitIntegratorRuns) {
  const Arm arm = Arm::load("puma560");
  for (const char* integrator : {"dormand_prince", "fehlberg", "verner", "adams"}) {
    sim::Options options = with_friction(2);
    options.integrator = integrator;
    options.max_steps = 5'000;
    double told = -1, now = 0;
    options.tell = [&](const Note& note) {
      EXPECT_THAT(note.what, testing::HasSubstr("the motion is stiff from about t = "));
      told = now;
    };
    const sim::Run run = sim::simulate(arm, at_rest(arm, 0), options, [&](const Advance& to) {
      now = to.done;
      return true;
    });
    EXPECT_EQ(run.end, sim::End::failed) << integrator;
    EXPECT_EQ(run.notes.size(), 1u) << integrator;
    EXPECT_GE(told, 0) << integrator;
    EXPECT_LT(told, run.end_time / 2) << integrator << ": early enough";
    EXPECT_EQ(run.failure->hint(), "use auto or bdf, since the motion is stiff");
  }
}

// Without stiffness nothing is told, and the default run is that of dormand_prince to the last bit.
TEST(Stiffness, IsNotSeenWhereThereIsNone) {
  for (const char* name : {"puma560", "panda", "planar3", "stanford_002", "chain:12"}) {
    const Arm arm = Arm::load(name);
    sim::Options options;
    options.duration = 5;
    for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
      options.rtol = options.atol = tolerance;
      options.integrator = "auto";
      const sim::Run run = sim::simulate(arm, at_rest(arm, 0.3), options);
      EXPECT_EQ(run.statistics.implicit, 0) << name << " " << tolerance;
      options.integrator = "dormand_prince";
      const sim::Run plain = sim::simulate(arm, at_rest(arm, 0.3), options);
      EXPECT_EQ(largest_difference(run, plain), 0) << name;
      EXPECT_TRUE(plain.notes.empty()) << name << " " << tolerance;
    }
  }
}

// A stiff beginning and a free end: the explicit method takes over again.
TEST(Stiffness, IsLeftBehindAgain) {
  Robot robot = one_joint(JointKind::prismatic);
  robot.gravity = {0, 0, 0};
  const Arm arm(robot);
  struct Brake : sim::Drive {  // a strong viscous brake until t = 1, then a soft spring
    int dof() const override { return 1; }
    void torque(double t, VecIn q, VecIn qd, VecOut tau) override {
      tau[0] = t < 1 ? 10 - 1e5 * qd[0] : -8 * q[0];
    }
    std::vector<double> kinks() const override { return {1}; }
  } drive;
  sim::Options options;
  options.duration = 200;
  const sim::Run run = sim::simulate(arm, start(0), drive, options);
  ASSERT_EQ(run.end, sim::End::complete);
  EXPECT_GT(run.statistics.implicit, 0);
  EXPECT_GT(run.statistics.steps - run.statistics.implicit, 200);
}

}  // namespace
}  // namespace catena::test
