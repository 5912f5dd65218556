// SPDX-License-Identifier: Apache-2.0
// Derivatives by dual numbers and by central differences, which share nothing with the recursions that they check.
#pragma once

#include "catena/core/algo/rnea.hpp"
#include "catena/core/scalar/dual.hpp"
#include "support/eigen.hpp"

namespace catena::test {

enum class By { q, qd, third };  // third: qdd of id, tau of fd

// Column j: the derivative by joint j.
MatrixXd by_dual(bool forward, const Case& c, By by, const Force<double>& tip);

// With an error of the order h² + eps/h.
MatrixXd by_difference(bool forward, const Case& c, By by, const Force<double>& tip, double h);

// Ṁ along q̇ by dual numbers, of an inertia matrix that `inertia(arm, posture, M)` computes.
template <class Inertia>
MatrixXd inertia_rate(const Case& c, Inertia inertia) {
  using D = Dual<1>;
  const int n = c.arm.dof();
  std::vector<D> q;
  for (std::size_t i = 0; i < c.q.size(); ++i) {
    q.emplace_back(c.q[i]);
    q.back().d[0] = c.qd[i];
  }
  const Chain<D> arm = c.arm.cast<D>();
  MatX<D> M(n, n);
  inertia(arm, posture<D>(arm, q), M.view());
  MatrixXd rate(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) rate(i, j) = M(i, j).d[0];
  return rate;
}

inline double distance(const MatrixXd& x, const MatrixXd& y) { return relative_difference(x, y); }

MatView<double> view(MatrixXd& A);

}  // namespace catena::test
