// SPDX-License-Identifier: Apache-2.0
// Symmetric positive definite systems of up to six equations, by Cholesky's factors. The reciprocals of the pivots are kept.
#pragma once

#include <cmath>

namespace catena::detail {

inline constexpr int kMostRows = 6;
using SmallMatrix = double[kMostRows][kMostRows];  // of which the lower half is used

// A <- L with A = L Lᵀ, the diagonal inverted; false if A is not positive definite to rounding.
inline bool cholesky(int m, SmallMatrix& A) {
  for (int j = 0; j < m; ++j) {
    double d = A[j][j];
    for (int k = 0; k < j; ++k) d -= A[j][k] * A[j][k];
    if (!(d > 0)) return false;
    const double r = 1 / std::sqrt(d);
    A[j][j] = r;
    for (int i = j + 1; i < m; ++i) {
      double s = A[i][j];
      for (int k = 0; k < j; ++k) s -= A[i][k] * A[j][k];
      A[i][j] = s * r;
    }
  }
  return true;
}

// x <- A⁻¹ x, after `cholesky`.
inline void cholesky_solve(int m, const SmallMatrix& L, double* x) {
  for (int i = 0; i < m; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= L[i][k] * x[k];
    x[i] *= L[i][i];
  }
  for (int i = m - 1; i >= 0; --i) {
    for (int k = i + 1; k < m; ++k) x[i] -= L[k][i] * x[k];
    x[i] *= L[i][i];
  }
}

}  // namespace catena::detail
