// SPDX-License-Identifier: Apache-2.0
// Composite bodies for arms of two to eight joints, in four lanes.
#include "catena/core/model/joint.hpp"
#include "core/kernels/level/level.hpp"
#include "core/kernels/level/link_group.hpp"

namespace catena::detail {
namespace {

using P = Pack<CATENA_FOUR>;
using Lane = Group<P, double>;
constexpr int W = Lane::width;

// Unused at levels with two lanes, as are the next.
[[maybe_unused]] CATENA_INLINE Step<P> in_all_lanes(const Step<double>& s) {
  return {P(s.ca), P(s.sa), P(s.a), P(s.c), P(s.s), P(s.d), s.twist};
}

[[maybe_unused]] CATENA_INLINE P with_lane(int k, double x, const P& others) {
  return Lane::from_lane(k, others, Lane::from_lane(k + 1, P(x), others));
}
[[maybe_unused]] CATENA_INLINE Vec3<P> with_lane(int k, const Vec3<double>& x, const Vec3<P>& others) {
  return {with_lane(k, x.x, others.x), with_lane(k, x.y, others.y), with_lane(k, x.z, others.z)};
}

// Calls row(j, first, second) for j = N - 1 ... 0, with M(j, i) in lane i of these two; 0 for i < j.
template <int N, class Row>
CATENA_INLINE void walk_inward(const SmallArm& arm, Row row) {
  const Vec3<P> none = {P(0), P(0), P(0)};
  Force<P> F[2] = {{none, none}, {none, none}};
  RigidInertia<double> composite = arm.links[N - 1].body;
#pragma GCC unroll 8
  for (int i = N - 1; i >= 0; --i) {
    const ChainLink<double>& l = arm.links[i];
    const Force<double> own = along_joint(l, composite);
    Force<P>& joined = F[i / W];
    joined = {with_lane(i % W, own.ang, joined.ang), with_lane(i % W, own.lin, joined.lin)};
    if (l.revolute())
      row(i, F[0].ang.z, F[1].ang.z);
    else
      row(i, F[0].lin.z, F[1].lin.z);
    if (i == 0) continue;
    const Step<P> step = in_all_lanes(arm.steps[i]);
    if (i < W) F[0] = to_parent(step, F[0]);
    if (N > W) F[1] = to_parent(step, F[1]);
    composite = arm.links[i - 1].body + to_parent(arm.steps[i], composite);
  }
}

// Flat: every call is inlined. A separate function could be called by code for older machines (tools/check_kernels.py).
template <int N>
struct SmallInertia {
  [[gnu::flatten]] static void run(const SmallArm& arm, double* M, std::size_t ld) {
    double rows[2 * W][2 * W] = {};
    walk_inward<N>(arm, [&](int j, const P& first, const P& second) {
      Lane::store(rows[j], first);
      Lane::store(rows[j] + W, second);
    });
    const auto put = [&](int row, int column, const P& x) {
      double* const to = M + static_cast<std::size_t>(column) * ld + static_cast<std::size_t>(row);
      if (row + W <= N)
        Lane::store(to, x);
      else
        Lane::store(to, x, N - row);
    };
#pragma GCC unroll 2
    for (int j = 0; j < N; j += W) {
      P lower[W], upper[W];  // on the diagonal
      for (int k = 0; k < W; ++k) lower[k] = upper[k] = Lane::load(rows[j + k] + j);
      Lane::transpose(upper);
#pragma GCC unroll 4
      for (int k = 0; k < W; ++k)
        if (j + k < N) put(j, j + k, Lane::from_lane(k + 1, upper[k], lower[k]));
    }
    if (N <= W) return;
    P square[W];
    for (int k = 0; k < W; ++k) square[k] = Lane::load(rows[k] + W);
    for (int k = 0; k < W; ++k) put(W, k, square[k]);
    Lane::transpose(square);
#pragma GCC unroll 4
    for (int k = 0; k < W; ++k)
      if (W + k < N) put(0, W + k, square[k]);
  }
};

// Computes row j of U as soon as row j of M is known, by subtracting the contributions of the later rows.
template <int N>
struct SmallSolution {
  [[gnu::flatten]] static void run(const SmallArm& arm, double* delta, double* x) {
    double U[N][N], delta_inv[N];
    walk_inward<N>(arm, [&](int j, const P& first, const P& second) {
      double r[2 * W];
      Lane::store(r, first);
      Lane::store(r + W, second);
      double own = r[j];
#pragma GCC unroll 8
      for (int i = N - 1; i > j; --i) {
        double rest = r[i];
#pragma GCC unroll 8
        for (int k = N - 1; k > i; --k) rest -= r[k] * U[i][k];
        r[i] = rest;
        U[j][i] = rest * delta_inv[i];
        own -= rest * U[j][i];
      }
      delta[j] = own;
      delta_inv[j] = 1 / own;
    });
    double y[N];
#pragma GCC unroll 8
    for (int i = N - 1; i >= 0; --i) {
      y[i] = x[i];
#pragma GCC unroll 8
      for (int k = N - 1; k > i; --k) y[i] -= U[i][k] * y[k];
    }
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i) {
      y[i] *= delta_inv[i];
#pragma GCC unroll 8
      for (int k = 0; k < i; ++k) y[i] -= U[k][i] * y[k];
      x[i] = y[i];
    }
  }
};

// By the number of joints.
template <template <int> class Small, class... Out>
void run_small(const SmallArm& arm, Out... out) {
  switch (arm.n) {
    case 2:
      return Small<2>::run(arm, out...);
    case 3:
      return Small<3>::run(arm, out...);
    case 4:
      return Small<4>::run(arm, out...);
    case 5:
      return Small<5>::run(arm, out...);
    case 6:
      return Small<6>::run(arm, out...);
    case 7:
      return Small<7>::run(arm, out...);
    default:
      return Small<8>::run(arm, out...);
  }
}

}  // namespace

void CATENA_LEVEL::crba_small(const SmallArm& arm, double* M, std::size_t ld) {
  if constexpr (W == 4) run_small<SmallInertia>(arm, M, ld);
}

void CATENA_LEVEL::crba_small_solve(const SmallArm& arm, double* delta, double* x) {
  if constexpr (W == 4) run_small<SmallSolution>(arm, delta, x);
}

}  // namespace catena::detail
