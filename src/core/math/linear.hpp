// SPDX-License-Identifier: Apache-2.0
// Dense linear algebra of any size, compiled once: Eigen's templates for it take seconds in every file that uses them.
#pragma once

#include <Eigen/Core>

namespace catena::detail {

// The eigenvalues of a symmetric matrix, in ascending order.
Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& symmetric);

double determinant(const Eigen::MatrixXd& A);

// x with A x = b by full pivoting; some x if A is singular.
Eigen::VectorXd solve(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

Eigen::MatrixXd product(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::VectorXd times(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace catena::detail
