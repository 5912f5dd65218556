// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and eigenvectors of symmetric matrices of up to six rows, by Jacobi's rotations.
#pragma once

#include <cmath>

#include "core/ik/small_matrix.hpp"

namespace catena::detail {

// A (both halves are used and overwritten) = V diag(value) Vᵀ; eigenvector k is column k of V. Not sorted.
inline void eigenvalues(int m, SmallMatrix& A, double* value, SmallMatrix& V) {
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j) V[i][j] = i == j;
  for (int sweep = 0; sweep < 30; ++sweep) {
    double off = 0, on = 0;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < m; ++j) (i == j ? on : off) += A[i][j] * A[i][j];
    if (!(off > 1e-32 * on)) break;
    for (int p = 0; p < m; ++p)
      for (int q = p + 1; q < m; ++q) {
        if (A[p][q] == 0) continue;
        // the rotation that makes A_pq zero, by the smaller angle
        const double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
        const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::hypot(1, theta));
        const double c = 1 / std::hypot(1, t), s = t * c;
        for (int k = 0; k < m; ++k) {
          const double x = A[k][p], y = A[k][q];
          A[k][p] = c * x - s * y, A[k][q] = s * x + c * y;
        }
        for (int k = 0; k < m; ++k) {
          const double x = A[p][k], y = A[q][k];
          A[p][k] = c * x - s * y, A[q][k] = s * x + c * y;
        }
        for (int k = 0; k < m; ++k) {
          const double x = V[k][p], y = V[k][q];
          V[k][p] = c * x - s * y, V[k][q] = s * x + c * y;
        }
      }
  }
  for (int i = 0; i < m; ++i) value[i] = A[i][i];
}

}  // namespace catena::detail
