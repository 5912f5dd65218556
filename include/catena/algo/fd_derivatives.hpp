// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics: ∂q̈/∂τ = M⁻¹, ∂q̈/∂q = -M⁻¹ ∂τ/∂q and ∂q̈/∂q̇ = -M⁻¹ ∂τ/∂q̇, those of inverse dynamics
// taken where q̈ is what forward dynamics gives.
//
// Idea     τ = id(q, q̇, fd(q, q̇, τ)) holds whatever q, q̇ and τ are: differentiate it.
// Symbols  as rnea_derivatives.hpp, which brings M with it; q̈ by aba.hpp
// Frames   joint space.
// Cost     ∂q̈/∂q: 2n³ + (23n² + 1073n) / 2 - 631 mul, 2n³ + 7n² + 497n - 628 add; ∂q̈/∂q̇: 2n³ + (23n² + 421n) / 2 - 284
//          and 2n³ + 7n² + 197n - 271; n > 2, all revolute; of it n³ each for the inverse and the product. Asserted in
//          fd_derivatives_test.cpp.
#pragma once

#include "catena/algo/aba.hpp"
#include "catena/algo/rnea_derivatives.hpp"

namespace catena {

template <class T>
struct FdDerivativesWork {
  explicit FdDerivativesWork(const Chain<T>& arm)
      : id(arm),
        aba(arm.dof()),
        qdd(static_cast<std::size_t>(arm.dof()), T(0)),
        inverse((qdd.size() + 7) / 8 * 8 * qdd.size(), T(0)),
        columns(4 * qdd.size(), T(0)) {}
  RneaDerivativesWork<T> id;
  AbaWork<T> aba;          // delta_inv <= 0: M is not positive definite
  std::vector<T> qdd;      // (n) q̈ = fd(q, q̇, τ)
  std::vector<T> inverse;  // (n x n) M⁻¹, its columns padded to a multiple of eight
  std::vector<T> columns;  // (n x 4) of a matrix
};

namespace detail {

// The inverse of a symmetric M by Gauss and Jordan from the last pivot to the first, which are D of M = U D Uᵀ. In B, of
// padded columns, groups are always read as they were written: other reads would have to wait.
template <class G, class T>
CATENA_INLINE void invert(T* M, std::ptrdiff_t stride, int n, T* B) {
  using L = Group<G, T>;
  constexpr int W = L::width;
  const std::ptrdiff_t padded = (n + 7) / 8 * 8;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; i += W) L::store(B + j * padded + i, load_some<G>(M + j * stride + i, n - i));
  const auto put = [](T* to, int k, int i, const T& own, const G& others) {  // row k is `own`
    if (i <= k && k < i + W)
      L::store(to + i, L::from_lane(k - i + 1, L::from_lane(k - i, others, L::all(own)), others));
    else
      L::store(to + i, others);
  };
  for (int k = n - 1; k >= 0; --k) {
    T* const pivot = B + k * padded;
    const T d = T(1) / pivot[k];
    for (int j = 0; j < n; ++j) {
      if (j == k) continue;
      T* const column = B + j * padded;
      const T u = column[k] * d;
      const G factor = L::all(u);
      for (int i = 0; i < n; i += W) put(column, k, i, u, L::load(column + i) - L::load(pivot + i) * factor);
    }
    const G factor = L::all(-d);
    for (int i = 0; i < n; i += W) put(pivot, k, i, d, L::load(pivot + i) * factor);
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i <= j; i += W) store_some(M + j * stride + i, L::load(B + j * padded + i), n - i);
  }
  for (int j = 0; j < n; ++j)  // exactly symmetric
    for (int i = 0; i < j; ++i) M[i * stride + j] = B[j * padded + i];
}

// X <- -B X, four columns at a time as long as there are; `columns` has room for them.
template <class G, class T>
CATENA_INLINE void times_minus(const T* B, int n, T* X, std::ptrdiff_t stride, T* columns) {
  using L = Group<G, T>;
  constexpr int W = L::width;
  const std::ptrdiff_t padded = (n + 7) / 8 * 8;
  int j = 0;
  for (; j + 4 <= n; j += 4) {
    T* const x = X + j * stride;
    for (int k = 0; k < n; ++k)
      for (int c = 0; c < 4; ++c) columns[4 * k + c] = -x[c * stride + k];
    for (int i = 0; i < n; i += W) {
      const G first = L::load(B + i);
      G y0 = first * L::all(columns[0]), y1 = first * L::all(columns[1]);
      G y2 = first * L::all(columns[2]), y3 = first * L::all(columns[3]);
      for (int k = 1; k < n; ++k) {
        const G a = L::load(B + k * padded + i);
        const T* const u = columns + static_cast<std::ptrdiff_t>(4) * k;
        y0 = y0 + a * L::all(u[0]), y1 = y1 + a * L::all(u[1]);
        y2 = y2 + a * L::all(u[2]), y3 = y3 + a * L::all(u[3]);
      }
      store_some(x + i, y0, n - i), store_some(x + stride + i, y1, n - i);
      store_some(x + 2 * stride + i, y2, n - i), store_some(x + 3 * stride + i, y3, n - i);
    }
  }
  for (; j < n; ++j) {
    T* const x = X + j * stride;
    for (int k = 0; k < n; ++k) columns[k] = -x[k];
    for (int i = 0; i < n; i += W) {
      G sum = L::load(B + i) * L::all(columns[0]);
      for (int k = 1; k < n; ++k) sum = sum + L::load(B + k * padded + i) * L::all(columns[k]);
      store_some(x + i, sum, n - i);
    }
  }
}

}  // namespace detail

template <class T>
struct FdDerivativesOut {
  MatView<T> by_q, by_qd;  // nothing is written where there are no data
  MatView<T> by_tau;       // always wanted
};

// At (q, q̇, τ). `tip` is constant in tool axes.
template <class T>
void fd_derivatives(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> tau,
                    const Vec3<T>& gravity, const Force<T>& tip, FdDerivativesWork<T>& work,
                    const FdDerivativesOut<T>& out) {
  const int n = arm.dof();
  const MatView<T>&q = out.by_q, &v = out.by_qd, &u = out.by_tau;
  if (q.data) aba<T>(arm, x, qd, tau, gravity, tip, work.aba, work.qdd);
  rnea_derivatives<T>(arm, x, qd, work.qdd, gravity, tip, work.id, {q, v, u});
  T *const inverse = work.inverse.data(), *const columns = work.columns.data();
  detail::invert<T>(u.data, u.stride, n, inverse);
  if (q.data) detail::times_minus<T>(inverse, n, q.data, q.stride, columns);
  if (v.data) detail::times_minus<T>(inverse, n, v.data, v.stride, columns);
}

}  // namespace catena
