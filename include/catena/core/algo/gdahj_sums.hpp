// SPDX-License-Identifier: Apache-2.0
// Inertia matrix M(q): GDAHJ with the composite bodies by sums along the chain, several links at once.
//
// Paper    as gdahj.hpp; model/link_sums.hpp explains the sums.
// Symbols  k, t, d, y as in gdahj.hpp | h = ∫ r dm, S = ∫ r rᵀ dm of links i..n about the origin of frame -1, so that
//          their inertia is tr(S) 1 - S
// Frames   axes of frame -1, about its origin, as in the paper: the rounding error of an element at the tip is relative to
//          m p², where p is the distance from that origin.
// Cost     3n² + 128n - 38 mul, (5n² + 209n - 84) / 2 add, all revolute, n > 1; n - 1 of the additions are done once for
//          an arm (the masses beyond each joint); asserted in gdahj_sums_test.cpp.
#pragma once

#include "catena/core/math/rank_six.hpp"
#include "catena/core/model/link_sums.hpp"

namespace catena {

namespace detail {

template <class T>
struct GdahjSumsJob {
  int n;
  const Step<T>* steps;
  T* rows;
  T *axes, *wrenches;
  std::size_t stride;
  T* M;
  std::size_t ld;  // between columns
};

// Moments h and S of a body of mass m about a point that lies at -p.
template <class G>
CATENA_INLINE void move_body(const Vec3<G>& p, const G& m, Vec3<G>& h, Sym3<G>& S) {
  const Vec3<G> o = h;
  h = h + m * p;
  S = {S.xx + p.x * (o.x + h.x),       S.yy + p.y * (o.y + h.y),       S.zz + p.z * (o.z + h.z),
       S.xy + (p.x * o.y + p.y * h.x), S.xz + (p.x * o.z + p.z * h.x), S.yz + (p.y * o.z + p.z * h.y)};
}

// k and t of some joints.
template <class G, class T>
CATENA_INLINE void put_axes(const SumRows<G, T>& link, const Vec3<G>& z, const Vec3<G>& p, T* axes,
                            std::size_t stride) {
  using Lane = Group<G, T>;
  const G turns = link.get(link_row::sum_turns), slides = link.get(link_row::sum_slides);
  const Vec3<G> k = turns * z, t = cross(k, p) - slides * z;
  Lane::store(axes, k.x), Lane::store(axes + stride, k.y), Lane::store(axes + 2 * stride, k.z);
  axes += 3 * stride;
  Lane::store(axes, t.x), Lane::store(axes + stride, t.y), Lane::store(axes + 2 * stride, t.z);
}

// d and y of all joints, from the axes and the bodies in `rows`.
template <class G, class T>
CATENA_INLINE void put_wrenches(int n, T* rows, const T* axes, T* wrenches, std::size_t stride) {
  using Lane = Group<G, T>;
  using namespace link_row;
  Vec3<G> h_sum = {G(0), G(0), G(0)};
  Sym3<G> S_sum = {G(0), G(0), G(0), G(0), G(0), G(0)};
  for (int i = (n - 1) / Lane::width * Lane::width; i >= 0; i -= Lane::width) {
    const SumRows<G, T> link{rows + LinkSums<T>::place(i)};
    const Vec3<G> h = inward<G, T>(link.vec(sum_body), h_sum);
    const Sym3<G> S = inward<G, T>(link.sym(sum_body + 3), S_sum);
    const T* const a = axes + i;
    const Vec3<G> k = {Lane::load(a), Lane::load(a + stride), Lane::load(a + 2 * stride)};
    const Vec3<G> t = {Lane::load(a + 3 * stride), Lane::load(a + 4 * stride), Lane::load(a + 5 * stride)};
    const Sym3<G> I = {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy,
                       S.xy,        S.xz,        S.yz};  // signs of the products of inertia not applied
    const Vec3<G> d = Vec3<G>{I.xx * k.x - (I.xy * k.y + I.xz * k.z), I.yy * k.y - (I.xy * k.x + I.yz * k.z),
                              I.zz * k.z - (I.xz * k.x + I.yz * k.y)} -
                      cross(h, t);
    const Vec3<G> y = link.get(sum_mass_beyond) * t + cross(h, k);
    T* w = wrenches + i;
    for (const G& each : {d.x, d.y, d.z, y.x, y.y, y.z}) {
      Lane::store(w, each);
      w += stride;
    }
  }
}

// `frames(i)`: the frames of joint i and of its neighbours in a group.
template <class G, class T, class Frames>
CATENA_INLINE void gdahj_sums_of(const GdahjSumsJob<T>& job, Frames&& frames) {
  using namespace link_row;
  for (int i = 0; i < job.n; i += Group<G, T>::width) {
    const SumRows<G, T> link{job.rows + LinkSums<T>::place(i)};
    const Placed<G> placed = frames(i);
    const Mat3<G>& R = placed.R;
    const Vec3<G>& p = placed.r;
    put_axes(link, R.col_z(), p, job.axes + i, job.stride);
    Vec3<G> h = R * link.vec(sum_h);
    Sym3<G> S = rotated(R, link.sym(sum_spread));
    move_body(p, link.get(sum_mass), h, S);
    link.put(sum_body, h);
    link.put(sum_body + 3, S);
  }
  put_wrenches<G, T>(job.n, job.rows, job.axes, job.wrenches, job.stride);
  rank_six_groups<G, T>(job.n, job.axes, job.wrenches, job.stride, job.M, job.ld);
}

template <class G, class T>
CATENA_INLINE void gdahj_sums_run(const GdahjSumsJob<T>& job) {
  constexpr int W = Group<G, T>::width;
  FrameWalk<G, T> walk;
  gdahj_sums_of<G, T>(
      job, [&](int i) { return walk.template next<true>(job.steps + i, job.n - i < W ? job.n - i : W); });
}

// From poses that are already known, as the paper counts: `poses` (12 x stride) has the elements of R, row by row, and p of
// all frames, component by component; `job.steps` is not used.
template <class G, class T>
CATENA_INLINE void gdahj_sums_from_poses_run(const GdahjSumsJob<T>& job, const T* poses) {
  gdahj_sums_of<G, T>(job, [&](int i) {
    const auto at = [&](std::size_t row) { return Group<G, T>::load(poses + row * job.stride + i); };
    return Placed<G>{{at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)},
                     {at(9), at(10), at(11)}};
  });
}

}  // namespace detail

// As gdahj. `work` was made for this arm. Fills the full matrix.
template <class T>
void gdahj_sums(const Chain<T>& arm, const Posture<T>& x, LinkSums<T>& work, MatView<T> M) {
  detail::gdahj_sums_run<T, T>({arm.dof(), &x.step(0), work.rows(), work.axes(), work.wrenches(),
                                work.stride(), M.data, static_cast<std::size_t>(M.stride)});
}

}  // namespace catena
