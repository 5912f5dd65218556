// SPDX-License-Identifier: Apache-2.0
// Regressors: matrices Y of the dynamics written linearly in the inertial parameters, τ = Y π and p = M q̇ = Y_p π, with ten
// parameters π for each link: mass, first moments, moments of inertia about the origin of the link's frame (kInertialParameters).
//
// Idea     The wrench that moves link l is linear in its parameters. Joint i <= l feels its component along the axis
//          S_i = (k; t), so that the ten numbers Y(i, l) need only the axis of joint i in frame l:
//            mass             t·v̇                                              t·v
//            first moments    v̇ × k + Uᵀ t                                     v × k + t × w
//            inertia          coefficients of I in k·(I ẇ) + (k × w)·(I w)      in k·(I w)
//          The axes are carried outward with the motion; no wrench is carried inward.
// Source   linearity: Atkeson, An, Hollerbach 1986; Khosla, Kanade 1985.
// Symbols  w, wd angular velocity and acceleration | v, vd velocity and acceleration of the frame's origin, the latter less
//          gravity | U = [wd]x + [w]x²
// Frames   link l in frame l, at its origin; all axes S_i, i <= l, are carried from frame l - 1 to frame l together, so that
//          a group G of several numbers treats several joints at once.
// Cost     31n² + 2n - 33 mul, (41n² + 7n) / 2 - 29 add for τ, all revolute, n > 1; asserted in regressor_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "catena/core/math/dense.hpp"
#include "catena/core/math/group.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/link_parameters.hpp"

namespace catena {

template <class T>
struct RegressorWork {
  static constexpr int block = 8;  // the widest group
  explicit RegressorWork(int n)
      : stride((n + block - 1) / block * block), axes(6 * static_cast<std::size_t>(stride), T(0)) {}
  int stride;  // whole blocks
  std::vector<T>
      axes;  // (6 x stride) k and t of each joint in the frame of the present link, component by component
};

namespace detail {

template <class T>
struct RegressorJob {
  int n;
  const ChainLink<T>* links;
  const Step<T>* steps;
  const T *qd, *qdd;  // q̈ only for τ
  const T* lift;      // (3) of ChainEnds; only for τ
  T* axes;
  int stride;
  T* Y;
  std::ptrdiff_t ld;  // from one column of Y to the next
};

// The same constants in every lane.
template <class G, class T>
CATENA_INLINE Step<G> in_lanes(const Step<T>& s) {
  using L = Group<G, T>;
  return {L::all(s.ca), L::all(s.sa), L::all(s.a), L::all(s.c), L::all(s.s), L::all(s.d), s.twist};
}
template <class G, class T>
CATENA_INLINE Vec3<G> in_lanes(const Vec3<T>& v) {
  using L = Group<G, T>;
  return {L::all(v.x), L::all(v.y), L::all(v.z)};
}
template <class G, class T>
CATENA_INLINE Mat3<G> in_lanes(const Mat3<T>& A) {
  using L = Group<G, T>;
  return {L::all(A.xx), L::all(A.xy), L::all(A.xz), L::all(A.yx), L::all(A.yy),
          L::all(A.yz), L::all(A.zx), L::all(A.zy), L::all(A.zz)};
}

// The axis of link l itself joins those of the group that holds it, whose first joint is i.
template <class G, class T>
CATENA_INLINE void join_axis(const ChainLink<T>& link, int l, int i, Motion<G>& S) {
  using L = Group<G, T>;
  G& along = link.revolute() ? S.ang.z : S.lin.z;
  along = L::from_lane(l + 1 - i, L::from_lane(l - i, along, L::all(T(1))), L::all(T(0)));
}

// The axes of joints 0..l in frame l, group by group, and what `of` makes of them: ten numbers of each joint in the columns
// of link l. Rows beyond l are zero.
template <class G, class T, class Of>
CATENA_INLINE void link_columns(const RegressorJob<T>& job, int l, const Of& of) {
  using L = Group<G, T>;
  constexpr int W = L::width;
  const G none = L::all(T(0));
  const Step<G> step = in_lanes<G>(job.steps[l]);
  T* const to = job.Y + kLinkParameters * l * job.ld;
  const auto put = [&](int c, int i, const G& x) { store_some(to + c * job.ld + i, x, job.n - i); };
  for (int i = 0; i < job.n; i += W) {
    if (i > l) {
      for (int c = 0; c < kLinkParameters; ++c) put(c, i, none);
      continue;
    }
    const auto axis = [&](int r) -> T* { return job.axes + r * job.stride + i; };
    Motion<G> S = {{none, none, none}, {none, none, none}};
    if (i < l) {
      S = {{L::load(axis(0)), L::load(axis(1)), L::load(axis(2))},
           {L::load(axis(3)), L::load(axis(4)), L::load(axis(5))}};
      S = to_child(step, S);
    }
    const bool last = l < i + W;
    if (last) join_axis(job.links[l], l, i, S);
    L::store(axis(0), S.ang.x), L::store(axis(1), S.ang.y), L::store(axis(2), S.ang.z);
    L::store(axis(3), S.lin.x), L::store(axis(4), S.lin.y), L::store(axis(5), S.lin.z);
    const Columns<G> y = of(S);
    const G ten[] = {y.m, y.h.x, y.h.y, y.h.z, y.I.xx, y.I.yy, y.I.zz, y.I.xy, y.I.xz, y.I.yz};
    for (int c = 0; c < kLinkParameters; ++c)  // no zero with a sign
      put(c, i, W > 1 && last ? L::from_lane(l + 1 - i, ten[c], none) : ten[c]);
  }
}

// The same for arms whose joints fit into `groups` groups, with the axes in registers. If the columns of Y follow each other
// without a gap, whole groups are stored, the last group first: what is beyond a column is overwritten by the next one.
template <int groups, class G, class T, class Of>
CATENA_INLINE void few_columns(const RegressorJob<T>& job, int l, Motion<G> (&S)[groups], const Of& of) {
  using L = Group<G, T>;
  constexpr int W = L::width;
  const G none = L::all(T(0));
  const Step<G> step = in_lanes<G>(job.steps[l]);
  T* const to = job.Y + kLinkParameters * l * job.ld;
  const bool whole = job.ld == job.n && l + 1 < job.n && job.n > W * (groups - 1);
#pragma GCC unroll 2
  for (int g = groups - 1; g >= 0; --g) {
    const int i = g * W;
    const auto put = [&](int c, const G& x) {
      if (whole)
        L::store(to + c * job.ld + i, x);
      else if (i < job.n)
        store_some(to + c * job.ld + i, x, job.n - i);
    };
    if (i > l) {
#pragma GCC unroll 10
      for (int c = 0; c < kLinkParameters; ++c) put(c, none);
      continue;
    }
    S[g] = to_child(step, S[g]);
    const bool last = l < i + W;
    if (last) join_axis(job.links[l], l, i, S[g]);
    const Columns<G> y = of(S[g]);
    const G ten[] = {y.m, y.h.x, y.h.y, y.h.z, y.I.xx, y.I.yy, y.I.zz, y.I.xy, y.I.xz, y.I.yz};
#pragma GCC unroll 10
    for (int c = 0; c < kLinkParameters; ++c)  // no zero with a sign
      put(c, last ? L::from_lane(l + 1 - i, ten[c], none) : ten[c]);
  }
}

// τ = Y π; `columns(l, of)` is one of the two functions above.
template <class G, class T, class Fill>
CATENA_INLINE void torque_columns(const RegressorJob<T>& job, const Fill& columns) {
  Vec3<T> w = Vec3<T>::zero(), wd = Vec3<T>::zero();
  Vec3<T> vd = {job.lift[0], job.lift[1], job.lift[2]};
  Vec3<T> Ux = Vec3<T>::zero();  // first column of the previous link's U
  for (int l = 0; l < job.n; ++l) {
    const Step<T>& s = job.steps[l];
    const T &qd = job.qd[l], &qdd = job.qdd[l];
    by_twist(s, [&](const auto& ca, const auto& sa) {
      if (l > 0) {
        w = turn_back_z(s.c, s.s, turn_back_x(ca, sa, w));
        wd = turn_back_z(s.c, s.s, turn_back_x(ca, sa, wd));
        vd = vd + s.a * Ux;
      }
      vd = turn_back_z(s.c, s.s, turn_back_x(ca, sa, vd));
    });
    if (job.links[l].revolute()) {
      wd = {wd.x + w.y * qd, wd.y - w.x * qd, wd.z + qdd};
      w.z = w.z + qd;
    } else {
      const T twice = qd + qd;
      vd = {vd.x + w.y * twice, vd.y - w.x * twice, vd.z + qdd};
    }
    const Mat3<T> U = acceleration_gradient(w, wd);
    if (l > 0) vd += s.d * U.col_z();  // the axis is common to both links
    Ux = U.col_x();
    const Vec3<G> spin = in_lanes<G>(w), turning = in_lanes<G>(wd), lift = in_lanes<G>(vd);
    const Mat3<G> V = in_lanes<G>(U);
    columns(l, [&](const Motion<G>& S) -> Columns<G> {
      const Vec3<G>&k = S.ang, &t = S.lin;
      const Vec3<G> c = cross(k, spin);
      return {dot(t, lift), cross(lift, k) + transpose_times(V, t),
              coefficients(k, turning) + coefficients(c, spin)};
    });
  }
}

// p = Y π
template <class G, class T, class Fill>
CATENA_INLINE void momentum_columns(const RegressorJob<T>& job, const Fill& columns) {
  Motion<T> V = Motion<T>::zero();
  for (int l = 0; l < job.n; ++l) {
    if (l > 0) V = to_child(job.steps[l], V);
    V = add_joint(job.links[l], V, job.qd[l]);
    const Vec3<G> w = in_lanes<G>(V.ang), v = in_lanes<G>(V.lin);
    columns(l, [&](const Motion<G>& S) -> Columns<G> {
      const Vec3<G>&k = S.ang, &t = S.lin;
      return {dot(t, v), cross(v, k) + cross(t, w), coefficients(k, w)};
    });
  }
}

// Calls run(columns) with the way of filling the columns that suits the number of joints.
template <class G, class T, class Run>
CATENA_INLINE void by_size(const RegressorJob<T>& job, const Run& run) {
  constexpr int W = Group<G, T>::width;
  const G none = Group<G, T>::all(T(0));
  const Motion<G> zero = {{none, none, none}, {none, none, none}};
  if (W >= 8 && job.n <= W) {
    Motion<G> S[1] = {zero};
    run([&](int l, const auto& of) { few_columns<1>(job, l, S, of); });
  } else if (W == 4 && job.n <= 2 * W) {
    Motion<G> S[2] = {zero, zero};
    run([&](int l, const auto& of) { few_columns<2>(job, l, S, of); });
  } else {
    run([&](int l, const auto& of) { link_columns<G>(job, l, of); });
  }
}

template <class G, class T>
CATENA_INLINE void regressor_run(const RegressorJob<T>& job) {
  by_size<G>(job, [&](const auto& columns) { torque_columns<G>(job, columns); });
}
template <class G, class T>
CATENA_INLINE void momentum_regressor_run(const RegressorJob<T>& job) {
  by_size<G>(job, [&](const auto& columns) { momentum_columns<G>(job, columns); });
}

}  // namespace detail

// Y (n x 10n) with τ = M q̈ + C q̇ + g = Y π for the given gravity (in the robot's base frame).
template <class T>
void regressor(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
               const Vec3<T>& gravity, RegressorWork<T>& work, MatView<T> Y) {
  const ChainEnds<T> ends(arm, gravity);
  detail::regressor_run<T, T>({arm.dof(), &arm.link(0), &x.step(0), qd.data(), qdd.data(), &ends.lift.x,
                               work.axes.data(), work.stride, Y.data, Y.stride});
}

// Y (n x 10n) with M q̇ = Y π.
template <class T>
void momentum_regressor(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                        RegressorWork<T>& work, MatView<T> Y) {
  detail::momentum_regressor_run<T, T>({arm.dof(), &arm.link(0), &x.step(0), qd.data(), nullptr, nullptr,
                                        work.axes.data(), work.stride, Y.data, Y.stride});
}

}  // namespace catena
