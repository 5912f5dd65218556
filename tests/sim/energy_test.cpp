// SPDX-License-Identifier: Apache-2.0
// Energy balance: the energy of a free fall is constant, and the work of drive, friction and tip wrench accounts for
// its changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "catena/sim/simulation.hpp"
#include "sim/function_drive.hpp"

namespace catena::test {
namespace {

double largest(const std::vector<double>& v) { return *std::max_element(v.begin(), v.end()); }

sim::JointState at_rest(const Arm& arm, double q) {
  return {Eigen::VectorXd::Constant(arm.dof(), q), Eigen::VectorXd::Zero(arm.dof())};
}

sim::Options precise(double duration) {
  sim::Options options;
  options.duration = duration;
  options.rtol = options.atol = 1e-10;
  return options;
}

// The largest imbalance, relative to the largest kinetic energy.
double drift(const sim::Run& run) {
  EXPECT_EQ(run.end, sim::End::complete) << (run.failure ? run.failure->what() : "");
  return run.largest_imbalance() / largest(run.kinetic);
}

class FreeFall : public testing::TestWithParam<const char*> {};
TEST_P(FreeFall, KeepsItsEnergy) {
  for (const char* robot : {"puma560_002_abs", "planar3", "puma560", "panda"}) {
    const Arm arm = Arm::load(robot);
    sim::Options options = precise(10);
    options.integrator = GetParam();
    const sim::Run run = sim::simulate(arm, at_rest(arm, 0.3), options);
    EXPECT_LT(drift(run), 1e-8) << robot;
    EXPECT_GT(largest(run.kinetic), 1) << robot;  // it does fall
  }
}
INSTANTIATE_TEST_SUITE_P(Sim, FreeFall, testing::Values("dormand_prince", "fehlberg"));

TEST(FreeFall, OfTheStanfordArmKeepsItsEnergyUntilTheSlideLeavesItsLimits) {
  Robot robot = Arm::load("stanford_002").robot();
  robot.links[2].limits = Limits{{{-1.0, 1.0}}, {}, {}};
  const Arm arm(robot);
  sim::JointState start = at_rest(arm, 0);
  start.q[1] = std::acos(0.0);
  sim::Options options = precise(10);
  options.at_limit = sim::AtLimit::stop;
  const sim::Run run = sim::simulate(arm, start, options);
  EXPECT_EQ(run.end, sim::End::at_limit);
  ASSERT_EQ(run.events.size(), 1u);
  EXPECT_EQ(run.events[0].joint, 2);
  EXPECT_TRUE(run.events[0].upper);
  EXPECT_EQ(run.end_time, run.events[0].time);
  EXPECT_EQ(run.time.back(), run.end_time);
  EXPECT_NEAR(run.q[run.time.size() - 1][2], 1, 1e-9);
  EXPECT_LT(run.largest_imbalance() / largest(run.kinetic), 1e-8);
}

// Friction of both kinds, constant torques, a wrench at the tool, rotors.
TEST(Works, AccountForTheEnergy) {
  const Arm arm = Arm::load("puma560");
  FunctionDrive drive(6, [](double, VecIn, VecIn, VecOut tau) { tau << 20, -30, 5, 1, -0.5, 0.2; });
  sim::Options options = precise(3);
  options.rtol = options.atol = 1e-11;
  options.friction = options.rotors = true;
  options.smoothing = 0.05;
  options.tip = {{0.5, -0.2, 0.1}, {3, -8, 2}};
  for (const char* method : {"aba", "crba"})
    for (const char* integrator : {"dormand_prince", "adams", "bdf"}) {
      options.method = method;
      options.integrator = integrator;
      const sim::Run run = sim::simulate(arm, at_rest(arm, 0.2), drive, options);
      EXPECT_LT(drift(run), 1e-7) << method << " " << integrator;
      for (std::size_t k = 1; k < run.time.size(); ++k)
        EXPECT_LE(run.by_friction[k], run.by_friction[k - 1] + 1e-9);
      EXPECT_LT(run.by_friction.back(), -1);  // all of them matter
      EXPECT_GT(std::abs(run.by_drive.back()), 1);
      EXPECT_GT(std::abs(run.by_tip.back()), 0.5);
    }
}

TEST(Works, AccountForTheEnergyInQuasiVelocities) {
  const Arm arm = Arm::load("panda");
  FunctionDrive drive(7, [](double t, VecIn, VecIn qd, VecOut tau) {
    tau = -0.5 * qd;
    tau[1] += 8 * std::sin(3 * t);
  });
  sim::Options options = precise(3);
  options.rtol = options.atol = 1e-11;
  options.tip = {{0.5, -0.2, 0.1}, {3, -8, 2}};
  for (const char* method : {"normalized", "unnormalized", "udut"}) {
    options.method = method;
    const sim::Run run = sim::simulate(arm, at_rest(arm, 0.2), drive, options);
    EXPECT_LT(drift(run), 1e-7) << method;
    EXPECT_GT(std::abs(run.by_drive.back()), 1);
  }
}

// The work of the tip wrench, from the tool's own path: a force that is constant in the base would be
// F (p(t) - p(0)), and gravity is such a force.
TEST(Works, OfTheTipAreThoseAlongTheToolsPath) {
  const Arm arm = Arm::load("planar3");
  sim::Options options = precise(2);
  options.rtol = options.atol = 1e-12;
  options.sample = 1e-4;
  options.tip = {{0, 0, 0.7}, {2, 3, 0}};
  const sim::Run run = sim::simulate(arm, at_rest(arm, 0.2), options);
  double work = 0;  // by the trapezoidal rule on the samples
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    const double heading = run.q[k].sum(), turning = run.qd[k].sum();
    const Eigen::Vector2d force(2 * std::cos(heading) - 3 * std::sin(heading),
                                2 * std::sin(heading) + 3 * std::cos(heading));
    const Eigen::VectorXd v = arm.jacobian(run.q[k]) * run.qd[k];
    const double power = -(force.x() * v[3] + force.y() * v[4] + 0.7 * turning);
    const double weight = k == 0 || k + 1 == run.time.size() ? 0.5e-4 : 1e-4;
    work += weight * power;
  }
  EXPECT_NEAR(run.by_tip.back(), work, 1e-4);
  EXPECT_GT(std::abs(work), 1);
}

TEST(Samples, AreConsistentWithTheArm) {
  const Arm arm = Arm::load("puma560");
  FunctionDrive drive(6, [](double t, VecIn, VecIn, VecOut tau) { tau.setConstant(std::sin(t)); });
  sim::Options options = precise(1);
  options.friction = options.rotors = true;
  options.tip = {{0.1, 0, 0}, {1, 2, 3}};
  const sim::Run run = sim::simulate(arm, at_rest(arm, 0.2), drive, options);
  ASSERT_EQ(run.time.size(), 101u);
  for (std::size_t k = 0; k < run.time.size(); k += 10) {
    EXPECT_NEAR(run.time[k], 0.01 * static_cast<double>(k), 1e-15);
    EXPECT_DOUBLE_EQ(run.tau[k][3], std::sin(run.time[k]));
    const Eigen::VectorXd qd = run.qd[k], slope = (qd / options.smoothing).array().tanh();
    Eigen::VectorXd friction(6);
    for (int i = 0; i < 6; ++i) {
      const ChainLink<double>& l = arm.chain().link(i);
      const double forward = l.coulomb_plus, backward = -l.coulomb_minus, part = 0.5 * (1 + slope[i]);
      friction[i] = l.viscous * qd[i] + (part * forward + (1 - part) * backward) * slope[i];
    }
    const Eigen::VectorXd needed = arm.id(run.q[k], qd, run.qdd[k], options.tip) +
                                   arm.rotor_inertia().cwiseProduct(run.qdd[k]) + friction;
    EXPECT_LT((needed - run.tau[k]).cwiseAbs().maxCoeff(), 1e-10) << k;
    const double rotors = 0.5 * qd.dot(arm.rotor_inertia().cwiseProduct(qd));
    EXPECT_NEAR(run.kinetic[k], arm.kinetic_energy(run.q[k], qd) + rotors, 1e-12);
    EXPECT_NEAR(run.potential[k], arm.potential_energy(run.q[k]), 1e-12);
    EXPECT_LT((run.tool[k] - arm.pose(run.q[k]).topRightCorner<3, 1>()).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace catena::test
