// SPDX-License-Identifier: Apache-2.0
#include "core/math/linear.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace catena::detail {

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

double determinant(const Eigen::MatrixXd& A) { return A.fullPivLu().determinant(); }

Eigen::VectorXd solve(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) { return A.fullPivLu().solve(b); }

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) { return A * B; }
Eigen::VectorXd times(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) { return A * b; }

}  // namespace catena::detail
