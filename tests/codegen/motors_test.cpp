// SPDX-License-Identifier: Apache-2.0
// Programs of arms with motors compute what Arm::with_motors does.
#include <gtest/gtest.h>

#include "catena/codegen/program.hpp"
#include "catena/core/arm.hpp"
#include "catena/core/model/generate.hpp"
#include "catena/core/motors.hpp"
#include "support/arms.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(ProgramsWithMotors, ComputeWhatTheArmDoes) {
  for (const char* spec : {"chain:2", "mixed:4:2"}) {
    Robot robot = generate_robot(spec);
    Random random(2);
    for (RobotLink& link : robot.links)
      link.motor = Motor{.inertia = random(1e-5, 1e-3),
                         .gear = random(-150, 150),
                         .viscous = random(1e-5, 1e-3),
                         .coulomb = {random(0, 0.1), random(-0.1, 0)}};
    const Arm links(robot), arm = links.with_motors();
    const int n = arm.dof();
    std::vector<double> inputs(input_count(n));
    for (double& x : inputs) x = random(-1, 1);
    const auto vector = [&](Argument argument) {
      return VectorXd(Eigen::Map<const VectorXd>(inputs.data() + first_input(argument, n), n));
    };
    const VectorXd q = vector(Argument::q), qd = vector(Argument::qd), qdd = vector(Argument::qdd),
                   tau = vector(Argument::tau);
    const At at = {.q = q, .qd = qd, .qdd = qdd, .tau = tau};
    for (const Quantity quantity :
         {Quantity::id, Quantity::fd, Quantity::inertia, Quantity::inertia_inverse, Quantity::udut,
          Quantity::nu, Quantity::xi, Quantity::cxi, Quantity::cnu, Quantity::kinetic_energy,
          Quantity::did_dqd, Quantity::dfd_dq, Quantity::dfd_dqd, Quantity::gravity}) {
      const std::vector<double> values =
          evaluate(cheapest_program(quantity, arm.chain(), {.motors = true}), inputs);
      const MatrixXd expected = arm.eval(quantity, at)[0];
      for (int i = 0; i < expected.rows(); ++i)
        for (int j = 0; j < expected.cols(); ++j)
          EXPECT_NEAR(values[static_cast<std::size_t>(i * expected.cols() + j)], expected(i, j),
                      1e-11 * (1 + expected.cwiseAbs().maxCoeff()))
              << spec << ' ' << info(quantity).name;
      if (motor_effect(quantity) != MotorEffect::none) {
        EXPECT_GT((expected - links.eval(quantity, at)[0]).norm(), 1e-6) << info(quantity).name;
      }
    }
    // derivatives of graphs
    const Target target{Quantity::id, Argument::qd};
    const std::vector<double> by_qd = evaluate(
        cheapest_program(std::span(&target, 1), arm.chain(), {.given = {.motors = true}, .graph = true}),
        inputs);
    const MatrixXd expected = arm.eval(Quantity::did_dqd, at)[0];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        EXPECT_NEAR(by_qd[static_cast<std::size_t>(i * n + j)], expected(i, j), 1e-11 * (1 + expected.norm()))
            << spec;
  }
}

}  // namespace
}  // namespace catena::test
