// SPDX-License-Identifier: Apache-2.0
#include "catena/core/math/dense.hpp"

#include <gtest/gtest.h>

#include "support/eigen.hpp"

namespace catena::test {
namespace {

MatrixXd random_definite(int n, std::uint64_t seed) {
  Random random(seed);
  const std::vector<double> v = random.vector(n * n, -1, 1);
  const MatrixXd A = Eigen::Map<const MatrixXd>(v.data(), n, n);
  return A * A.transpose() + MatrixXd::Identity(n, n);
}

MatView<double> view(MatrixXd& A) {
  return {A.data(), static_cast<int>(A.rows()), static_cast<int>(A.cols()), static_cast<int>(A.rows())};
}

TEST(Udu, FactorsGiveTheMatrixItsSolutionAndItsInverse) {
  for (int n : {1, 2, 3, 7, 30}) {
    const MatrixXd A = random_definite(n, static_cast<std::uint64_t>(n));
    MatrixXd F = A;
    udu_factor(view(F));
    MatrixXd U = F.triangularView<Eigen::UnitUpper>();
    EXPECT_LE((MatrixXd(U * F.diagonal().asDiagonal()) * U.transpose() - A).norm(), 1e-14 * n * A.norm());

    VectorXd x = VectorXd::LinSpaced(n, 1, 2);
    const VectorXd b = A * x;
    VectorXd y = b;
    udu_solve(view(F), std::span<double>(y.data(), y.size()));
    EXPECT_LE((y - x).norm(), 1e-13 * n * x.norm());

    udu_inverse(view(F));
    EXPECT_LE((F * A - MatrixXd::Identity(n, n)).norm(), 1e-13 * n);
    EXPECT_EQ((F - F.transpose()).norm(), 0);
  }
}

}  // namespace
}  // namespace catena::test
