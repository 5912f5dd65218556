// SPDX-License-Identifier: Apache-2.0
// A damped least-squares step within bounds: joints that it would carry beyond a bound stop there, and the rest of the step is
// computed again without them.
//
// Symbols  J Jacobian, one column for each joint, in scaled units | r error to be removed | λ damping | d step of the joints
//          d = Jᵀ (J Jᵀ + λ)⁻¹ r = (Jᵀ J + λ)⁻¹ Jᵀ r: the smaller of the two systems is solved
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/ik/small_matrix.hpp"

namespace catena::detail {

using Column = std::array<double, kMostRows>;  // linear, then angular rows, of which the first M count

// The range of a joint for the solver. A joint that turns without end has no bounds while a step is computed.
struct IkRange {
  double lower, upper;  // [rad] or [m]; may be infinite
  bool turns;           // revolute, and every direction is within the limits
};

struct StepWork {
  explicit StepWork(int n)
      : J(static_cast<std::size_t>(n)), d(J.size(), 0.0), weight(J.size(), 1.0), free(J.size(), 1) {}
  std::vector<Column> J;       // (n) columns, times the weights
  std::vector<double> d;       // (n) the step, divided by the weights
  std::vector<double> weight;  // (n) 1 rad, or the length that moves count in
  std::vector<char> free;      // (n) joints that may move
};

template <int M>
double dot(const Column& a, const double* b) {
  double s = 0;
  for (int r = 0; r < M; ++r) s += a[r] * b[r];
  return s;
}

// The step of the free joints; those of the others are left alone. False if the matrix is singular to rounding.
template <int M>
bool damped_step(StepWork& work, const double* r, double damping) {
  const int n = static_cast<int>(work.J.size());
  SmallMatrix A = {};
  double y[kMostRows];
  if (n >= M) {
    for (int i = 0; i < n; ++i) {
      if (!work.free[i]) continue;
      const Column& J = work.J[i];
      for (int a = 0; a < M; ++a)
        for (int b = 0; b <= a; ++b) A[a][b] += J[a] * J[b];
    }
    for (int a = 0; a < M; ++a) A[a][a] += damping, y[a] = r[a];
    if (!cholesky(M, A)) return false;
    cholesky_solve(M, A, y);
    for (int i = 0; i < n; ++i)
      if (work.free[i]) work.d[i] = dot<M>(work.J[i], y);
    return true;
  }
  int index[kMostRows] = {}, m = 0;
  for (int i = 0; i < n; ++i)
    if (work.free[i]) index[m++] = i;
  for (int a = 0; a < m; ++a) {
    const Column& J = work.J[index[a]];
    for (int b = 0; b <= a; ++b) A[a][b] = dot<M>(work.J[index[b]], J.data());
    A[a][a] += damping;
    y[a] = dot<M>(J, r);
  }
  if (!cholesky(m, A)) return false;
  cholesky_solve(m, A, y);
  for (int a = 0; a < m; ++a) work.d[index[a]] = y[a];
  return true;
}

inline bool within(double x, const IkRange& range) {
  return range.turns || (x >= range.lower && x <= range.upper);
}

// Frees the joints that can move along the gradient: all but those at a bound that it pushes against.
template <int M>
void free_joints(StepWork& work, const double* r, std::span<const double> q,
                 std::span<const IkRange> ranges) {
  for (std::size_t i = 0; i < q.size(); ++i) {
    const double pull = dot<M>(work.J[i], r);
    const IkRange& range = ranges[i];
    work.free[i] = range.turns || !((q[i] >= range.upper && pull > 0) || (q[i] <= range.lower && pull < 0));
    work.d[i] = 0;
  }
}

// q <- q + step, within the bounds; no joint moves by more than `longest`. `r` is overwritten.
template <int M>
bool bounded_step(StepWork& work, double* r, double damping, double longest, std::span<const IkRange> ranges,
                  std::span<double> q) {
  constexpr int kPasses = 4;
  const std::size_t n = q.size();
  free_joints<M>(work, r, q, ranges);
  for (int pass = 0; pass < kPasses; ++pass) {
    if (!damped_step<M>(work, r, damping)) return false;
    if (pass == 0) {  // shorten all of it, so that its direction stays
      double most = 0;
      for (std::size_t i = 0; i < n; ++i) most = std::max(most, std::abs(work.d[i]));
      if (most > longest) {
        const double shorter = longest / most;
        for (std::size_t i = 0; i < n; ++i) work.d[i] *= shorter;
        for (int a = 0; a < M; ++a) r[a] *= shorter;
      }
    }
    bool stopped = false;
    for (std::size_t i = 0; i < n; ++i) {
      if (!work.free[i]) continue;
      const double there = q[i] + work.weight[i] * work.d[i];
      if (within(there, ranges[i])) continue;
      work.d[i] = ((there > ranges[i].upper ? ranges[i].upper : ranges[i].lower) - q[i]) / work.weight[i];
      for (int a = 0; a < M; ++a) r[a] -= work.J[i][a] * work.d[i];
      work.free[i] = 0;
      stopped = true;
    }
    if (!stopped) break;
  }
  for (std::size_t i = 0; i < n; ++i) {
    q[i] += work.weight[i] * std::clamp(work.d[i], -longest, longest);
    if (!ranges[i].turns) q[i] = std::clamp(q[i], ranges[i].lower, ranges[i].upper);
  }
  return true;
}

}  // namespace catena::detail
