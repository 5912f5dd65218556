// SPDX-License-Identifier: Apache-2.0
// Householder's reflections to a tridiagonal matrix, then implicit QL steps (Golub, Van Loan, sections 8.3.1 and 8.3.3).
#include "choose/criteria/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena::choose::detail {
namespace {

// Diagonal d and subdiagonal e of Qᵀ A Q. N: the size if it is known to the compiler, else 0.
template <int N>
void tridiagonal(int size, double* A, double* d, double* e, double* p) {
  const int n = N > 0 ? N : size;
  const auto at = [=](int i, int j) -> double& { return A[i + j * n]; };
  for (int k = 0; k + 2 < n; ++k) {
    d[k] = at(k, k);
    double* v = &at(0, k);
    double below = 0;
    for (int i = k + 2; i < n; ++i) below += v[i] * v[i];
    if (below == 0) {
      e[k] = v[k + 1];
      continue;
    }
    const double norm = std::sqrt(below + v[k + 1] * v[k + 1]), alpha = v[k + 1] > 0 ? -norm : norm;
    e[k] = alpha;
    v[k + 1] -= alpha;
    const double beta = 2 / (below + v[k + 1] * v[k + 1]);
    double half = 0;  // p = β A v - K v, K = β/2 v·(β A v)
    for (int i = k + 1; i < n; ++i) {
      double sum = 0;
      for (int j = k + 1; j < n; ++j) sum += at(i, j) * v[j];
      p[i] = beta * sum;
      half += v[i] * p[i];
    }
    half *= beta / 2;
    for (int i = k + 1; i < n; ++i) p[i] -= half * v[i];
    for (int j = k + 1; j < n; ++j)
      for (int i = k + 1; i < n; ++i) at(i, j) -= v[i] * p[j] + p[i] * v[j];
  }
  if (n > 1) d[n - 2] = at(n - 2, n - 2), e[n - 2] = at(n - 1, n - 2);
  d[n - 1] = at(n - 1, n - 1);
  e[n - 1] = 0;
}

// The eigenvalues into d.
void ql(int n, double* d, double* e) {
  constexpr double kEps = std::numeric_limits<double>::epsilon();
  for (int l = 0; l < n; ++l)
    for (int round = 0; round < 60; ++round) {
      int m = l;
      while (m + 1 < n && std::abs(e[m]) > kEps * (std::abs(d[m]) + std::abs(d[m + 1]))) ++m;
      if (m == l) break;
      double g = (d[l + 1] - d[l]) / (2 * e[l]);
      g = d[m] - d[l] + e[l] / (g + std::copysign(std::sqrt(g * g + 1), g));
      double s = 1, c = 1, p = 0;
      int i = m - 1;
      for (; i >= l; --i) {
        const double f = s * e[i], b = c * e[i], r = std::sqrt(f * f + g * g);
        e[i + 1] = r;
        if (r == 0) break;
        s = f / r, c = g / r;
        g = d[i + 1] - p;
        const double t = (d[i] - g) * s + 2 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
      }
      if (i >= l) {
        d[i + 1] -= p;
      } else {
        d[l] -= p;
        e[l] = g;
      }
      e[m] = 0;
    }
}

}  // namespace

EigenRange eigen_range(int n, std::span<double> A, std::span<double> work) {
  double *d = work.data(), *e = d + n;
  if (n == 6)
    tridiagonal<6>(n, A.data(), d, e, e + n);
  else
    tridiagonal<0>(n, A.data(), d, e, e + n);
  ql(n, d, e);
  return {*std::min_element(d, d + n), *std::max_element(d, d + n)};
}

}  // namespace catena::choose::detail
