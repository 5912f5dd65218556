// SPDX-License-Identifier: Apache-2.0
// The operators column by column are those that products of matrices give; with rotors they factorise M + R.
#include "catena/core/algo/operator_matrices.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/spatial_operators.hpp"
#include "catena/core/arm.hpp"
#include "support/displaced.hpp"
#include "support/eigen.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd block_diagonal(const MatrixXd& blocks) {
  const Eigen::Index n = blocks.cols() / blocks.rows(), size = blocks.rows();
  MatrixXd A = MatrixXd::Zero(n * size, n * size);
  for (Eigen::Index k = 0; k < n; ++k)
    A.block(size * k, size * k, size, size) = blocks.middleCols(size * k, size);
  return A;
}

MatrixXd stacked(const MatrixXd& columns) {  // column k at block k
  const Eigen::Index n = columns.cols();
  MatrixXd A = MatrixXd::Zero(6 * n, n);
  for (Eigen::Index k = 0; k < n; ++k) A.block(6 * k, k, 6, 1) = columns.col(k);
  return A;
}

double distance(const MatrixXd& x, const MatrixXd& y) {
  return (x - y).cwiseAbs().maxCoeff() / (1 + y.cwiseAbs().maxCoeff());
}

TEST(OperatorMatrices, AreTheProductsThatTheyStandFor) {
  for (const Robot& robot : displaced_robots()) {
    const Arm arm(robot);
    Random random(5);
    const std::vector<double> q = random.vector(arm.dof(), -1.5, 1.5);
    const auto o = operators::spatial_operators(arm.chain(), posture<double>(arm.chain(), q));
    const auto rigid = arm.eval(Quantity::spatial_operators, {.q = q}),
               bodies = arm.eval(Quantity::articulated_inertias, {.q = q}),
               articulated = arm.eval(Quantity::articulated_operators, {.q = q});
    const double rounding = 1e-12 * arm.dof();
    EXPECT_LE(distance(rigid[0], eigen(o.Phi)), rounding) << robot.name;
    EXPECT_EQ(rigid[1], eigen(o.H)) << robot.name;
    EXPECT_EQ(block_diagonal(rigid[2]), eigen(o.M)) << robot.name;
    const double solving = 1e-10 * arm.dof();
    EXPECT_LE(distance(block_diagonal(bodies[0]), eigen(o.P)), solving) << robot.name;
    EXPECT_LE(distance(stacked(bodies[1]), eigen(o.G)), solving) << robot.name;
    EXPECT_LE(distance(bodies[2], eigen(o.D).diagonal()), solving) << robot.name;
    EXPECT_LE(distance(articulated[0], eigen(o.Psi)), solving) << robot.name;
    EXPECT_LE(distance(articulated[1], eigen(o.K)), solving) << robot.name;
  }
}

// M + R = U D Uᵀ with U = 1 + HΦK and U⁻¹ = 1 - HΨK; P_i with the rotors of the joints beyond.
TEST(OperatorMatrices, FactoriseTheInertiaWithRotors) {
  for (Robot robot : displaced_robots()) {
    Random random(6);
    for (RobotLink& link : robot.links)
      if (link.joint != JointKind::fixed)
        link.motor = Motor{.inertia = random(1e-4, 1e-3), .gear = random(10, 90)};
    const Arm links(robot), arm = links.with_motors();
    const int n = arm.dof();
    const std::vector<double> q = random.vector(n, -1.5, 1.5);
    const auto rigid = arm.eval(Quantity::spatial_operators, {.q = q}),
               bodies = arm.eval(Quantity::articulated_inertias, {.q = q}),
               articulated = arm.eval(Quantity::articulated_operators, {.q = q});
    const MatrixXd one = MatrixXd::Identity(n, n), &Phi = rigid[0], &H = rigid[1], &K = articulated[1];
    const MatrixXd U = one + H * Phi * K, M = arm.inertia(eigen(q));
    EXPECT_LE(distance(U * VectorXd(bodies[2]).asDiagonal() * U.transpose(), M), 1e-12 * n * n) << robot.name;
    EXPECT_LE(distance((one - H * articulated[0] * K) * U, one), 1e-11 * n * n) << robot.name;
    EXPECT_LE(distance(stacked(bodies[1]) * VectorXd(bodies[2]).asDiagonal(),
                       block_diagonal(bodies[0]) * H.transpose()),
              1e-12)
        << robot.name;
    EXPECT_GT(distance(bodies[2], links.eval(Quantity::articulated_inertias, {.q = q})[2]), 1e-3);
  }
}

}  // namespace
}  // namespace catena::test
