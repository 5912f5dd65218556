// SPDX-License-Identifier: Apache-2.0
// Manipulability against the eigenvalues of a Jacobian that is differentiated numerically from poses by plain products.
#include "catena/core/algo/manipulability.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/direct_arm.hpp"

namespace catena::test {
namespace {

// The Jacobian of the tool by central differences, angular rows first.
MatrixXd jacobian_by_differences(const Case& c) {
  const int n = c.arm.dof();
  const double h = 1e-5;
  const Eigen::Matrix3d back = direct(c.robot, c.q).X.linear().transpose();
  MatrixXd J(6, n);
  for (int i = 0; i < n; ++i) {
    std::vector<double> ahead = c.q, behind = c.q;
    ahead[static_cast<std::size_t>(i)] += h, behind[static_cast<std::size_t>(i)] -= h;
    const Eigen::Isometry3d A = direct(c.robot, ahead).X, B = direct(c.robot, behind).X;
    const Eigen::Matrix3d spin = (A.linear() - B.linear()) / (2 * h) * back;
    J.col(i) << spin(2, 1), spin(0, 2), spin(1, 0), (A.translation() - B.translation()) / (2 * h);
  }
  return J;
}

double manipulability_of(const Case& c) {
  const Posture<double> x = c.x();
  Kinematics<double> k(c.arm.dof());
  set_poses(c.arm, x, k);
  return manipulability(c.arm, k);
}

// 004 (21): the product of the singular values, of all rows from six joints on, of the linear rows below.
TEST(Manipulability, IsTheProductOfTheSingularValuesOfTheJacobian) {
  int regular = 0;
  for (int n = 1; n <= 9; ++n)
    for (const char* kind : {"chain:", "mixed:"})
      for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Case c = mounted(kind + std::to_string(n) + ":" + std::to_string(seed), seed);
        const MatrixXd whole = jacobian_by_differences(c);
        const MatrixXd J = n < 6 ? MatrixXd(whole.bottomRows(3)) : whole;
        const VectorXd squares = eigenvalues(J.rows() <= J.cols() ? J * J.transpose() : J.transpose() * J);
        const double want = std::sqrt(std::max(0.0, squares.prod()));
        const double scale = std::pow(squares.maxCoeff(), 0.5 * static_cast<double>(squares.size()));
        EXPECT_NEAR(manipulability_of(c), want, 1e-7 * scale) << c.label;
        regular += want > 1e-4 * scale;
      }
  EXPECT_GE(regular, 60);  // of 72: slides alone may leave a direction out
}

}  // namespace
}  // namespace catena::test
