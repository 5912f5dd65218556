// SPDX-License-Identifier: Apache-2.0
// The smallest and largest eigenvalue of a symmetric matrix.
#pragma once

#include <span>

namespace catena::choose::detail {

struct EigenRange {
  double least, greatest;
};

// `A`: n x n. NaN if an element is not finite.
EigenRange eigen_range(int n, std::span<const double> A);

}  // namespace catena::choose::detail
