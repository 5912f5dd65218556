// SPDX-License-Identifier: Apache-2.0
#include "support/algebra.hpp"

#include <algorithm>
#include <limits>

#include "core/math/linear.hpp"

namespace catena::test {
namespace compiled {

MatrixXd product(const MatrixXd& A, const MatrixXd& B) { return A.lazyProduct(B); }
MatrixXd transposed_product(const MatrixXd& A, const MatrixXd& B) { return A.transpose().lazyProduct(B); }
MatrixXd product_transposed(const MatrixXd& A, const MatrixXd& B) { return A.lazyProduct(B.transpose()); }
VectorXd product(const MatrixXd& A, const VectorXd& b) { return A.lazyProduct(b); }
VectorXd transposed_product(const MatrixXd& A, const VectorXd& b) { return A.transpose().lazyProduct(b); }
MatrixXd product(double a, const MatrixXd& B) { return B.operator*(a); }
VectorXd product(double a, const VectorXd& b) { return b.operator*(a); }
MatrixXd sum(const MatrixXd& A, const MatrixXd& B) { return A.operator+(B); }
MatrixXd sum_transposed(const MatrixXd& A, const MatrixXd& B) { return A.operator+(B.transpose()); }
VectorXd sum(const VectorXd& a, const VectorXd& b) { return a.operator+(b); }
MatrixXd difference(const MatrixXd& A, const MatrixXd& B) { return A.operator-(B); }
MatrixXd difference_transposed(const MatrixXd& A, const MatrixXd& B) { return A.operator-(B.transpose()); }
VectorXd difference(const VectorXd& a, const VectorXd& b) { return a.operator-(b); }
Matrix6d product(const Matrix6d& A, const Matrix6d& B) { return A.lazyProduct(B); }
Matrix6d transposed_product(const Matrix6d& A, const Matrix6d& B) { return A.transpose().lazyProduct(B); }
Matrix6d sum(const Matrix6d& A, const Matrix6d& B) { return A.operator+(B); }

}  // namespace compiled

VectorXd eigenvalues(const MatrixXd& symmetric) { return detail::eigenvalues(symmetric); }
double condition(const MatrixXd& symmetric) {
  const VectorXd sizes = eigenvalues(symmetric).cwiseAbs();
  return sizes.maxCoeff() / sizes.minCoeff();
}
VectorXd solve(const MatrixXd& A, const VectorXd& b) { return detail::solve(A, b); }

double relative_difference(const MatrixXd& x, const MatrixXd& y) {
  if (x.rows() != y.rows() || x.cols() != y.cols() || !x.allFinite() || !y.allFinite())
    return std::numeric_limits<double>::infinity();
  return compiled::difference(x, y).cwiseAbs().maxCoeff() / std::max(y.cwiseAbs().maxCoeff(), 1e-3);
}

}  // namespace catena::test
