// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics: ∂q̈/∂τ = M⁻¹, ∂q̈/∂q = -M⁻¹ ∂τ/∂q and ∂q̈/∂q̇ = -M⁻¹ ∂τ/∂q̇, those of inverse dynamics
// taken where q̈ is what forward dynamics gives.
//
// Idea     τ = id(q, q̇, fd(q, q̇, τ)) holds whatever q, q̇ and τ are: differentiate it.
// Symbols  as rnea_derivatives.hpp, which brings M with it; q̈ by aba.hpp
// Frames   joint space.
// Cost     ∂q̈/∂q: 2n³ + (23n² + 1073n) / 2 - 631 mul, 2n³ + 7n² + 497n - 628 add; ∂q̈/∂q̇: 2n³ + (23n² + 419n) / 2 - 284
//          and 2n³ + 7n² + 197n - 268; n > 2, all revolute; of it n³ each for the inverse and the product. Asserted in
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
        columns(4 * qdd.size(), T(0)) {}
  RneaDerivativesWork<T> id;
  AbaWork<T> aba;          // delta_inv <= 0: M is not positive definite
  std::vector<T> qdd;      // (n) q̈ = fd(q, q̇, τ)
  std::vector<T> columns;  // (n x 4) of a matrix
};

namespace detail {

// y_i <- value(i, load) in groups; lanes that two groups share get the same value twice.
template <class G, class T, class Value>
CATENA_INLINE void set_groups(T* y, int n, Value value) {
  using L = Group<G, T>;
  if (n < L::width) {
    L::store(y, value(0, [n](const T* x) { return L::load(x, n); }), n);
    return;
  }
  const auto whole = [](const T* x) { return L::load(x); };
  const int last = n - L::width;
  const G end = value(last, whole);  // before anything is written
  for (int i = 0; i < last; i += L::width) L::store(y + i, value(i, whole));
  L::store(y + last, end);
}

// A <- A⁻¹ for a symmetric A, by Gauss and Jordan from the last pivot to the first, which are D of A = U D Uᵀ.
template <class G, class T>
CATENA_INLINE void invert(T* A, std::ptrdiff_t stride, int n) {
  using L = Group<G, T>;
  for (int k = n - 1; k >= 0; --k) {
    T* const pivot = A + k * stride;
    const T d = T(1) / pivot[k];
    for (int j = 0; j < n; ++j) {
      if (j == k) continue;
      T* const column = A + j * stride;
      const T u = column[k] * d;
      const G factor = L::all(u);
      set_groups<G>(column, n, [&](int i, auto load) { return load(column + i) - load(pivot + i) * factor; });
      column[k] = u;  // afterwards: a register that is read over a number just written has to wait
    }
    const G factor = L::all(-d);
    set_groups<G>(pivot, n, [&](int i, auto load) { return load(pivot + i) * factor; });
    pivot[k] = d;
  }
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i) A[i * stride + j] = A[j * stride + i];
}

// X <- -A X, four columns at a time as long as there are; `columns` has room for them.
template <class G, class T>
CATENA_INLINE void times_minus(const T* A, std::ptrdiff_t stride, int n, T* X, std::ptrdiff_t X_stride,
                               T* columns) {
  using L = Group<G, T>;
  int j = 0;
  for (; j + 4 <= n && n >= L::width; j += 4) {
    T* const x = X + j * X_stride;
    for (int k = 0; k < n; ++k)
      for (int c = 0; c < 4; ++c) columns[4 * k + c] = -x[c * X_stride + k];
    const int last = n - L::width;  // lanes that two groups share get the same value twice
    for (int i = 0;; i = i + L::width < last ? i + L::width : last) {
      const G first = L::load(A + i);
      G y0 = first * L::all(columns[0]), y1 = first * L::all(columns[1]);
      G y2 = first * L::all(columns[2]), y3 = first * L::all(columns[3]);
      for (int k = 1; k < n; ++k) {
        const G a = L::load(A + k * stride + i);
        const T* const u = columns + static_cast<std::ptrdiff_t>(4) * k;
        y0 = y0 + a * L::all(u[0]), y1 = y1 + a * L::all(u[1]);
        y2 = y2 + a * L::all(u[2]), y3 = y3 + a * L::all(u[3]);
      }
      L::store(x + i, y0), L::store(x + X_stride + i, y1);
      L::store(x + 2 * X_stride + i, y2), L::store(x + 3 * X_stride + i, y3);
      if (i == last) break;
    }
  }
  for (; j < n; ++j) {
    T* const x = X + j * X_stride;
    for (int k = 0; k < n; ++k) columns[k] = -x[k];
    set_groups<G>(x, n, [&](int i, auto load) {
      G sum = load(A + i) * L::all(columns[0]);
      for (int k = 1; k < n; ++k) sum = sum + load(A + k * stride + i) * L::all(columns[k]);
      return sum;
    });
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
  detail::invert<T>(u.data, u.stride, n);
  if (q.data) detail::times_minus<T>(u.data, u.stride, n, q.data, q.stride, work.columns.data());
  if (v.data) detail::times_minus<T>(u.data, u.stride, n, v.data, v.stride, work.columns.data());
}

}  // namespace catena
