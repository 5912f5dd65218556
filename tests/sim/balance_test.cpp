// SPDX-License-Identifier: Apache-2.0
// The balance of energy and work: what tolerances allow, runs that exceed it, and the error of samples between steps.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/core/algo/energy.hpp"
#include "catena/io/load.hpp"
#include "catena/sim/constant_torque.hpp"
#include "catena/sim/run_text.hpp"
#include "catena/sim/simulation.hpp"
#include "sim/energy_gradient.hpp"
#include "sim/one_joint.hpp"

namespace catena::test {
namespace {

sim::JointState at_rest(const Arm& arm, double q) {
  return {Eigen::VectorXd::Constant(arm.dof(), q), Eigen::VectorXd::Zero(arm.dof())};
}

sim::Options fall(double duration, double tolerance = 1e-6) {
  sim::Options options;
  options.duration = duration;
  options.rtol = options.atol = tolerance;
  return options;
}

TEST(EnergyGradient, IsTheDerivativeOfTheEnergy) {
  for (const char* name : {"puma560", "panda", "stanford_002", "mixed:9:3"}) {
    const Arm arm = Arm::load(name);
    const int n = arm.dof();
    const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(n, -1, 1.3),
                          qd = Eigen::VectorXd::LinSpaced(n, 2, -1);
    const auto energy = [&](const Eigen::VectorXd& at, const Eigen::VectorXd& speed) {
      return arm.kinetic_energy(at, speed) + arm.potential_energy(at) +
             0.5 * speed.dot(arm.rotor_inertia().cwiseProduct(speed));
    };
    Posture<double> x(arm.chain());
    x.set(arm.chain(), {q.data(), static_cast<std::size_t>(n)});
    sim::detail::EnergyGradientWork work(n);
    Eigen::VectorXd by_q(n), by_qd(n);
    const auto span = [](Eigen::VectorXd& v) {
      return std::span<double>(v.data(), static_cast<std::size_t>(v.size()));
    };
    const auto [T, V] = sim::detail::energy_gradient(arm.chain(), x, {qd.data(), static_cast<std::size_t>(n)},
                                                     true, work, span(by_q), span(by_qd));
    EXPECT_NEAR(V, arm.potential_energy(q), 1e-12 * (1 + std::abs(V))) << name;
    EXPECT_NEAR(T + V, energy(q, qd), 1e-12 * (1 + std::abs(T))) << name;
    const double h = 1e-5;
    for (int i = 0; i < n; ++i) {
      const Eigen::VectorXd e = h * Eigen::VectorXd::Unit(n, i);
      const double scale = 1 + by_q.cwiseAbs().maxCoeff() + by_qd.cwiseAbs().maxCoeff();
      EXPECT_NEAR(by_q[i], (energy(q + e, qd) - energy(q - e, qd)) / (2 * h), 1e-8 * scale)
          << name << " " << i;
      EXPECT_NEAR(by_qd[i], (energy(q, qd + e) - energy(q, qd - e)) / (2 * h), 1e-8 * scale)
          << name << " " << i;
    }
  }
}

// A step of 10 s leaves nothing of the motion: the energy is out of balance by many powers of ten.
TEST(Balance, OfARunThatIsWrongEndsItAsUnbalanced) {
  const Arm arm = Arm::load("planar2");
  sim::Options options = fall(10);
  options.integrator = "rk4";
  options.step = 10;
  const sim::Run run = sim::simulate(arm, at_rest(arm, 0), options);
  EXPECT_EQ(run.end, sim::End::unbalanced);
  ASSERT_TRUE(run.failure);
  EXPECT_EQ(run.failure->kind(), ErrorKind::numerical);
  EXPECT_EQ(run.failure->problem(), "the energy of the run does not balance: its numbers are wrong");
  EXPECT_GT(run.balance.integration, 1e10);
  EXPECT_EQ(run.time.size(), 1001u) << "what was computed is kept";
  EXPECT_NE(sim::run_csv(run, 10).find("\n# unbalanced: "), std::string::npos);
  EXPECT_NE(sim::run_jsonl(run, 10).find("\n{\"unbalanced\": \""), std::string::npos);
  EXPECT_EQ(sim::partial(run, 10), "");
  options.step = 1e-3;
  EXPECT_EQ(sim::simulate(arm, at_rest(arm, 0), options).end, sim::End::complete);
}

// Numbers so large that the energy overflows are neither balanced nor written as numbers.
TEST(Balance, IsLostWhereEnergiesAreNotFinite) {
  sim::Run run(1);
  run.start_energy = 0;
  const double zero = 0;
  for (sim::Samples* s : {&run.q, &run.qd, &run.qdd, &run.tau}) s->push_back(&zero);
  const double tool[3] = {0, 0, 0};
  run.tool.push_back(tool);
  run.time = {0};
  run.kinetic = {INFINITY};
  run.potential = {-INFINITY};
  for (std::vector<double>* w : {&run.by_drive, &run.by_friction, &run.by_tip, &run.by_limits}) *w = {0};
  EXPECT_EQ(run.largest_imbalance(), INFINITY);
  const std::string csv = sim::run_csv(run, 1);
  EXPECT_EQ(csv.substr(csv.find('\n') + 1), "0,0,0,0,0,nan,nan,0,0,0,0,nan,0,0,0\n");
}

// A slide so far out that the potential energy overflows, at rest or falling. The kinetic energy is finite; along a slide
// that does not feel gravity, so is the change of the potential energy.
TEST(Balance, CannotBeToldWithoutThePotentialEnergy) {
  const Robot vertical = one_joint(JointKind::prismatic);
  Robot level = vertical;
  level.gravity = {0, -9.81, 0};
  level.links[0].dh.alpha = std::numbers::pi / 2;
  level.links.push_back(one_joint(JointKind::revolute).links[0]);
  for (const Robot& robot : {vertical, level})
    for (const char* const integrator : {"auto", "verner", "rk4", "adams"}) {
      const Arm arm(robot);
      sim::Options options = fall(1);
      options.integrator = integrator;
      options.step = 0.01;
      sim::JointState start = at_rest(arm, 0);
      start.q[0] = 1e308;
      const sim::Run run = sim::simulate(arm, start, options);
      ASSERT_FALSE(run.time.empty());
      EXPECT_FALSE(std::isfinite(run.potential.back()));
      EXPECT_EQ(run.end, sim::End::failed) << arm.dof() << integrator;
      ASSERT_TRUE(run.failure) << arm.dof() << integrator;
      EXPECT_EQ(run.failure->kind(), ErrorKind::numerical);
      EXPECT_EQ(run.failure->problem(), "the energy of the motion is not finite at t = 0 s");
    }
}

// Every arm of the catalogue stays within what its tolerances allow, by every integrator.
class Allowance : public testing::TestWithParam<std::tuple<const char*, double>> {};
TEST_P(Allowance, IsKeptByEveryArm) {
  const auto& [integrator, tolerance] = GetParam();
  for (const std::string& name : catalogue()) {
    const Arm arm = Arm::load(name);
    if (arm.robot().allow_nonphysical) continue;
    sim::Options options = fall(1, tolerance);
    options.integrator = integrator;
    options.step = integrator == std::string("rk4") ? 1e-3 : 1e-4;
    const sim::Run run = sim::simulate(arm, at_rest(arm, 0.3), options);
    EXPECT_EQ(run.end, sim::End::complete) << name << ": " << (run.failure ? run.failure->what() : "");
    EXPECT_LE(run.balance.integration, run.balance.allowed) << name;
  }
}
INSTANTIATE_TEST_SUITE_P(Sim, Allowance,
                         testing::Combine(testing::Values("auto", "fehlberg", "verner", "adams", "bdf"),
                                          testing::Values(1e-3, 1e-6, 1e-10)));
INSTANTIATE_TEST_SUITE_P(FixedSteps, Allowance,
                         testing::Combine(testing::Values("rk4", "semi_implicit_euler"),
                                          testing::Values(1e-6)));

// The allowance shrinks with the tolerances, in proportion apart from the number of steps.
TEST(Balance, AllowsWhatTheTolerancesDo) {
  const Arm arm = Arm::load("puma560");
  const sim::Run rough = sim::simulate(arm, at_rest(arm, 0.3), fall(2, 1e-5)),
                 fine = sim::simulate(arm, at_rest(arm, 0.3), fall(2, 1e-9));
  const auto per_step = [](const sim::Run& run) {
    return run.balance.allowed / static_cast<double>(run.statistics.steps);
  };
  EXPECT_NEAR(per_step(fine) / per_step(rough), 1e-4, 0.3e-4);
}

// Samples between the steps carry the error of the interpolation as well, which is not one of the integration.
TEST(Balance, TellsInterpolationFromIntegration) {
  const Arm arm = Arm::load("puma560");
  sim::Options options = fall(10, 1e-12);
  options.integrator = "verner";
  const sim::Run run = sim::simulate(arm, at_rest(arm, 0), options);
  ASSERT_EQ(run.end, sim::End::complete);
  EXPECT_LT(run.balance.integration, 1e-9);
  EXPECT_GT(run.balance.interpolation, 1e-9);
  EXPECT_NEAR(run.largest_imbalance(), run.balance.interpolation, run.balance.integration);
  const std::size_t last = run.time.size() - 1;  // a sample at the end of a step
  EXPECT_LE(std::abs(run.imbalance(last)), run.balance.integration);
}

TEST(Balance, IsCountedFromTimeZeroWhateverTheSamplesAre) {
  const Arm arm = Arm::load("planar3");
  sim::ConstantTorque drive(Eigen::VectorXd::Constant(3, 2.0));
  sim::Options options = fall(1, 1e-3);
  const sim::Run all = sim::simulate(arm, at_rest(arm, 0.3), drive, options);
  options.sample_times = {0.5, 1};
  const sim::Run late = sim::simulate(arm, at_rest(arm, 0.3), drive, options);
  EXPECT_EQ(late.imbalance(0), all.imbalance(50));
  EXPECT_EQ(late.imbalance(1), all.imbalance(100));
}

}  // namespace
}  // namespace catena::test
