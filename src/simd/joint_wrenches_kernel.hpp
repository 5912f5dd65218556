// SPDX-License-Identifier: Apache-2.0
// The wrenches d_i and y_i of GDAHJ for one architecture (algo/gdahj.hpp), summed in base axes, several links at once.
// Only plain pointers pass (scalar/lanes.hpp).
#pragma once

#include <cstddef>

namespace catena::detail {

// `frames`: R by rows and p of each link, 12 numbers. `bodies`: m, h, I of each link, 10 numbers, `stride` apart.
// `axes` as for rank_six. `composites`: scratch, 16 n.
struct WrenchJob {
  std::size_t n;
  const double* frames;
  const double* bodies;
  std::size_t stride;
  const double* axes;
  double* composites;
  double* wrenches;
};

void joint_wrenches_sse2(const WrenchJob& job);
void joint_wrenches_avx2(const WrenchJob& job);
void joint_wrenches_avx512(const WrenchJob& job);

}  // namespace catena::detail

#if defined(CATENA_ARCH)  // inside one of those files
#include "catena/math/mat3.hpp"
#include "catena/scalar/pack.hpp"

namespace catena::detail {
namespace {

using P = Pack<CATENA_ARCH>;
constexpr std::size_t W = P::width;
constexpr std::size_t kRow = (10 + W - 1) / W * W;  // m, h, I of one composite, and room to whole vectors
static_assert(kRow <= 16);

// `count` >= W numbers of each of W links, in squares; the last overlaps the one before. Behind the last link some lanes
// repeat it.
template <std::size_t count>
CATENA_INLINE void gather(const double* from, std::size_t stride, std::size_t first, std::size_t n, P* to) {
  for (std::size_t i = 0; i < count; i += W) {
    const std::size_t at = i + W <= count ? i : count - W;
    P::Real v[W];
    for (std::size_t k = 0; k < W; ++k)
      v[k] = load_lanes<CATENA_ARCH>(from + (first + k < n ? first + k : n - 1) * stride + at);
    Lanes<CATENA_ARCH>::transpose(v);
    for (std::size_t k = 0; k < W; ++k) to[at + k] = P(v[k]);
  }
}

CATENA_INLINE P take(const double* from, std::size_t first, std::size_t n) {
  if (first + W <= n) return P(load_lanes<CATENA_ARCH>(from + first));
  P::Real v;
  for (std::size_t k = 0; k < W; ++k) v[k] = from[first + k < n ? first + k : n - 1];
  return P(v);
}
// The reverse for W links one after the other.
template <std::size_t count>
CATENA_INLINE void scatter(const P* from, double* to) {
  for (std::size_t i = 0; i < count; i += W) {
    const std::size_t at = i + W <= count ? i : count - W;
    P::Real v[W];
    for (std::size_t k = 0; k < W; ++k) v[k] = from[at + k].lanes();
    Lanes<CATENA_ARCH>::transpose(v);
    for (std::size_t k = 0; k < W; ++k) store_lanes<CATENA_ARCH>(v[k], to + k * count + at);
  }
}

// m, h and I of links first..first+W about the base's origin, in base axes.
CATENA_INLINE void body_in_base(const WrenchJob& job, std::size_t first) {
  const std::size_t n = job.n;
  P x[12], b[10];
  gather<12>(job.frames, 12, first, n, x);
  gather<10>(job.bodies, job.stride, first, n, b);
  const Mat3<P> R = {x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8]};
  const Vec3<P> p = {x[9], x[10], x[11]};
  const P& m = b[0];
  const Vec3<P> h = R * Vec3<P>{b[1], b[2], b[3]};
  const Sym3<P> I = rotated(R, Sym3<P>{b[4], b[5], b[6], b[7], b[8], b[9]});
  const Vec3<P> mp = m * p;
  // p·v 1 - (p vᵀ + v pᵀ) / 2 with v = 2 h + m p
  const Vec3<P> v = (h + h) + mp;
  const Vec3<P> w = P(0.5) * v;
  const P xx = p.x * v.x, yy = p.y * v.y, zz = p.z * v.z;
  P out[kRow] = {m,
                 h.x + mp.x,
                 h.y + mp.y,
                 h.z + mp.z,
                 I.xx + (yy + zz),
                 I.yy + (xx + zz),
                 I.zz + (xx + yy),
                 I.xy - (p.x * w.y + p.y * w.x),
                 I.xz - (p.x * w.z + p.z * w.x),
                 I.yz - (p.y * w.z + p.z * w.y)};
  for (std::size_t c = 10; c < kRow; ++c) out[c] = P(0);
  if (first + W <= n) return scatter<kRow>(out, job.composites + first * kRow);
  for (std::size_t k = 0; first + k < n; ++k)
    for (std::size_t c = 0; c < kRow; ++c) job.composites[(first + k) * kRow + c] = out[c][k];
}

CATENA_INLINE void joint_wrenches_all(const WrenchJob& job) {
  const std::size_t n = job.n;
  for (std::size_t first = 0; first < n; first += W) body_in_base(job, first);
  double* const C = job.composites;
  P::Real sum[kRow / W] = {};  // from the tip on
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t c = 0; c < kRow / W; ++c) {
      sum[c] = sum[c] + load_lanes<CATENA_ARCH>(C + i * kRow + c * W);
      store_lanes<CATENA_ARCH>(sum[c], C + i * kRow + c * W);
    }
  for (std::size_t first = 0; first < n; first += W) {
    P a[6], b[kRow];
    for (std::size_t c = 0; c < 6; ++c) a[c] = take(job.axes + c * n, first, n);
    gather<kRow>(C, kRow, first, n, b);
    const Vec3<P> k = {a[0], a[1], a[2]}, t = {a[3], a[4], a[5]}, h = {b[1], b[2], b[3]};
    const Vec3<P> d = Sym3<P>{b[4], b[5], b[6], b[7], b[8], b[9]} * k - cross(h, t);
    const Vec3<P> y = b[0] * t + cross(h, k);
    const P out[6] = {d.x, d.y, d.z, y.x, y.y, y.z};
    if constexpr (W < 6) {
      if (first + W <= n) {
        scatter<6>(out, job.wrenches + 6 * first);
        continue;
      }
    }
    for (std::size_t l = 0; l < W && first + l < n; ++l)
      for (std::size_t c = 0; c < 6; ++c) job.wrenches[6 * (first + l) + c] = out[c][l];
  }
}

}  // namespace
}  // namespace catena::detail
#endif
