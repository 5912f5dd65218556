// SPDX-License-Identifier: Apache-2.0
// The smallest and largest eigenvalue of a small symmetric matrix, fast and without allocation.
#pragma once

#include <span>

namespace catena::choose::detail {

struct EigenRange {
  double least, greatest;
};

// `A`: n x n, overwritten; `work`: 3 n numbers.
EigenRange eigen_range(int n, std::span<double> A, std::span<double> work);

}  // namespace catena::choose::detail
