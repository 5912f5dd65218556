// SPDX-License-Identifier: Apache-2.0
// Derivatives by dual numbers and by central differences, which share nothing with the recursions that they check.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "support/eigen.hpp"

namespace catena::test {

enum class By { q, qd, third };  // third: qdd of id, tau of fd

// Column j: the derivative by joint j.
MatrixXd by_dual(bool forward, const Case& c, By by, const Force<double>& tip);

// With an error of the order h² + eps/h.
MatrixXd by_difference(bool forward, const Case& c, By by, const Force<double>& tip, double h);

inline double distance(const MatrixXd& x, const MatrixXd& y) { return relative_difference(x, y); }

MatView<double> view(MatrixXd& A);

}  // namespace catena::test
