// SPDX-License-Identifier: Apache-2.0
// Dense algebra compiled once. Where a test of this namespace writes A * B, these operators are better matches than
// Eigen's, whose templates would be compiled anew for every kind of expression, for seconds in each file.
#pragma once

#include <Eigen/Core>
#include <concepts>

namespace catena::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Matrix6d = Eigen::Matrix<double, 6, 6>;

namespace compiled {
MatrixXd product(const MatrixXd& A, const MatrixXd& B);
MatrixXd transposed_product(const MatrixXd& A, const MatrixXd& B);  // Aᵀ B
MatrixXd product_transposed(const MatrixXd& A, const MatrixXd& B);  // A Bᵀ
VectorXd product(const MatrixXd& A, const VectorXd& b);
VectorXd transposed_product(const MatrixXd& A, const VectorXd& b);
MatrixXd product(double a, const MatrixXd& B);
VectorXd product(double a, const VectorXd& b);
MatrixXd sum(const MatrixXd& A, const MatrixXd& B);
VectorXd sum(const VectorXd& a, const VectorXd& b);
MatrixXd sum_transposed(const MatrixXd& A, const MatrixXd& B);  // A + Bᵀ
MatrixXd difference(const MatrixXd& A, const MatrixXd& B);
MatrixXd difference_transposed(const MatrixXd& A, const MatrixXd& B);  // A - Bᵀ
VectorXd difference(const VectorXd& a, const VectorXd& b);
Matrix6d product(const Matrix6d& A, const Matrix6d& B);
Matrix6d transposed_product(const Matrix6d& A, const Matrix6d& B);
Matrix6d sum(const Matrix6d& A, const Matrix6d& B);
}  // namespace compiled

// Of these very types: expressions that would have to be converted stay Eigen's.
template <class T>
concept Number = std::same_as<T, double> || std::same_as<T, int>;
template <class T>
concept Dense = std::same_as<T, MatrixXd>;
template <class T>
concept Column = std::same_as<T, VectorXd>;
template <class T>
concept Six = std::same_as<T, Matrix6d>;
template <class T>
concept Turned =
    std::same_as<T, Eigen::Transpose<MatrixXd>> || std::same_as<T, Eigen::Transpose<const MatrixXd>>;
template <class T>
concept TurnedSix =
    std::same_as<T, Eigen::Transpose<Matrix6d>> || std::same_as<T, Eigen::Transpose<const Matrix6d>>;

auto operator*(const Dense auto& A, const Dense auto& B) { return compiled::product(A, B); }
auto operator*(const Dense auto& A, const Column auto& b) { return compiled::product(A, b); }
auto operator*(const Dense auto& A, const Turned auto& B) {
  return compiled::product_transposed(A, B.nestedExpression());
}
auto operator*(const Turned auto& A, const Dense auto& B) {
  return compiled::transposed_product(A.nestedExpression(), B);
}
auto operator*(const Turned auto& A, const Column auto& b) {
  return compiled::transposed_product(A.nestedExpression(), b);
}
auto operator*(const Six auto& A, const Six auto& B) { return compiled::product(A, B); }
auto operator*(const TurnedSix auto& A, const Six auto& B) {
  return compiled::transposed_product(A.nestedExpression(), B);
}
auto operator*(Number auto a, const Dense auto& B) { return compiled::product(a, B); }
auto operator*(Number auto a, const Column auto& b) { return compiled::product(a, b); }
auto operator+(const Dense auto& A, const Dense auto& B) { return compiled::sum(A, B); }
auto operator+(const Column auto& a, const Column auto& b) { return compiled::sum(a, b); }
auto operator+(const Six auto& A, const Six auto& B) { return compiled::sum(A, B); }
auto operator-(const Dense auto& A, const Dense auto& B) { return compiled::difference(A, B); }
auto operator+(const Dense auto& A, const Turned auto& B) {
  return compiled::sum_transposed(A, B.nestedExpression());
}
auto operator-(const Dense auto& A, const Turned auto& B) {
  return compiled::difference_transposed(A, B.nestedExpression());
}
auto operator-(const Column auto& a, const Column auto& b) { return compiled::difference(a, b); }

VectorXd eigenvalues(const MatrixXd& symmetric);  // in rising order
double condition(const MatrixXd& symmetric);
VectorXd solve(const MatrixXd& A, const VectorXd& b);  // by full pivoting

// max|x - y| / max(max|y|, 1e-3), as for the golden data; infinite for other sizes and for what is no number.
double relative_difference(const MatrixXd& x, const MatrixXd& y);

}  // namespace catena::test
