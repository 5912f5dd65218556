// SPDX-License-Identifier: Apache-2.0
// Cholesky factorisation M = L Lᵀ of one posture's matrix and solves with it: column-major, in place.
#pragma once

#include <cmath>
#include <cstddef>

namespace catena::choose::detail {

// The lower half of `M` becomes L. False if M is not positive definite.
inline bool factor(std::size_t n, double* M) {
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) most = std::fmax(most, M[i * n + i]);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k)
      for (std::size_t i = j; i < n; ++i) M[j * n + i] -= M[k * n + i] * M[k * n + j];
    if (!(M[j * n + j] > 1e-15 * most)) return false;
    const double root = 1 / std::sqrt(M[j * n + j]);
    for (std::size_t i = j; i < n; ++i) M[j * n + i] *= root;
  }
  return true;
}

// x becomes L⁻¹ x
inline void forward(std::size_t n, const double* L, double* x) {
  for (std::size_t j = 0; j < n; ++j) {
    x[j] /= L[j * n + j];
    for (std::size_t i = j + 1; i < n; ++i) x[i] -= L[j * n + i] * x[j];
  }
}

// x becomes L⁻ᵀ x
inline void backward(std::size_t n, const double* L, double* x) {
  for (std::size_t j = n; j-- > 0;) {
    for (std::size_t i = j + 1; i < n; ++i) x[j] -= L[j * n + i] * x[i];
    x[j] /= L[j * n + j];
  }
}

}  // namespace catena::choose::detail
