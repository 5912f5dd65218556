// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "catena/core/math/mat3.hpp"

namespace catena::detail {

// How far a matrix is from a rotation: the sum of the deviations of R Rᵀ from 1 and of its determinant from 1.
inline double rotation_deviation(const Mat3<double>& R) {
  const Mat3<double> E = R * transpose(R);
  return std::abs(E.xx - 1) + std::abs(E.yy - 1) + std::abs(E.zz - 1) + std::abs(E.xy) + std::abs(E.xz) +
         std::abs(E.yz) + std::abs(dot(cross(R.col_x(), R.col_y()), R.col_z()) - 1);
}
inline constexpr double kRotationDeviation = 1e-6;  // that is accepted

}  // namespace catena::detail
