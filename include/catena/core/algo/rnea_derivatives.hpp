// SPDX-License-Identifier: Apache-2.0
// Derivatives of inverse dynamics, ∂τ/∂q and ∂τ/∂q̇, and M = ∂τ/∂q̈, in O(n²): a few inner products for each element. And M, C and
// g in one sweep, because C is half of ∂τ/∂q̇ and g is the force of I S times minus gravity.
//
// Idea     For a particle, ∂r/∂q_j = t_j + k_j × r with S_j = (k_j; t_j) the axis of joint j. Derivatives with respect to q
//          and to time commute, so that ∂r̈/∂q_j needs only Ṡ_j and S̈_j. Summed over all masses that both joints move:
//            ∂τ_i/∂q_j = S_i·(I S̈_j + 2 B Ṡ_j)        ∂τ_i/∂q̇_j = 2 S_i·(I Ṡ_j + B S_j)         j <= i
//            ∂τ_j/∂q_i = S_j·(I S̈_i + 2 B Ṡ_i + S_i ×* F)   ∂τ_j/∂q̇_i = 2 S_j·(I Ṡ_i + B S_i)    j < i
//          with I, B, F of links i..n together. Details: docs/derivatives.md.
// Symbols  V = (w; v) velocity | Ṡ = V × S | S̈ = A × S + V × Ṡ, with A the acceleration minus gravity
//          I inertia | B (ω; v) = (tr(Q) ω - Q ω; ω × l) as in coriolis.hpp | F wrench that moves the links
// Frames   everything in the axes of frame 0 at the given posture, about its origin, or about that of the last frame if joints slide
//          (last_origin): velocities and composites are plain sums, and all else is the same for every link, so that a group G of
//          several numbers treats several links at once.
// Cost     15n² + 344n - 441 mul, 13n² + 322n - 438 add for both; ∂τ/∂q alone (15n² + 643n) / 2 - 398 and
//          (13n² + 597n) / 2 - 392, ∂τ/∂q̇ alone (15n² + 429n) / 2 - 285 and (13n² + 401n) / 2 - 272, C
//          (15n² + 427n) / 2 - 285 and (13n² + 371n) / 2 - 255, M, C and g (21n² + 425n) / 2 - 277 and 9n² + 184n - 251;
//          n > 2, all revolute; asserted in rnea_derivatives_test.cpp, coriolis_levels_test.cpp and terms_levels_test.cpp.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/link_table.hpp"

namespace catena {

template <class T>
struct RneaDerivativesWork {
  explicit RneaDerivativesWork(const Chain<T>& arm) : links(arm) {}
  void set_bodies(const Chain<T>& arm) { links.set_bodies(arm); }
  LinkTableWork<T> links;  // for the arm it was made from
};

// The results, n x n each; those whose data is null are not computed.
template <class T>
struct RneaDerivativesOut {
  MatView<T> by_q, by_qd, by_qdd;
};

namespace detail {

template <class T>
struct RneaDerivativesJob {
  int n;
  bool all_turn;
  const Step<T>* steps;
  const T *qd, *qdd;     // q̈ only for ∂τ/∂q
  const T *lift, *held;  // (3), (6) of ChainEnds
  LinkTable<T> table;
  MatView<T> by_q, by_qd, by_qdd;
};

// A link's masses about the origin: first and second moments.
template <class G>
struct Moments {
  Vec3<G> h;
  Sym3<G> S;
};

template <class G, class T>
CATENA_INLINE Moments<G> moments_of(const LinkRows<G, T>& link, const Mat3<G>& R, const Vec3<G>& p) {
  namespace row = link_row;
  const Vec3<G> turned = R * link.vec(row::h);
  const Vec3<G> h = turned + link.get(row::mass) * p;
  // R Σ Rᵀ by two of its rows: the trace stays
  const Sym3<G> spread = link.sym(row::spread);
  const Vec3<G> x = spread * R.row_x(), y = spread * R.row_y();
  const G xx = dot(x, R.row_x()), yy = dot(y, R.row_y());
  const G zz = (link.get(row::trace) - xx) - yy;
  return {
      h,
      {xx + (p.x * turned.x + h.x * p.x), yy + (p.y * turned.y + h.y * p.y),
       zz + (p.z * turned.z + h.z * p.z), dot(x, R.row_y()) + (p.x * turned.y + h.x * p.y),
       dot(x, R.row_z()) + (p.x * turned.z + h.x * p.z), dot(y, R.row_z()) + (p.y * turned.z + h.y * p.z)}};
}

// Numbers of a link that are summed over links i..n: h, Σ, Q = ∫ ṙ rᵀ dm by columns, l = ∫ ṙ dm and, for ∂τ/∂q,
// F = ∫ (r × r̈; r̈) dm.
inline constexpr int kSummed = 27, kSummedForRates = 21;

template <bool halved, class G>
CATENA_INLINE Vec3<G> twice_unless(const Vec3<G>& x) {
  if constexpr (halved)
    return x;
  else
    return x + x;
}

// Minus gravity in the axes of frame 0.
template <class T>
CATENA_INLINE Vec3<T> lift_at_first(const RneaDerivativesJob<T>& job) {
  const Step<T>& s = job.steps[0];
  return turn_back_z(s.c, s.s, turn_back_x(s.ca, s.sa, Vec3<T>{job.lift[0], job.lift[1], job.lift[2]}));
}

// Axes of the joints with their first and second rates, velocities and accelerations of the links, and each link's terms of
// the sums. Returns the wrench at the tool in frame 0. If `halved`, all of ∂τ/∂q̇ is halved, which is then C.
template <bool halved, class G, class T>
CATENA_INLINE Force<T> move_links(const RneaDerivativesJob<T>& job) {
  namespace row = link_row;
  constexpr int W = Group<G, T>::width;
  const LinkTable<T> table = job.table;
  const bool by_q = job.by_q.data;
  FrameWalk<G, T> walk;
  if (!job.all_turn) walk.start_at(-last_origin(job.steps, 0, job.n));
  RunningSums<G, T, 6> velocities, accelerations;
  if (by_q) {
    const Vec3<T> lift = lift_at_first(job);
    accelerations.start(3, lift.x), accelerations.start(4, lift.y), accelerations.start(5, lift.z);
  }
  for (int i = 0; i < job.n; i += W) {
    const int count = job.n - i < W ? job.n - i : W;
    const LinkRows<G, T> link = table.template at<G>(i);
    const Placed<G> placed = walk.template next<true>(job.steps + i, count, i == 0);
    const Vec3<G>& p = placed.r;
    Vec3<G> k = placed.R.col_z(), t = cross(p, k);
    if (!job.all_turn) {
      const G turns = link.get(row::turns);
      t = turns * t + link.get(row::slides) * k;
      k = turns * k;
    }
    const G qd = load_some<G>(job.qd + i, count);
    const Vec3<G> spin = qd * k, slide = qd * t;
    G V[] = {spin.x, spin.y, spin.z, slide.x, slide.y, slide.z};
    velocities.outward(V, 6);
    const Vec3<G> w = {V[0], V[1], V[2]}, v = {V[3], V[4], V[5]};
    const Vec3<G> kd = cross(w, k), td = cross(w, t) + cross(v, k);  // Ṡ = V × S
    const Vec3<G> dk = twice_unless<halved>(kd);
    link.put(row::k, k), link.put(row::t, t);
    link.put(row::dk, dk), link.put(row::dt, twice_unless<halved>(td));
    if (job.by_qd.data) link.put(row::k2, twice_unless<halved>(k));

    // moments of mass, computed while the sums above are still in flight
    Vec3<G> wd = w, a = v;
    if (by_q) {
      const G qdd = load_some<G>(job.qdd + i, count);
      const Vec3<G> turning = qdd * k + qd * kd, sliding = qdd * t + qd * td;
      G A[] = {turning.x, turning.y, turning.z, sliding.x, sliding.y, sliding.z};
      accelerations.outward(A, 6);
      wd = {A[0], A[1], A[2]}, a = {A[3], A[4], A[5]};
    }
    const G m = link.get(row::mass);
    const auto [h, S] = moments_of(link, placed.R, p);
    link.put(row::own, h);
    link.put(row::own + 3, S);
    link.put(row::own + 9, cross(w, S.col_x()) + h.x * v);
    link.put(row::own + 12, cross(w, S.col_y()) + h.y * v);
    link.put(row::own + 15, cross(w, S.col_z()) + h.z * v);
    link.put(row::own + 18, m * v + cross(w, h));
    if (!by_q) continue;
    const Vec3<G> vd = a + cross(w, v);  // of the point of the link at the origin
    const Mat3<G> U = acceleration_gradient(w, wd);
    link.put(row::ddk, U * k);  // S̈ = A × S + V × Ṡ
    link.put(row::ddt, U * t + cross(vd, k) + cross(v, dk));
    if (i + W == 1) continue;  // F is needed only where there are joints before
    link.put(row::own + 21, moment_of_gradient(U, S) + cross(h, vd));
    link.put(row::own + 24, m * vd + U * h);
  }
  if (!by_q) return Force<T>::zero();
  const T* const f = job.held;
  const Mat3<T> R = walk.last();
  const Vec3<T> force = R * Vec3<T>{f[3], f[4], f[5]};
  return {R * Vec3<T>{f[0], f[1], f[2]} + cross(walk.origin(), force), force};
}

// Composite bodies of links i..n, and the wrenches of each joint. `held` is the wrench at the tool.
template <bool halved, class G, class T>
CATENA_INLINE void load_joints(const RneaDerivativesJob<T>& job, const Force<T>& held) {
  namespace row = link_row;
  constexpr int W = Group<G, T>::width;
  const LinkTable<T> table = job.table;
  const bool by_q = job.by_q.data, by_qd = job.by_qd.data;
  RunningSums<G, T, kSummed> sums;
  if (by_q) {
    sums.start(21, held.ang.x), sums.start(22, held.ang.y), sums.start(23, held.ang.z);
    sums.start(24, held.lin.x), sums.start(25, held.lin.y), sums.start(26, held.lin.z);
  }
  for (int i = (job.n - 1) / W * W; i >= 0; i -= W) {
    const LinkRows<G, T> link = table.template at<G>(i);
    sums.inward(link, row::own, by_q && i + W > 1 ? kSummed : kSummedForRates);
    const auto summed = [&](int k) { return link.vec(row::own + k); };
    const Vec3<G> h = summed(0), d = summed(3), o = summed(6), l = summed(18);
    const Vec3<G> qx = summed(9), qy = summed(12), qz = summed(15);

    // I, and β = tr(Q) - Q
    const G mass = link.get(row::beyond);
    const Sym3<G> I = {d.y + d.z, d.x + d.z, d.x + d.y, -o.x, -o.y, -o.z};
    const Mat3<G> beta = {qy.y + qz.z, -qy.x, -qz.x, -qx.y, qx.x + qz.z, -qz.y, -qx.z, -qy.z, qx.x + qy.y};
    const Vec3<G> k = link.vec(row::k), t = link.vec(row::t);
    const Vec3<G> dk = link.vec(row::dk);
    link.put(row::bn, I * k + cross(h, t));  // I S
    link.put(row::bf, mass * t + cross(k, h));
    const Vec3<G> c = transpose_times(beta, k) + cross(l, t);  // Bᵀ S
    link.put(row::c, c);
    if (i + W == 1) break;  // no joint lies before the first
    if (by_qd) {
      const Vec3<G> dt = link.vec(row::dt);
      const Vec3<G> n1 = beta * k, f1 = cross(k, l);
      link.put(row::an, (I * dk + cross(h, dt)) + twice_unless<halved>(n1));  // 2 (I Ṡ + B S)
      link.put(row::af, (mass * dt + cross(dk, h)) + twice_unless<halved>(f1));
    }
    if (by_q) {
      const Vec3<G> Fn = summed(21), Ff = summed(24);
      const Vec3<G> ddk = link.vec(row::ddk), ddt = link.vec(row::ddt);
      // I S̈ + 2 B Ṡ + S ×* F
      link.put(row::en, (I * ddk + cross(h, ddt)) + beta * dk + (cross(k, Fn) + cross(t, Ff)));
      link.put(row::ef, (mass * ddt + cross(ddk, h)) + cross(dk, l) + cross(k, Ff));
    }
  }
}

template <class G>
CATENA_INLINE G inner(const Vec3<G>& a, const Vec3<G>& b, const Vec3<G>& n, const Vec3<G>& f) {
  return dot(a, n) + dot(b, f);
}

// Three rows of one joint, in every lane.
template <class G, class T>
CATENA_INLINE Vec3<G> in_lanes(const T* joint) {
  using L = Group<G, T>;
  constexpr std::ptrdiff_t next = LinkRows<G, T>::block;
  return {L::all(joint[0]), L::all(joint[next]), L::all(joint[2 * next])};
}

// The n x n matrices that are wanted, filled together in short loops that fit into the processor's cache of decoded
// instructions, which is worth more than skipping some of the work. `fixed` is n if known at compile time, otherwise 0.
template <int fixed, class G, class T>
struct Matrices {
  using L = Group<G, T>;
  using Rows = LinkRows<G, T>;
  static constexpr int W = L::width, block = Rows::block;
  static constexpr int kSideBySide = W < block ? W : block;  // neighbouring joints in a table
  static constexpr bool all = fixed > 0;                     // all three matrices are wanted
  LinkTable<T> table;
  int size;
  MatView<T> q, qd, M;

  CATENA_INLINE int n() const { return fixed ? fixed : size; }
  CATENA_INLINE static bool wanted(const T* X) { return all || X; }
  CATENA_INLINE static T* begin(const MatView<T>& X, int i, int j) {
    return wanted(X.data) ? &X(i, j) : nullptr;
  }

  // Calls each(joint) for joints j..end; `joint` points at its number in the row.
  template <class Each>
  CATENA_INLINE void for_joints(int row, int j, int end, Each each) const {
#pragma GCC unroll 2
    for (; j < end; j += kSideBySide) {
      const T* joint = table.template at<G>(j).at(row);
      const T* last = joint + (end - j < kSideBySide ? end - j : kSideBySide);
      if constexpr (all) asm("" : "+r"(last));  // keeps the compiler from unrolling the loop fully
      for (; joint != last; ++joint) each(joint, j);
    }
  }

  // On and above the diagonal: the axes of rows i.. times the wrenches of joints i..n.
  CATENA_INLINE void above(int i) const {
    namespace row = link_row;
    const Rows rows = table.template at<G>(i);
    const Vec3<G> k = rows.vec(row::k), t = rows.vec(row::t);
    T *to_q = begin(q, i, i), *to_qd = begin(qd, i, i), *to_M = begin(M, i, i);
    for_joints(row::bn, i, n(), [&](const T* joint, int j) {
      const auto put = [&](T*& to, std::ptrdiff_t stride, int wrench, bool here) {
        if (!wanted(to)) return;
        const T* const e = joint + (wrench - row::bn) * block;
        if (here) store_some(to, inner(k, t, in_lanes<G>(e), in_lanes<G>(e + 3 * block)), n() - i);
        to += stride;
      };
      put(to_q, q.stride, row::en, W > 1 || j > i);
      put(to_qd, qd.stride, row::an, W > 1 || j > i);
      put(to_M, M.stride, row::bn, true);
    });
  }

  // On and below the diagonal: the wrenches and couples of rows i.. times the axis rates of the joints up to i.
  CATENA_INLINE void below(int i) const {
    namespace row = link_row;
    const Rows rows = table.template at<G>(i);
    const Vec3<G> bn = rows.vec(row::bn), bf = rows.vec(row::bf), couple = rows.vec(row::c);
    T *to_q = begin(q, i, 0), *to_qd = begin(qd, i, 0);
    int lane = -i;  // of the diagonal
    for_joints(row::dk, 0, i + W < n() ? i + W : n(), [&](const T* joint, int j) {
      const auto at = [&](int r) { return in_lanes<G>(joint + (r - row::dk) * block); };
      const auto put = [&](T*& to, std::ptrdiff_t stride, int rate, int spin) {
        if (!wanted(to)) return;
        G x = inner(bn, bf, at(rate), at(rate + 3)) + dot(couple, at(spin));
        if (j >= i && W > 1) x = L::from_lane(lane, load_some<G>(to, n() - i), x);
        store_some(to, x, n() - i);
        to += stride;
      };
      put(to_q, q.stride, row::ddk, row::dk);
      put(to_qd, qd.stride, row::dk, row::k2);
      ++lane;
    });
  }

  CATENA_INLINE void fill() const {
#pragma GCC unroll 2
    for (int i = (n() - 1) / W * W; i >= 0; i -= W) {  // the last rows are ready first
      above(i);
      if (wanted(q.data) || wanted(qd.data)) below(i);
    }
    if (!wanted(M.data)) return;
    for (int j = 1; j < n(); ++j) {
      const T* const from = &M(0, j);
      T* to = &M(j, 0);
      for (int i = 0; i < j; ++i, to += M.stride) *to = from[i];
    }
  }
};

template <int fixed, class G, class T>
CATENA_INLINE void fill_matrices(const RneaDerivativesJob<T>& job) {
  const Matrices<fixed, G, T> matrices = {job.table, job.n, job.by_q, job.by_qd, job.by_qdd};
  matrices.fill();
}

// For groups of several numbers all three matrices must be wanted.
template <class G, class T>
CATENA_INLINE void rnea_derivatives_run(const RneaDerivativesJob<T>& job) {
  const Force<T> held = move_links<false, G, T>(job);
  load_joints<false, G, T>(job, held);
  if (Group<G, T>::width > 1 && job.n == 7)
    fill_matrices<7, G, T>(job);
  else if (Group<G, T>::width > 1 && job.n == 6)
    fill_matrices<6, G, T>(job);
  else
    fill_matrices<0, G, T>(job);
}

// One or two of the matrices.
template <class G, class T>
CATENA_INLINE void some_derivatives_run(const RneaDerivativesJob<T>& job) {
  load_joints<false, G, T>(job, move_links<false, G, T>(job));
  fill_matrices<0, G, T>(job);
}

// C, the matrix of Christoffel symbols, in the place of ∂τ/∂q̇, which is twice as large. No other matrix may be wanted.
template <class G, class T>
CATENA_INLINE void coriolis_run(const RneaDerivativesJob<T>& job) {
  load_joints<true, G, T>(job, move_links<true, G, T>(job));
  fill_matrices<0, G, T>(job);
}

// M in the place of ∂τ/∂q̈, C in that of ∂τ/∂q̇, and the torques of gravity.
template <class G, class T>
CATENA_INLINE void terms_run(const RneaDerivativesJob<T>& job, T* torque) {
  constexpr int W = Group<G, T>::width;
  load_joints<true, G, T>(job, move_links<true, G, T>(job));
  const Vec3<T> lift = lift_at_first(job);
  const Vec3<G> held = {Group<G, T>::all(lift.x), Group<G, T>::all(lift.y), Group<G, T>::all(lift.z)};
  for (int i = 0; i < job.n; i += W)
    store_some(torque + i, dot(job.table.template at<G>(i).vec(link_row::bf), held), job.n - i);
  fill_matrices<0, G, T>(job);
}

template <class T>
RneaDerivativesJob<T> derivatives_job(const Chain<T>& arm, const Posture<T>& x, const T* qd, const T* qdd,
                                      const ChainEnds<T>& ends, RneaDerivativesWork<T>& work,
                                      const RneaDerivativesOut<T>& out) {
  return {arm.dof(),        work.links.all_turn(), &x.step(0), qd,        qdd,       &ends.lift.x,
          &ends.held.ang.x, work.links.view(),     out.by_q,   out.by_qd, out.by_qdd};
}
template <class T>
RneaDerivativesJob<T> coriolis_job(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                                   RneaDerivativesWork<T>& work, MatView<T> C) {
  return {arm.dof(), work.links.all_turn(), &x.step(0),   qd.data(), nullptr,     nullptr,
          nullptr,   work.links.view(),     MatView<T>{}, C,         MatView<T>{}};
}
template <class T>
RneaDerivativesJob<T> terms_job(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                                const ChainEnds<T>& ends, RneaDerivativesWork<T>& work, MatView<T> M,
                                MatView<T> C) {
  RneaDerivativesJob<T> job = coriolis_job(arm, x, qd, work, C);
  job.lift = &ends.lift.x;
  job.by_qdd = M;
  return job;
}

}  // namespace detail

// ∂τ/∂q, ∂τ/∂q̇ and M at (q, q̇, q̈). `tip` is the wrench that the arm exerts on its surroundings at the tool, constant in
// tool axes.
template <class T>
void rnea_derivatives(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                      const Vec3<T>& gravity, const Force<T>& tip, RneaDerivativesWork<T>& work,
                      const RneaDerivativesOut<T>& out) {
  const ChainEnds<T> ends(arm, gravity, tip);
  detail::rnea_derivatives_run<T, T>(
      detail::derivatives_job<T>(arm, x, qd.data(), qdd.data(), ends, work, out));
}

// C(q, q̇) as coriolis.hpp: half of ∂τ/∂q̇.
template <class T>
void coriolis(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, RneaDerivativesWork<T>& work,
              MatView<T> C) {
  detail::coriolis_run<T, T>(detail::coriolis_job<T>(arm, x, qd, work, C));
}

// M and C (n x n), g (n), as terms.hpp.
template <class T>
void terms(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, const Vec3<T>& gravity,
           RneaDerivativesWork<T>& work, MatView<T> M, MatView<T> C, std::span<T> torque) {
  const ChainEnds<T> ends(arm, gravity);
  detail::terms_run<T, T>(detail::terms_job<T>(arm, x, qd, ends, work, M, C), torque.data());
}

}  // namespace catena
