// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <limits>

namespace catena::choose::detail {

EigenRange eigen_range(int n, std::span<const double> A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      Eigen::Map<const Eigen::MatrixXd>(A.data(), n, n), Eigen::EigenvaluesOnly);
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  if (solver.info() != Eigen::Success) return {kNone, kNone};  // an element is not finite
  return {solver.eigenvalues()[0], solver.eigenvalues()[n - 1]};
}

}  // namespace catena::choose::detail
