// SPDX-License-Identifier: Apache-2.0
// Arms whose joints all turn, on packs of states: inverse dynamics, gravity torques, the inertia matrix and forward dynamics
// with fewer operations than the templates of core/algo, because structure that is the same for all states is used: rotations
// between axes that are parallel or perpendicular, zeros among a and d, and links regrouped by their second moments
// (core/model/regroup.hpp), which have no mass, no first moment along their axis and no second moment there.
// Included in batch_run.hpp.
//
// Symbols  as in rnea.hpp and crba.hpp | h, S first and second moments (of regrouped links)
// Frames   link i in frame i, at its origin.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "catena/core/model/chain.hpp"
#include "core/kernels/level/batch_tile.hpp"

namespace catena::batch {
namespace {

struct TurningLink {
  P ca, sa, a;  // Rx(alpha) Tx(a) from the frame before
  P theta, d;   // Rz(theta + q) Tz(d)
  P twice_a, twice_d;
  P hx, hy, xx, yy, xy, xz, yz;  // h and S; h.z and S.zz are zero, as the mass is
  P zz;                          // the moment of inertia about the joint: xx + yy
  unsigned shape;                // shape_of
};

// The twist, and whether a and d are other than zero, in one number.
CATENA_INLINE unsigned shape_of(Twist twist, bool has_a, bool has_d) {
  return static_cast<unsigned>(twist) * 4U + (has_a ? 2U : 0U) + (has_d ? 1U : 0U);
}

// The numbers a, 2a, d and 2d of a link, or types where they are zero.
template <class A, class D>
struct Offsets {
  A a, twice_a;
  D d, twice_d;
  static constexpr bool has_a = !std::is_same_v<A, Fixed<0>>, has_d = !std::is_same_v<D, Fixed<0>>;
};

// Its twist alone, for by_twist.
struct Turn {
  CATENA_INLINE explicit Turn(const TurningLink& l)
      : ca(l.ca), sa(l.sa), twist(static_cast<Twist>(l.shape / 4)) {}
  const P &ca, &sa;
  Twist twist;
};

// Calls move(cosine, sine, offsets) of a link, of which those that are known at compile time are types.
template <class Move>
CATENA_INLINE void by_shape(const TurningLink& l, const Move& move) {
  constexpr Fixed<0> zero;
  constexpr Fixed<1> one;
  const auto offset = [&](unsigned which, const auto& ca, const auto& sa) {
    switch (which) {
      case 0:
        return move(ca, sa, Offsets<Fixed<0>, Fixed<0>>{});
      case 1:
        return move(ca, sa, Offsets<Fixed<0>, P>{{}, {}, l.d, l.twice_d});
      case 2:
        return move(ca, sa, Offsets<P, Fixed<0>>{l.a, l.twice_a, {}, {}});
      default:
        return move(ca, sa, Offsets<P, P>{l.a, l.twice_a, l.d, l.twice_d});
    }
  };
  switch (l.shape) {  // one jump: the switch in `offset` is decided by the compiler
    case 4 * static_cast<unsigned>(Twist::none):
      return offset(0, one, zero);
    case 4 * static_cast<unsigned>(Twist::none) + 1:
      return offset(1, one, zero);
    case 4 * static_cast<unsigned>(Twist::none) + 2:
      return offset(2, one, zero);
    case 4 * static_cast<unsigned>(Twist::none) + 3:
      return offset(3, one, zero);
    case 4 * static_cast<unsigned>(Twist::quarter):
      return offset(0, zero, one);
    case 4 * static_cast<unsigned>(Twist::quarter) + 1:
      return offset(1, zero, one);
    case 4 * static_cast<unsigned>(Twist::quarter) + 2:
      return offset(2, zero, one);
    case 4 * static_cast<unsigned>(Twist::quarter) + 3:
      return offset(3, zero, one);
    case 4 * static_cast<unsigned>(Twist::quarter_back):
      return offset(0, zero, -one);
    case 4 * static_cast<unsigned>(Twist::quarter_back) + 1:
      return offset(1, zero, -one);
    case 4 * static_cast<unsigned>(Twist::quarter_back) + 2:
      return offset(2, zero, -one);
    case 4 * static_cast<unsigned>(Twist::quarter_back) + 3:
      return offset(3, zero, -one);
    default:  // any angle, where a and d are numbers
      return offset(3, l.ca, l.sa);
  }
}

struct LinkMotion {
  Vec3<P> w, wd, vd;  // velocity, acceleration
};

struct TurningWork {
  explicit TurningWork(std::size_t n)
      : c(n, P(0)),
        s(c),
        torque(c),
        pivots(c),
        motion(n, LinkMotion{Vec3<P>::zero(), Vec3<P>::zero(), Vec3<P>::zero()}),
        wrench(n, Force<P>::zero()),
        M(n * n, P(0)) {}
  std::vector<P> c, s;             // (n) cosine and sine of each joint
  std::vector<P> torque;           // (n) at q̈ = 0
  std::vector<P> pivots;           // (n) D of M = U D Uᵀ
  std::vector<LinkMotion> motion;  // (n)
  std::vector<Force<P>> wrench;    // (n) column i of M
  std::vector<P> M;                // (n x n) and its factors
};

// Of all joints. Whether an angle is too large for the polynomials is tested once.
CATENA_INLINE void set_sines(const std::vector<TurningLink>& links, const P* q, TurningWork& work) {
  const std::size_t n = links.size();
  const TurningLink* const link = links.data();
  P *const sine = work.s.data(), *const cosine = work.c.data();
  P::Bits near = ~P::Bits{};
  for (std::size_t i = 0; i < n; ++i) {
    const P::Real angle = (q[i] + link[i].theta).lanes();
    P::Real s, c;
    sincos_near<Arch>(angle, s, c);
    near &= (P::Bits)(magnitude_of<Arch>(angle) <= kNear<Number>);
    sine[i] = P(s), cosine[i] = P(c);
  }
  if (!Lanes<Arch>::any(~near)) [[likely]]
    return;
  for (std::size_t i = 0; i < n; ++i) P::sincos(q[i] + link[i].theta, sine[i], cosine[i]);
}

// What make_arm returns: the arm, and its regrouped links if all joints turn.
struct PackedArm {
  Chain<P> chain;
  std::vector<TurningLink> turning;
};

// Minus gravity before the first joint turns, the same for all states.
template <bool turning>
CATENA_INLINE Vec3<P> lift_before(const PackedArm& arm, const Vec3<P>& gravity) {
  if constexpr (!turning) return gravity;  // not used
  const TurningLink& l = arm.turning[0];
  return turn_back_x(l.ca, l.sa, transpose_times(arm.chain.base().R, -gravity));
}

// The wrench on a link, seen from the link before.
template <class Cosine, class Sine, class O>
CATENA_INLINE Force<P> to_link_before(const Cosine& ca, const Sine& sa, const O& shift, const P& c,
                                      const P& s, const Force<P>& F) {
  Vec3<P> f = turn_z(c, s, F.lin), m = turn_z(c, s, F.ang);
  if constexpr (O::has_d) m.x = m.x - shift.d * f.y, m.y = m.y + shift.d * f.x;
  f = turn_x(ca, sa, f), m = turn_x(ca, sa, m);
  if constexpr (O::has_a) m.y = m.y - shift.a * f.z, m.z = m.z + shift.a * f.y;
  return {m, f};
}

// The wrench that moves a link.
CATENA_INLINE Force<P> wrench_of(const TurningLink& l, const LinkMotion& x) {
  const Vec3<P>&w = x.w, &wd = x.wd, &v = x.vd;
  const P xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z;
  const P Uxy = w.x * w.y - wd.z, Uyx = w.x * w.y + wd.z, Uxz = w.x * w.z + wd.y, Uzx = w.x * w.z - wd.y,
          Uyz = w.y * w.z - wd.x, Uzy = w.y * w.z + wd.x;
  return {{l.hy * v.z + Uzx * l.xy + Uzy * l.yy - Uyx * l.xz + (zz - yy) * l.yz,
           Uxy * l.yz - l.hx * v.z - Uzy * l.xy - Uzx * l.xx + (xx - zz) * l.xz,
           l.hx * v.y - l.hy * v.x + Uyz * l.xz - Uxz * l.yz + Uyx * l.xx - Uxy * l.yy + (yy - xx) * l.xy},
          {Uxy * l.hy - (yy + zz) * l.hx, Uyx * l.hx - (xx + zz) * l.hy, Uzx * l.hx + Uzy * l.hy}};
}

// τ as rnea.hpp; without q̈ if it is not `accelerated`. `held` is the wrench at the tool in the last link frame, or null.
template <bool accelerated>
[[gnu::noinline, gnu::flatten]] void turning_id(const std::vector<TurningLink>& links, const P* qd,
                                                const P* qdd, const Vec3<P>& lift, const Force<P>* held,
                                                TurningWork& work, P* tau) {
  const std::size_t n = links.size();
  const TurningLink* const link = links.data();
  const P *const sine = work.s.data(), *const cosine = work.c.data();
  LinkMotion* const motion = work.motion.data();
  Vec3<P> w = {P(0), P(0), qd[0]}, wd = Vec3<P>::zero(), vd = turn_back_z(cosine[0], sine[0], lift);
  P first = link[0].hx * vd.y - link[0].hy * vd.x;
  if constexpr (accelerated) {
    wd.z = qdd[0];
    first = first + link[0].zz * qdd[0];
  }

  // outward: velocities and accelerations
  for (std::size_t i = 1; i < n; ++i) {
    const P c = cosine[i], s = sine[i], rate = qd[i];
    by_shape(link[i], [&](const auto& ca, const auto& sa, const auto& shift) {
      using O = std::decay_t<decltype(shift)>;
      Vec3<P> v = vd;
      if constexpr (O::has_a)  // the first column of U of the link before, times a
        v = {v.x - shift.a * (w.y * w.y + w.z * w.z), v.y + shift.a * (w.x * w.y + wd.z),
             v.z + shift.a * (w.x * w.z - wd.y)};
      w = turn_back_z(c, s, turn_back_x(ca, sa, w));
      wd = turn_back_z(c, s, turn_back_x(ca, sa, wd));
      vd = turn_back_z(c, s, turn_back_x(ca, sa, v));
      wd.x = wd.x + w.y * rate, wd.y = wd.y - w.x * rate, w.z = w.z + rate;
      if constexpr (accelerated) wd.z = wd.z + qdd[i];
      if constexpr (O::has_d)  // the last column
        vd = {vd.x + shift.d * (w.x * w.z + wd.y), vd.y + shift.d * (w.y * w.z - wd.x),
              vd.z - shift.d * (w.x * w.x + w.y * w.y)};
      motion[i] = {w, wd, vd};
    });
  }

  // inward: each joint transmits the wrench of its link and of all links beyond it
  if (n == 1) {
    tau[0] = held ? first + held->ang.z : first;
    return;
  }
  Force<P> F = wrench_of(link[n - 1], motion[n - 1]);
  if (held) F += *held;
  for (std::size_t i = n - 1; i > 1; --i) {
    tau[i] = F.ang.z;
    const P c = cosine[i], s = sine[i];
    by_shape(link[i], [&](const auto& ca, const auto& sa, const auto& shift) {
      F = to_link_before(ca, sa, shift, c, s, F);
    });
    F = F + wrench_of(link[i - 1], motion[i - 1]);
  }
  tau[1] = F.ang.z;
  const P c = cosine[1], s = sine[1];
  by_shape(link[1], [&](const auto& ca, const auto& sa, const auto& shift) {
    tau[0] = first + to_link_before(ca, sa, shift, c, s, F).ang.z;
  });
}

// g(q) as gravity.hpp. `lift` is minus gravity.
[[gnu::noinline, gnu::flatten]] void turning_gravity(const std::vector<TurningLink>& links,
                                                     const Vec3<P>& lift, TurningWork& work, P* torque) {
  const std::size_t n = links.size();
  const TurningLink* const link = links.data();
  const P *const sine = work.s.data(), *const cosine = work.c.data();
  Force<P>* const up = work.wrench.data();
  Vec3<P> g = turn_back_z(cosine[0], sine[0], lift);
  up[0].lin = g;
  for (std::size_t i = 1; i < n; ++i) {
    const P c = cosine[i], s = sine[i];
    by_twist(Turn{link[i]},
             [&](const auto& ca, const auto& sa) { g = turn_back_z(c, s, turn_back_x(ca, sa, g)); });
    up[i].lin = g;
  }
  Vec3<P> h = {link[n - 1].hx, link[n - 1].hy, P(0)};
  for (std::size_t i = n - 1; i > 0; --i) {
    torque[i] = h.x * up[i].lin.y - h.y * up[i].lin.x;
    const P c = cosine[i], s = sine[i];
    by_twist(Turn{link[i]}, [&](const auto& ca, const auto& sa) { h = turn_x(ca, sa, turn_z(c, s, h)); });
    h.x = h.x + link[i - 1].hx, h.y = h.y + link[i - 1].hy;
  }
  torque[0] = h.x * up[0].lin.y - h.y * up[0].lin.x;
}

// h and S of links i..n in frame i.
struct Composite {
  Vec3<P> h;
  Sym3<P> S;
  CATENA_INLINE Force<P> column() const { return {{-S.xz, -S.yz, S.xx + S.yy}, {-h.y, h.x, P(0)}}; }
};

template <class Cosine, class Sine, class O>
CATENA_INLINE Composite to_link_before(const Cosine& ca, const Sine& sa, const O& shift, const P& c,
                                       const P& s, const Composite& x) {
  Vec3<P> h = turn_z(c, s, x.h);
  Sym3<P> A = turn_z(c, s, x.S);
  if constexpr (O::has_d)
    A.zz = A.zz + shift.twice_d * h.z, A.xz = A.xz + shift.d * h.x, A.yz = A.yz + shift.d * h.y;
  h = turn_x(ca, sa, h), A = turn_x(ca, sa, A);
  if constexpr (O::has_a)
    A.xx = A.xx + shift.twice_a * h.x, A.xy = A.xy + shift.a * h.y, A.xz = A.xz + shift.a * h.z;
  return {h, A};
}

CATENA_INLINE Composite with_link(const Composite& x, const TurningLink& l) {
  const Sym3<P>& A = x.S;
  return {{x.h.x + l.hx, x.h.y + l.hy, x.h.z},
          {A.xx + l.xx, A.yy + l.yy, A.zz, A.xy + l.xy, A.xz + l.xz, A.yz + l.yz}};
}

// M as crba.hpp, by composite links. Unless `full`, only its upper triangle. The wrenches of all columns so far go from frame to frame
// together.
template <bool full>
[[gnu::noinline, gnu::flatten]] void turning_inertia(const std::vector<TurningLink>& links, TurningWork& work,
                                                     P* M) {
  const std::size_t n = links.size();
  const TurningLink* const link = links.data();
  const P *const sine = work.s.data(), *const cosine = work.c.data();
  Force<P>* const column = work.wrench.data();
  const auto put = [&](std::size_t i, std::size_t j, const P& x) {  // i < j
    M[j * n + i] = x;
    if constexpr (full) M[i * n + j] = x;
  };
  const TurningLink& last = link[n - 1];
  Composite body = {{last.hx, last.hy, P(0)}, {last.xx, last.yy, P(0), last.xy, last.xz, last.yz}};
  M[n * n - 1] = last.zz;
  if (n == 1) return;
  for (std::size_t i = n - 1; i > 1; --i) {
    const P c = cosine[i], s = sine[i];
    by_shape(link[i], [&](const auto& ca, const auto& sa, const auto& shift) {
      const Force<P> own = to_link_before(ca, sa, shift, c, s, body.column());
      column[i] = own;
      put(i - 1, i, own.ang.z);
      body = with_link(to_link_before(ca, sa, shift, c, s, body), link[i - 1]);
      for (std::size_t k = i + 1; k < n; ++k) {
        const Force<P> F = to_link_before(ca, sa, shift, c, s, column[k]);
        column[k] = F;
        put(i - 1, k, F.ang.z);
      }
    });
    M[(i - 1) * (n + 1)] = body.S.xx + body.S.yy;
  }
  const P c = cosine[1], s = sine[1];
  by_shape(link[1], [&](const auto& ca, const auto& sa, const auto& shift) {
    put(0, 1, to_link_before(ca, sa, shift, c, s, body.column()).ang.z);
    const Composite all = to_link_before(ca, sa, shift, c, s, body);
    M[0] = all.S.xx + all.S.yy + link[0].zz;
    for (std::size_t k = 2; k < n; ++k) put(0, k, to_link_before(ca, sa, shift, c, s, column[k]).ang.z);
  });
}

// x <- M⁻¹ x by M = U D Uᵀ, from the upper triangle of M, which is overwritten. D into `pivots`.
template <std::size_t n>
CATENA_INLINE void solve_fixed(P* M, P* x, P* pivots) {
  P inverse[n];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < n; ++r) {
    const std::size_t k = n - 1 - r;
    pivots[k] = M[k * n + k];
    inverse[k] = P(1) / M[k * n + k];
#pragma GCC unroll 8
    for (std::size_t q = 0; q < k; ++q) {
      const std::size_t j = k - 1 - q;
      const P u = M[k * n + j] * inverse[k];
#pragma GCC unroll 8
      for (std::size_t i = 0; i <= j; ++i) M[j * n + i] = M[j * n + i] - M[k * n + i] * u;
      M[k * n + j] = u;
      x[j] = x[j] - u * x[k];
    }
  }
#pragma GCC unroll 8
  for (std::size_t k = 0; k < n; ++k) {
    P y = x[k] * inverse[k];
#pragma GCC unroll 8
    for (std::size_t i = 0; i < k; ++i) y = y - M[k * n + i] * x[i];
    x[k] = y;
  }
}
CATENA_INLINE void solve_any(std::size_t n, P* M, P* x, P* pivots) {
  for (std::size_t k = n; k-- > 0;) {
    P* const from = M + k * n;
    pivots[k] = from[k];
    const P inverse = P(1) / from[k];
    for (std::size_t j = k; j-- > 0;) {
      P* const to = M + j * n;
      const P u = from[j] * inverse;
      for (std::size_t i = 0; i <= j; ++i) to[i] = to[i] - from[i] * u;
      from[j] = u;
      x[j] = x[j] - u * x[k];
    }
    from[k] = inverse;
  }
  for (std::size_t k = 0; k < n; ++k) {
    P y = x[k] * M[k * n + k];
    for (std::size_t i = 0; i < k; ++i) y = y - M[k * n + i] * x[i];
    x[k] = y;
  }
}

// q̈ from M and the torques at q̈ = 0; D of M = U D Uᵀ into the work's pivots.
[[gnu::noinline]] void turning_fd(const std::vector<TurningLink>& links, const P* qd, const P* tau,
                                  const Vec3<P>& lift, const Force<P>* held, TurningWork& work, P* qdd) {
  const std::size_t n = links.size();
  turning_inertia<false>(links, work, work.M.data());
  turning_id<false>(links, qd, nullptr, lift, held, work, work.torque.data());
  for (std::size_t i = 0; i < n; ++i) qdd[i] = tau[i] - work.torque[i];
  if (n == 7)
    solve_fixed<7>(work.M.data(), qdd, work.pivots.data());
  else if (n == 6)
    solve_fixed<6>(work.M.data(), qdd, work.pivots.data());
  else
    solve_any(n, work.M.data(), qdd, work.pivots.data());
}

}  // namespace
}  // namespace catena::batch
