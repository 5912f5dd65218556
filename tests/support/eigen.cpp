// SPDX-License-Identifier: Apache-2.0
#include "support/eigen.hpp"

#include <cmath>

namespace catena::test {

Eigen::MatrixXd eigen(const MatX<double>& A) {
  return Eigen::Map<const Eigen::MatrixXd>(A.values().data(), A.rows(), A.cols());
}
Eigen::VectorXd eigen(const std::vector<double>& v) {
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}
Eigen::Vector3d eigen(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
Eigen::Matrix3d eigen(const Mat3<double>& m) {
  return (Eigen::Matrix3d() << m.xx, m.xy, m.xz, m.yx, m.yy, m.yz, m.zx, m.zy, m.zz).finished();
}
Eigen::Matrix3d eigen(const Sym3<double>& m) {
  return (Eigen::Matrix3d() << m.xx, m.xy, m.xz, m.xy, m.yy, m.yz, m.xz, m.yz, m.zz).finished();
}

double tolerance(int n) { return n >= 20 ? 1e-10 : 1e-11; }
double tolerance(const Case& c) { return tolerance(c.arm.dof()); }

namespace {

template <class T>
double error_or_infinity(std::span<const T> x, std::span<const double> y) {
  for (T v : x)
    if (!std::isfinite(v)) return INFINITY;
  return x.size() == y.size() ? relative_error(x, y) : INFINITY;
}

}  // namespace

double error_of(std::span<const double> x, std::span<const double> y) { return error_or_infinity(x, y); }
double error_of(std::span<const float> x, std::span<const double> y) { return error_or_infinity(x, y); }
double error_of(Quantity quantity, std::span<const double> x, std::span<const double> y) {
  const double error = error_of(x, y);
  return std::isfinite(error) ? relative_error(quantity, x, y) : error;
}

}  // namespace catena::test
