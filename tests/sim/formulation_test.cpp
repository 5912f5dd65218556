// SPDX-License-Identifier: Apache-2.0
// All formulations simulate the same arm: with rotors too, where they can.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "catena/core/registry.hpp"
#include "catena/sim/simulation.hpp"
#include "sim/function_drive.hpp"

namespace catena::test {
namespace {

TEST(Formulations, AreAllOfTheRegistry) {
  const auto names = sim::simulation_methods();
  const auto known = [&](std::string_view method) {
    return std::find(names.begin(), names.end(), method) != names.end();
  };
  int count = 2;
  for (const Method<double>& m : methods<double>())
    if (m.quantity == Quantity::fd) {
      EXPECT_TRUE(known(m.name)) << m.name;
      ++count;
    } else if (m.quantity == Quantity::inertia) {
      EXPECT_TRUE(known(m.name)) << m.name;
      count += find_method<double>(Quantity::fd, m.name) == nullptr;
    }
  EXPECT_TRUE(known("normalized") && known("unnormalized"));
  EXPECT_EQ(static_cast<int>(names.size()), count);
}

// On a chain of both kinds of joints, with a drive and a wrench.
TEST(Formulations, Agree) {
  const Arm arm = Arm::load("mixed:9:3");
  FunctionDrive drive(9, [](double t, VecIn q, VecIn qd, VecOut tau) { tau = std::cos(t) * q - 2 * qd; });
  const sim::JointState from = {Eigen::VectorXd::LinSpaced(9, -0.5, 0.5),
                                Eigen::VectorXd::LinSpaced(9, 0.3, -0.3)};
  sim::Options options;
  options.duration = 0.5;
  options.sample_times = {0, 0.5};
  options.rtol = options.atol = 1e-12;
  options.tip = {{1, 2, 3}, {4, 5, 6}};
  const sim::Run first = sim::simulate(arm, from, drive, options);
  const double size = first.qd[1].cwiseAbs().maxCoeff();
  for (const std::string_view method : sim::simulation_methods()) {
    options.method = method;
    const sim::Run run = sim::simulate(arm, from, drive, options);
    ASSERT_EQ(run.time.size(), 2u) << method;
    EXPECT_LT((run.q[1] - first.q[1]).cwiseAbs().maxCoeff(), 1e-8 * size) << method;
    EXPECT_LT((run.qd[1] - first.qd[1]).cwiseAbs().maxCoeff(), 1e-8 * size) << method;
    EXPECT_LT((run.qdd[0] - first.qdd[0]).cwiseAbs().maxCoeff(), 1e-9 * first.qdd[0].cwiseAbs().maxCoeff())
        << method;
  }
}

// (M + R) q̈ = τ - C q̇ - g solved with Eigen.
TEST(Rotors, AddToTheDiagonal) {
  Robot robot = Arm::load("mixed:7:2").robot();
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    Motor motor;
    motor.inertia = 0.01 * (1 + static_cast<double>(i));
    motor.gear = -7;
    robot.links[i].motor = motor;
  }
  const Arm arm(robot);
  const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(7, -1, 1), qd = Eigen::VectorXd::LinSpaced(7, 2, -1);
  FunctionDrive drive(7, [](double, VecIn, VecIn, VecOut tau) { tau.setLinSpaced(-3, 8); });
  sim::Options options;
  options.rotors = true;
  options.tip = {{1, 2, 3}, {4, 5, 6}};
  options.duration = 1e-6;
  options.sample_times = {0};
  Eigen::MatrixXd M = arm.inertia(q);
  M.diagonal() += arm.rotor_inertia();
  const Eigen::VectorXd bias = arm.id(q, qd, 0 * q, options.tip);
  const Eigen::VectorXd expected = M.llt().solve(Eigen::VectorXd::LinSpaced(7, -3, 8) - bias);
  for (const char* method : {"aba", "crba", "crba_udu", "kic", "gdahj", "walker_orin_1", "denoc"}) {
    options.method = method;
    const sim::Run run = sim::simulate(arm, {q, qd}, drive, options);
    EXPECT_LT((run.qdd[0] - expected).cwiseAbs().maxCoeff(), 1e-12 * expected.cwiseAbs().maxCoeff() * 50)
        << method;
  }
  EXPECT_GT((expected - arm.fd(q, qd, Eigen::VectorXd::LinSpaced(7, -3, 8), options.tip)).norm(), 0.1);
}

}  // namespace
}  // namespace catena::test
