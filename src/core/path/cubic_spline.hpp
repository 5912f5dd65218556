// SPDX-License-Identifier: Apache-2.0
// The natural cubic spline: second derivatives at its knots.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace catena::path::detail {

// Column k is the second derivative at knots[k] of the C² cubic spline through the columns of `points`; zero at both ends.
// Equal first derivatives on both sides of every knot are a tridiagonal system, solved forwards and back (Thomas).
template <class Points>
Eigen::MatrixXd spline_bends(std::span<const double> knots, const Points& points) {
  const Eigen::Index last = points.cols() - 1;
  const auto h = [&](Eigen::Index k) {
    return knots[static_cast<std::size_t>(k) + 1] - knots[static_cast<std::size_t>(k)];
  };
  Eigen::MatrixXd bends = Eigen::MatrixXd::Zero(points.rows(), points.cols());
  std::vector<double> above(static_cast<std::size_t>(last) + 1, 0.0);
  for (Eigen::Index k = 1; k < last; ++k) {
    const double diagonal = 2 * (h(k - 1) + h(k)) - h(k - 1) * above[static_cast<std::size_t>(k) - 1];
    above[static_cast<std::size_t>(k)] = h(k) / diagonal;
    bends.col(k) =
        (6 * ((points.col(k + 1) - points.col(k)) / h(k) - (points.col(k) - points.col(k - 1)) / h(k - 1)) -
         h(k - 1) * bends.col(k - 1)) /
        diagonal;
  }
  for (Eigen::Index k = last - 1; k > 0; --k)
    bends.col(k) -= above[static_cast<std::size_t>(k)] * bends.col(k + 1);
  return bends;
}

}  // namespace catena::path::detail
