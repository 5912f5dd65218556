// SPDX-License-Identifier: Apache-2.0
// Catena's numbers as Eigen's, for tests that check with dense algebra.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "catena/math/dense.hpp"
#include "support/arms.hpp"
#include "support/golden.hpp"

namespace catena::test {

inline Eigen::MatrixXd eigen(const MatX<double>& A) {
  return Eigen::Map<const Eigen::MatrixXd>(A.values().data(), A.rows(), A.cols());
}
inline Eigen::VectorXd eigen(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}
inline Eigen::Vector3d eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline Eigen::Matrix3d eigen(const Mat3<double>& m) {
  return (Eigen::Matrix3d() << m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz).finished();
}
inline Eigen::Matrix3d eigen(const Sym3<double>& m) { return eigen(m.full()); }

inline double tolerance(int n) { return n >= 20 ? 1e-10 : 1e-11; }
inline double tolerance(const Case& c) { return tolerance(c.arm.dof()); }

// The relative error; infinite if an element was not written or is not a number, or the sizes differ.
template <class X, class Y>
double error_of(const X& x, const Y& y) {
  for (double v : x)
    if (!std::isfinite(v)) return INFINITY;
  return x.size() == y.size() ? relative_error(x, y) : INFINITY;
}

}  // namespace catena::test
