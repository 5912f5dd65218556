// SPDX-License-Identifier: Apache-2.0
// Catena's numbers as Eigen's, for tests that check with dense algebra.
#pragma once

#include <span>
#include <vector>

#include "catena/core/math/dense.hpp"
#include "support/algebra.hpp"
#include "support/arms.hpp"
#include "support/golden.hpp"

namespace catena::test {

Eigen::MatrixXd eigen(const MatX<double>& A);
Eigen::VectorXd eigen(const std::vector<double>& v);
Eigen::Vector3d eigen(const Vec3<double>& v);
Eigen::Matrix3d eigen(const Mat3<double>& m);
Eigen::Matrix3d eigen(const Sym3<double>& m);

double tolerance(int n);
double tolerance(const Case& c);

// The relative error; infinite if an element was not written or is not a number, or the sizes differ.
double error_of(std::span<const double> x, std::span<const double> y);
double error_of(std::span<const float> x, std::span<const double> y);
double error_of(Quantity quantity, std::span<const double> x,
                std::span<const double> y);  // see relative_error

}  // namespace catena::test
