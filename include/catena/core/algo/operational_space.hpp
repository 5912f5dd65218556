// SPDX-License-Identifier: Apache-2.0
// The dynamics of an arm as seen at a frame: the operational-space inertia Λ = (J M⁻¹ Jᵀ)⁻¹, the inverse of the Jacobian that is
// weighted by it, J̄ = M⁻¹ Jᵀ Λ, and the projector N = 1 - J̄ J onto joint motions that do not accelerate the frame.
//
// Source   Khatib 1987.
// Damping  With a damping ε, Λ = (J M⁻¹ Jᵀ + ε 1)⁻¹, in every posture: no eigenvalue of Λ exceeds 1/ε. Without, J must have full
//          rank; `rank` shows whether it has.
// Few      If fewer than six joints move the frame, it cannot move in all six directions, and J M⁻¹ Jᵀ has no inverse. Without
//          damping, Λ is then its pseudo-inverse: zero for directions in which the frame cannot move. J̄ is the pseudo-inverse of
//          J for these joints, which is the limit of J̄ for ε -> 0.
// Symbols  m number of joints that move the frame | J_a (6 x m) their columns of J | P = J_a (J_aᵀ J_a)⁻¹
// Frames   the six rows are (angular; linear), in the axes of the frame.
#pragma once

#include <span>
#include <vector>

#include "catena/core/algo/frame_kinematics.hpp"

namespace catena {

template <class T>
struct OperationalWork {
  explicit OperationalWork(int n)
      : kinematics(n),
        J(6, n),
        X(n, 6),
        L(6, 6),
        K(6, 6),
        G(6, 6),
        P(6, 6),
        Q(6, 6),
        rank(6, T(0)),
        column(static_cast<std::size_t>(n), T(0)) {}
  Kinematics<T> kinematics;
  MatX<T> J;  // (6 x n)
  MatX<T> X;  // (n x 6) M⁻¹ Jᵀ, or the m columns of M⁻¹ for the joints that move the frame
  MatX<T> L;  // (6 x 6) Λ
  MatX<T> K;  // (m x m) block of M⁻¹ for the joints that move the frame, then its inverse
  MatX<T> G;  // (m x m) J_aᵀ J_a
  MatX<T> P;  // (6 x m)
  MatX<T> Q;  // (m x 6) K⁻¹ Pᵀ
  std::vector<T>
      rank;  // (6) pivots of the matrix that is inverted, relative to its diagonal: 0 where J is rank-deficient
  std::vector<T> column;  // (n)
  int pivots = 0;         // number of `rank`
  int moving = 0;         // m
};

namespace detail {

// The Jacobian of the frame, or zero if it is fixed to the base. Sets m.
template <class T>
void operational_jacobian(const Chain<T>& arm, const Posture<T>& x, const Frame<T>& frame,
                          OperationalWork<T>& work) {
  work.moving = frame.link + 1;
  if (frame.link < 0) {
    for (int j = 0; j < arm.dof(); ++j) set_column(work.J.view(), j, Vec3<T>::zero(), Vec3<T>::zero());
    return;
  }
  set_poses(arm, x, work.kinematics);
  frame_jacobian(arm, work.kinematics, frame, work.J.view());
}

// The first columns of X <- M⁻¹ times them: all at once if `solve` takes a matrix, otherwise one after the other.
template <class T, class Solve>
void solve_first(int count, const Solve& solve, MatView<T> X) {
  X.cols = count;
  if constexpr (requires { solve(X); })
    solve(X);
  else
    for (int j = 0; j < count; ++j) solve(std::span<T>(&X(0, j), static_cast<std::size_t>(X.rows)));
}

// X = M⁻¹ Jᵀ
template <class T, class Solve>
void solve_jacobian(int n, const Solve& solve, OperationalWork<T>& work) {
  for (int r = 0; r < 6; ++r)
    for (int i = 0; i < n; ++i) work.X(i, r) = work.J(r, i);
  solve_first(6, solve, work.X.view());
}

// J M⁻¹ Jᵀ after solve_jacobian; symmetric to the last bit.
template <class T>
void mobility(OperationalWork<T>& work, MatView<T> A) {
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r <= c; ++r) {
      T sum = T(0);
      for (int i = 0; i < work.moving; ++i) sum = sum + work.J(r, i) * work.X(i, c);
      A(r, c) = A(c, r) = sum;
    }
}

// The leading m x m block of A <- its inverse. Its pivots, relative to its diagonal, go to `rank`.
template <class T>
void invert_block(int m, MatX<T>& A, std::vector<T>* rank) {
  MatView<T> block = A.view();
  block.rows = block.cols = m;
  if (rank)
    for (int k = 0; k < m; ++k) (*rank)[k] = block(k, k);
  udu_factor(block);
  if (rank)
    for (int k = 0; k < m; ++k) (*rank)[k] = block(k, k) / (*rank)[k];
  udu_inverse(block);
}

// Λ and, if wanted, J̄ for at most five moving joints without damping.
template <class T, class Solve>
void few_joints(int n, const Solve& solve, OperationalWork<T>& work, const MatView<T>* inverse) {
  const int m = work.moving;
  for (int a = 0; a < m; ++a)
    for (int i = 0; i < n; ++i) work.X(i, a) = T(i == a ? 1 : 0);
  solve_first(m, solve, work.X.view());
  for (int a = 0; a < m; ++a)
    for (int b = 0; b < m; ++b) {
      work.K(a, b) = work.X(a, b);
      T sum = T(0);
      for (int r = 0; r < 6; ++r) sum = sum + work.J(r, a) * work.J(r, b);
      work.G(a, b) = sum;
    }
  invert_block<T>(m, work.K, nullptr);
  invert_block<T>(m, work.G, &work.rank);
  work.pivots = m;
  const auto product = [](int count, auto a, auto b) {
    T sum = T(0);
    for (int k = 0; k < count; ++k) sum = sum + a(k) * b(k);
    return sum;
  };
  for (int r = 0; r < 6; ++r)
    for (int a = 0; a < m; ++a)
      work.P(r, a) = product(
          m, [&](int k) { return work.J(r, k); }, [&](int k) { return work.G(k, a); });
  for (int a = 0; a < m; ++a)
    for (int r = 0; r < 6; ++r)
      work.Q(a, r) = product(
          m, [&](int k) { return work.K(a, k); }, [&](int k) { return work.P(r, k); });
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r <= c; ++r)
      work.L(r, c) = work.L(c, r) = product(
          m, [&](int k) { return work.P(r, k); }, [&](int k) { return work.Q(k, c); });
  if (!inverse) return;
  for (int r = 0; r < 6; ++r)
    for (int i = 0; i < n; ++i)
      (*inverse)(i, r) = product(
          m, [&](int k) { return work.X(i, k); }, [&](int k) { return work.Q(k, r); });
}

}  // namespace detail

// J M⁻¹ Jᵀ (6 x 6). `solve` multiplies a vector (span), or all columns of a matrix (MatView), by M⁻¹ in place.
template <class T, class Solve>
void operational_inertia_inverse(const Chain<T>& arm, const Posture<T>& x, const Frame<T>& frame,
                                 const Solve& solve, OperationalWork<T>& work, MatView<T> A) {
  detail::operational_jacobian(arm, x, frame, work);
  detail::solve_jacobian(arm.dof(), solve, work);
  detail::mobility(work, A);
}

// Λ into `work.L` and, if `inverse` is given, J̄ (n x 6) there. `damping` null: none.
template <class T, class Solve>
void operational_space(const Chain<T>& arm, const Posture<T>& x, const Frame<T>& frame, const T* damping,
                       const Solve& solve, OperationalWork<T>& work, const MatView<T>* inverse) {
  const int n = arm.dof();
  detail::operational_jacobian(arm, x, frame, work);
  if (work.moving < 6 && !damping) return detail::few_joints(n, solve, work, inverse);
  detail::solve_jacobian(n, solve, work);
  detail::mobility(work, work.L.view());
  if (damping)
    for (int k = 0; k < 6; ++k) work.L(k, k) = work.L(k, k) + *damping;
  detail::invert_block<T>(6, work.L, &work.rank);
  work.pivots = damping ? 0 : 6;
  if (!inverse) return;
  for (int c = 0; c < 6; ++c)
    for (int i = 0; i < n; ++i) {
      T sum = T(0);
      for (int r = 0; r < 6; ++r) sum = sum + work.X(i, r) * work.L(r, c);
      (*inverse)(i, c) = sum;
    }
}

// N = 1 - J̄ J (n x n), after operational_space.
template <class T>
void null_space(int n, const OperationalWork<T>& work, const MatX<T>& inverse, MatView<T> N) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      T x = T(i == j ? 1 : 0);
      for (int r = 0; r < 6; ++r) x = x - inverse(i, r) * work.J(r, j);
      N(i, j) = x;
    }
}

}  // namespace catena
