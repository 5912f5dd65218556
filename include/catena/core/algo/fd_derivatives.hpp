// SPDX-License-Identifier: Apache-2.0
// Derivatives of forward dynamics: ∂q̈/∂τ = M⁻¹, ∂q̈/∂q = -M⁻¹ ∂τ/∂q and ∂q̈/∂q̇ = -M⁻¹ ∂τ/∂q̇, where the derivatives of inverse
// dynamics are evaluated at the q̈ that forward dynamics gives.
//
// Idea     Differentiate the identity τ = id(q, q̇, fd(q, q̇, τ)).
// Symbols  as in rnea_derivatives.hpp, which also gives M; q̈ by aba.hpp
// Frames   joint space.
// Cost     ∂q̈/∂q: 2n³ + (23n² + 1073n) / 2 - 631 mul, 2n³ + 7n² + 494n - 625 add; ∂q̈/∂q̇: 2n³ + (23n² + 421n) / 2 - 284
//          and 2n³ + 7n² + 197n - 271; n > 2, all revolute; of this, n³ each for the inverse and the product. Asserted in
//          fd_derivatives_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/rnea_derivatives.hpp"

namespace catena {

// Up to this many joints, M⁻¹ has its own scratch memory; beyond, the workspace must not grow with n².
inline constexpr int kMostPadded = 64;

template <class T>
struct FdDerivativesWork {
  explicit FdDerivativesWork(const Chain<T>& arm)
      : id(arm),
        aba(arm.dof()),
        qdd(static_cast<std::size_t>(arm.dof()), T(0)),
        inverse(arm.dof() <= kMostPadded ? (qdd.size() + 7) / 8 * 8 * qdd.size() + kLine / sizeof(T) : 0,
                T(0)),
        columns(4 * qdd.size(), T(0)) {}
  void set_bodies(const Chain<T>& arm) { id.set_bodies(arm); }
  RneaDerivativesWork<T> id;
  AbaWork<T> aba;      // delta_inv <= 0: M is not positive definite
  std::vector<T> qdd;  // (n) q̈ = fd(q, q̇, τ)
  // (n x n) M⁻¹ from inverse_start() on, its columns padded to a multiple of eight; none for more than kMostPadded joints
  std::vector<T> inverse;
  std::vector<T> columns;  // (n x 4) of a matrix

  // At the start of a cache line, if numbers of this size can be: with AVX-512, solving for 30 joints took up to 1.23 times as
  // long where the columns lay across lines, and the heap gives any multiple of 16 bytes.
  T* inverse_start() {
    const std::size_t skip = (kLine - reinterpret_cast<std::uintptr_t>(inverse.data()) % kLine) % kLine;
    return inverse.data() + (skip % sizeof(T) == 0 && !inverse.empty() ? skip / sizeof(T) : 0);
  }
  static constexpr std::size_t kLine = 64;  // bytes
};

namespace detail {

// Columns of n numbers in groups. If they are padded, groups are always read as they were written: a load that overlaps
// several earlier stores would stall.
template <bool padded, class G, class T>
struct GroupedColumns {
  using L = Group<G, T>;
  T* data;
  std::ptrdiff_t stride;
  int n;

  CATENA_INLINE T* at(int i, int j) const { return data + j * stride + i; }
  CATENA_INLINE G load(int i, int j) const {
    return padded ? L::load(at(i, j)) : load_some<G>(at(i, j), n - i);
  }
  CATENA_INLINE void store(int i, int j, const G& x) const {
    if (padded)
      L::store(at(i, j), x);
    else
      store_some(at(i, j), x, n - i);
  }
};

// B <- B⁻¹ for a symmetric B by Gauss-Jordan elimination from the last pivot to the first; the pivots are D of B = U D Uᵀ.
template <bool padded, class G, class T>
CATENA_INLINE void invert(const GroupedColumns<padded, G, T>& B) {
  using L = Group<G, T>;
  constexpr int W = L::width;
  const auto put = [&](int i, int j, int k, const T& own, const G& others) {  // row k is `own`
    if (i <= k && k < i + W)
      B.store(i, j, L::from_lane(k - i + 1, L::from_lane(k - i, others, L::all(own)), others));
    else
      B.store(i, j, others);
  };
  for (int k = B.n - 1; k >= 0; --k) {
    const T d = T(1) / *B.at(k, k);
    for (int j = 0; j < B.n; ++j) {
      if (j == k) continue;
      const T u = *B.at(k, j) * d;
      const G factor = L::all(u);
      for (int i = 0; i < B.n; i += W) put(i, j, k, u, B.load(i, j) - B.load(i, k) * factor);
    }
    const G factor = L::all(-d);
    for (int i = 0; i < B.n; i += W) put(i, k, k, d, B.load(i, k) * factor);
  }
}

// X <- -B X, four columns at a time as long as there are four; `columns` is scratch for them.
template <bool padded, class G, class T>
CATENA_INLINE void times_minus(const GroupedColumns<padded, G, T>& B, T* X, std::ptrdiff_t stride,
                               T* columns) {
  using L = Group<G, T>;
  constexpr int W = L::width;
  const int n = B.n;
  int j = 0;
  for (; j + 4 <= n; j += 4) {
    T* const x = X + j * stride;
    for (int k = 0; k < n; ++k)
      for (int c = 0; c < 4; ++c) columns[4 * k + c] = -x[c * stride + k];
    for (int i = 0; i < n; i += W) {
      const G first = B.load(i, 0);
      G y0 = first * L::all(columns[0]), y1 = first * L::all(columns[1]);
      G y2 = first * L::all(columns[2]), y3 = first * L::all(columns[3]);
      for (int k = 1; k < n; ++k) {
        const G a = B.load(i, k);
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
      G sum = B.load(i, 0) * L::all(columns[0]);
      for (int k = 1; k < n; ++k) sum = sum + B.load(i, k) * L::all(columns[k]);
      store_some(x + i, sum, n - i);
    }
  }
}

// M <- M⁻¹, by_q <- -M⁻¹ by_q and by_qd <- -M⁻¹ by_qd, where by_q and by_qd may be null. n x n each.
template <class T>
struct SolveJob {
  int n;
  T *by_q, *by_qd, *M;
  std::ptrdiff_t q_stride, qd_stride, M_stride;
  T *inverse, *columns;  // scratch of FdDerivativesWork
};

template <class G, class T>
CATENA_INLINE void solve_derivatives(const SolveJob<T>& job) {
  const auto solve = [&](const auto& B) {
    invert(B);
    for (int j = 0; j < job.n; ++j)
      for (int i = 0; i <= j; i += Group<G, T>::width)
        store_some(job.M + j * job.M_stride + i, B.load(i, j), job.n - i);
    for (int j = 0; j < job.n; ++j)  // exactly symmetric
      for (int i = 0; i < j; ++i) job.M[i * job.M_stride + j] = *B.at(i, j);
    if (job.by_q) times_minus(B, job.by_q, job.q_stride, job.columns);
    if (job.by_qd) times_minus(B, job.by_qd, job.qd_stride, job.columns);
  };
  if (job.n > kMostPadded) return solve(GroupedColumns<false, G, T>{job.M, job.M_stride, job.n});
  const GroupedColumns<true, G, T> B = {job.inverse, (job.n + 7) / 8 * 8, job.n};
  for (int j = 0; j < job.n; ++j)
    for (int i = 0; i < job.n; i += Group<G, T>::width)
      B.store(i, j, load_some<G>(job.M + j * job.M_stride + i, job.n - i));
  solve(B);
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
  const MatView<T>&q = out.by_q, &v = out.by_qd, &u = out.by_tau;
  if (q.data) aba<T>(arm, x, qd, tau, gravity, tip, work.aba, work.qdd);
  rnea_derivatives<T>(arm, x, qd, work.qdd, gravity, tip, work.id, {q, v, u});
  detail::solve_derivatives<T, T>({arm.dof(), q.data, v.data, u.data, q.stride, v.stride, u.stride,
                                   work.inverse_start(), work.columns.data()});
}

}  // namespace catena
