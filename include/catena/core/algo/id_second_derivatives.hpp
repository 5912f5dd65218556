// SPDX-License-Identifier: Apache-2.0
// Second derivatives of inverse dynamics in O(n³): ∂²τ/∂q∂q, ∂²τ/∂q̇∂q, ∂²τ/∂q̇∂q̇ and ∂M/∂q; an inner product for each element.
//
// Idea     The first derivatives (rnea_derivatives.hpp) are inner products of axes, their rates and composite bodies. With I, B, F of
//          links m..n, P = ∫ r_m rᵀ dm, b = I S_m, c = Bᵀ S_m, E = I S̈_m + 2 B Ṡ_m + S_m ×* F and W = 2 (I Ṡ_m + B S_m):
//            ∂τ_m/∂q_p = b·S̈_p + 2 c·k̇_p             ∂τ_m/∂q̇_p = 2 (b·Ṡ_p + c·k_p)                            p <= m
//            ∂τ_p/∂q_m = S_p·E                        ∂τ_p/∂q̇_m = S_p·W                                        p < m
//          Joint m carries all that lies beyond it, and changes the composite bodies before it only through its own:
//            I' = ∂I/∂q_m    B' = ∂B/∂q_m, of ∂Q/∂q_m and ∂l/∂q_m    H ω = ∫ (r × (ω × r_m); ω × r_m) dm
//          Joint p <= m turns the bodies beyond m as a whole, which changes no inner product with another vector that it
//          turns, and adds the velocity Ṡ_p to theirs. With a_p = S_p ×* b, d_p = ∫ r_p × r_m dm, ḋ_p = ∫ ṙ'_p × r_m dm, where ṙ'_p is
//          the field of Ṡ_p, b_p = ḋ_p + k_p × c, and m the largest of the three indices:
//                               row i = m                            rows i < m
//            ∂²τ_i/∂q_m∂q_p     a_m·S̈_p + 2 b_m·k̇_p                   S_i·(I' S̈_p + 2 B' k̇_p), and for i < p also S_i·(S_p ×* E)
//            ∂²τ_i/∂q̇_m∂q_p     2 d_m·k̇_p                             S_i·2 H k̇_p, and for i < p also S_i·(S_p ×* W)
//            ∂²τ_i/∂q̇_p∂q_m     2 (a_m·Ṡ_p + b_m·k_p)                 2 S_i·(I' Ṡ_p + B' k_p)
//            ∂²τ_i/∂q̇_m∂q̇_p     2 d_m·k_p                             2 S_i·H k_p
//            ∂M_im/∂q_p         0                                    for i < p S_i·a_p, else 0
//            ∂M_ip/∂q_m         a_m·S_p                              S_i·I' S_p
//          In the column "row i = m" each line holds for all rows i >= m, with a, b, d of body i.
// Symbols  those of rnea_derivatives.hpp; h = ∫ r dm, Σ = ∫ r rᵀ dm, l = ∫ ṙ dm, Q = ∫ ṙ rᵀ dm
// Frames   axes of frame 0 at the given posture, about its origin.
// Cost     16n³ + 129/2 n² + 703/2 n - 541 mul, 40/3 n³ + 49n² + 977/3 n - 504 add; n > 2, all revolute; asserted in cost_test.cpp.
// Check    dual numbers and differences of first derivatives, Christoffel symbols: tests/core/arm/second_derivatives_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "catena/core/algo/rnea_derivatives.hpp"

namespace catena {

namespace detail {

// Six-vectors of a joint p <= m for one m: the angular part, then the linear part.
namespace pair_row {
enum : int {
  qq = 0,           // I' S̈_p + 2 B' k̇_p
  qq_first = 6,     // + S_p ×* E, for rows before p
  qd_q = 12,        // 2 H k̇_p
  qd_q_first = 18,  // + S_p ×* W
  q_qd = 24,        // 2 (I' Ṡ_p + B' k_p)
  inertia = 30,     // I' S_p
  qd_qd = 36,       // 2 H k_p
  turned = 42,      // S_p ×* b
  rows = 48,
};
}

// Rows of the table of links that are no longer needed after load_joints, and now hold, of links i..n as one body:
namespace change_row {
enum : int {
  P = link_row::own,  // P - tr(P) 1, row by row
  beta = P + 9,       // tr(Q') 1 - Q' of B'
  I = beta + 9,       // I': moments of inertia; its first moments are bf, its mass is 0
  l = I + 6,          // l' of B'
  end = l + 3,
};
}
static_assert(static_cast<int>(change_row::end) <= static_cast<int>(link_row::bn));

}  // namespace detail

template <class T>
struct IdSecondDerivativesWork {
  explicit IdSecondDerivativesWork(const Chain<T>& arm)
      : links(arm), pairs((static_cast<std::size_t>(arm.dof()) + 7) / 8 * 8 * detail::pair_row::rows, T(0)) {}
  void set_bodies(const Chain<T>& arm) { links.set_bodies(arm); }
  LinkTableWork<T> links;
  std::vector<T> pairs;  // of one joint m with all others, in blocks of as many as there are lanes
};

// Each n x n²: element (i, k n + j) is the derivative of τ_i with respect to the first variable of joint j and the second of joint k.
template <class T>
struct IdSecondDerivativesOut {
  MatView<T> by_q_q, by_qd_q, by_qd_qd, by_qdd_q;
};

namespace detail {

template <class T>
struct IdSecondDerivativesJob {
  RneaDerivativesJob<T>
      first;  // its matrices are not written; that they are there asks for all rows of the table
  T* pairs;
  IdSecondDerivativesOut<T> out;
};

template <class G>
struct Matrix3 {  // by rows
  Vec3<G> x, y, z;
  CATENA_INLINE Vec3<G> times(const Vec3<G>& v) const { return {dot(x, v), dot(y, v), dot(z, v)}; }
  CATENA_INLINE Vec3<G> transpose_times(const Vec3<G>& v) const { return v.x * x + v.y * y + v.z * z; }
};

// The changes of the composite bodies with their first joint.
template <class G, class T>
CATENA_INLINE void change_composites(const RneaDerivativesJob<T>& job) {
  namespace row = link_row;
  constexpr int W = Group<G, T>::width;
  const G half = Group<G, T>::all(T(0.5));
  for (int i = 0; i < job.n; i += W) {
    const LinkRows<G, T> link = job.table.template at<G>(i);
    const auto summed = [&](int r) { return link.vec(row::own + r); };
    const Vec3<G> h = summed(0), d = summed(3), o = summed(6), l = summed(18);
    const Vec3<G> Q[] = {summed(9), summed(12), summed(15)};  // columns
    const Vec3<G> S[] = {{d.x, o.x, o.y}, {o.x, d.y, o.z}, {o.y, o.z, d.z}};
    const Vec3<G> k = link.vec(row::k), t = link.vec(row::t);
    const Vec3<G> kd = half * link.vec(row::dk), td = half * link.vec(row::dt);

    // P = [k] Σ + t hᵀ
    const Vec3<G> px = cross(k, S[0]) + h.x * t, py = cross(k, S[1]) + h.y * t, pz = cross(k, S[2]) + h.z * t;
    const G yz = py.y + pz.z, xz = px.x + pz.z, xy = px.x + py.y;
    link.put(change_row::P, Vec3<G>{-yz, py.x, pz.x});
    link.put(change_row::P + 3, Vec3<G>{px.y, -xz, pz.y});
    link.put(change_row::P + 6, Vec3<G>{px.z, py.z, -xy});
    // Σ' = P + Pᵀ
    link.put(change_row::I,
             Sym3<G>{yz + yz, xz + xz, xy + xy, -(py.x + px.y), -(pz.x + px.z), -(pz.y + py.z)});

    // Q' = ṫ hᵀ + [k̇] Σ + [k] Q + l tᵀ + Q [k]ᵀ, by columns; the last term by rows
    const Vec3<G> rx = cross(k, Vec3<G>{Q[0].x, Q[1].x, Q[2].x});
    const Vec3<G> ry = cross(k, Vec3<G>{Q[0].y, Q[1].y, Q[2].y});
    const Vec3<G> rz = cross(k, Vec3<G>{Q[0].z, Q[1].z, Q[2].z});
    const auto column = [&](const G& hc, const G& tc, const Vec3<G>& s, const Vec3<G>& q, const Vec3<G>& r) {
      return (hc * td + tc * l) + (cross(kd, s) + cross(k, q)) + r;
    };
    const Vec3<G> qx = column(h.x, t.x, S[0], Q[0], {rx.x, ry.x, rz.x});
    const Vec3<G> qy = column(h.y, t.y, S[1], Q[1], {rx.y, ry.y, rz.y});
    const Vec3<G> qz = column(h.z, t.z, S[2], Q[2], {rx.z, ry.z, rz.z});
    link.put(change_row::beta, Vec3<G>{qy.y + qz.z, -qy.x, -qz.x});
    link.put(change_row::beta + 3, Vec3<G>{-qx.y, qx.x + qz.z, -qz.y});
    link.put(change_row::beta + 6, Vec3<G>{-qx.z, -qy.z, qx.x + qy.y});
    link.put(change_row::l, half * link.vec(row::af));
  }
}

// Fills the results. Holds copies of what the job points at, which the compiler then keeps in registers.
template <class G, class T>
struct SecondDerivativesFill {
  using L = Group<G, T>;
  using Rows = LinkRows<G, T>;
  static constexpr int W = L::width, block = Rows::block;
  static constexpr int kPairs = W > 1 ? W : block;  // joints side by side in the table of pairs
  int n;
  LinkTable<T> table;
  T* pairs;
  IdSecondDerivativesOut<T> out;

  CATENA_INLINE Rows links(int i) const { return table.template at<G>(i); }
  CATENA_INLINE T* pair(int p) const {
    const auto k = static_cast<unsigned>(p);
    return pairs + k / kPairs * (pair_row::rows * kPairs) + k % kPairs;
  }
  // The values of one joint, in every lane; `joint` points at its first row.
  CATENA_INLINE static Vec3<G> all(const T* joint, int row) { return in_lanes<G>(joint + row * block); }
  CATENA_INLINE static Matrix3<G> all_matrix(const T* joint, int row) {
    return {all(joint, row), all(joint, row + 3), all(joint, row + 6)};
  }
  CATENA_INLINE static Matrix3<G> matrix(const Rows& rows, int row) {
    return {rows.vec(row), rows.vec(row + 3), rows.vec(row + 6)};
  }

  CATENA_INLINE static void put(T* to, int row, const Vec3<G>& ang, const Vec3<G>& lin) {
    to += row * kPairs;
    L::store(to, ang.x), L::store(to + kPairs, ang.y), L::store(to + 2 * kPairs, ang.z);
    L::store(to + 3 * kPairs, lin.x), L::store(to + 4 * kPairs, lin.y), L::store(to + 5 * kPairs, lin.z);
  }
  // S_i · a six-vector of joint p, in every lane.
  CATENA_INLINE static G inner(const Vec3<G>& k, const Vec3<G>& t, const T* pair, int row) {
    const T* const v = pair + row * kPairs;
    return (k.x * L::all(v[0]) + k.y * L::all(v[kPairs]) + k.z * L::all(v[2 * kPairs])) +
           (t.x * L::all(v[3 * kPairs]) + t.y * L::all(v[4 * kPairs]) + t.z * L::all(v[5 * kPairs]));
  }

  // The six-vectors of joints 0..m, several at once.
  CATENA_INLINE void set_pairs(int m) const {
    namespace row = link_row;
    const T* const joint = links(m).data;
    const Matrix3<G> P = all_matrix(joint, change_row::P), beta = all_matrix(joint, change_row::beta);
    const Vec3<G> Id = all(joint, change_row::I), Io = all(joint, change_row::I + 3);
    const Vec3<G> l = all(joint, change_row::l);
    const Matrix3<G> I = {{Id.x, Io.x, Io.y}, {Io.x, Id.y, Io.z}, {Io.y, Io.z, Id.z}};
    const Vec3<G> bn = all(joint, row::bn), bf = all(joint, row::bf);
    const Vec3<G> En = all(joint, row::en), Ef = all(joint, row::ef);
    const Vec3<G> Wn = all(joint, row::an), Wf = all(joint, row::af);
    for (int p = 0; p <= m; p += W) {
      const Rows rows = links(p);
      T* const to = pair(p);
      const Vec3<G> k = rows.vec(row::k), t = rows.vec(row::t), k2 = rows.vec(row::k2);
      const Vec3<G> dk = rows.vec(row::dk), dt = rows.vec(row::dt);
      const Vec3<G> ddk = rows.vec(row::ddk), ddt = rows.vec(row::ddt);
      const Vec3<G> k_f = cross(k, bf), dk_f = cross(dk, bf);
      put(to, pair_row::turned, cross(k, bn) + cross(t, bf), k_f);
      put(to, pair_row::inertia, I.times(k) + cross(bf, t), k_f);
      put(to, pair_row::qd_qd, -P.times(k2), k_f + k_f);
      put(to, pair_row::q_qd, I.times(dk) + cross(bf, dt) + beta.times(k2), dk_f + cross(k2, l));
      const Vec3<G> spin = -P.times(dk);
      put(to, pair_row::qd_q, spin, dk_f);
      put(to, pair_row::qd_q_first, spin + (cross(k, Wn) + cross(t, Wf)), dk_f + cross(k, Wf));
      const Vec3<G> ang = I.times(ddk) + cross(bf, ddt) + beta.times(dk), lin = cross(ddk, bf) + cross(dk, l);
      put(to, pair_row::qq, ang, lin);
      put(to, pair_row::qq_first, ang + (cross(k, En) + cross(t, Ef)), lin + cross(k, Ef));
    }
  }

  // `early` before lane k, `late` from it on.
  template <class Early, class Late>
  CATENA_INLINE static G split(int k, const Early& early, const Late& late) {
    if (k <= 0) return late();
    if (k >= W) return early();
    return L::from_lane(k, early(), late());
  }

  // Where rows i.. of columns (p, m) and (m, p) of a result go; p counts up.
  struct Columns {
    T *pm, *mp;
    std::ptrdiff_t step_pm, step_mp;
    CATENA_INLINE Columns(const MatView<T>& A, int n, int i, int m)
        : pm(&A(i, m)),
          mp(&A(i, m * n)),
          step_pm(static_cast<std::ptrdiff_t>(A.stride) * n),
          step_mp(A.stride) {}
    CATENA_INLINE void next() { pm += step_pm, mp += step_mp; }
  };

  // Rows i.. of all columns of joints m and p <= m.
  CATENA_INLINE void columns(int m, int i) const {
    namespace row = link_row;
    const Rows rows = links(i);
    const Vec3<G> k = rows.vec(row::k), t = rows.vec(row::t);
    // of body i with joint m: a, b and d, for rows from m on
    Vec3<G> an = k, af = k, b = k, d = k;
    if (i + W > m) {
      const T* const joint = links(m).data;
      const Matrix3<G> P = matrix(rows, change_row::P);
      const Vec3<G> bn = rows.vec(row::bn), bf = rows.vec(row::bf), c = rows.vec(row::c);
      const Vec3<G> km = all(joint, row::k), tm = all(joint, row::t);
      an = cross(km, bn) + cross(tm, bf), af = cross(km, bf);
      d = P.transpose_times(km) + cross(tm, bf);
      b = L::all(T(0.5)) * (P.transpose_times(all(joint, row::dk)) + cross(all(joint, row::dt), bf)) +
          cross(km, c);
    }
    const int here = n - i, from = m - i;
    Columns q_q(out.by_q_q, n, i, m), qd_q(out.by_qd_q, n, i, m), qd_qd(out.by_qd_qd, n, i, m),
        qdd_q(out.by_qdd_q, n, i, m);
    for (int p = 0; p <= m; ++p) {
      const T *const joint = links(p).data, *const with = pair(p);
      const auto of_p = [&](int r) { return all(joint, r); };
      const auto with_p = [&](int r) { return [&, r] { return inner(k, t, with, r); }; };
      const auto in_order = [&](int first, int then) {
        return [&, first, then] { return split(p - i, with_p(first), with_p(then)); };
      };

      const G qq = split(from, in_order(pair_row::qq_first, pair_row::qq), [&] {
        return (dot(an, of_p(row::ddk)) + dot(af, of_p(row::ddt))) + dot(b, of_p(row::dk));
      });
      store_some(q_q.pm, qq, here);
      const G turn = split(from, with_p(pair_row::qd_qd), [&] { return dot(d, of_p(row::k2)); });
      store_some(qd_qd.pm, turn, here);
      const G own =
          split(from, in_order(pair_row::qd_q_first, pair_row::qd_q), [&] { return dot(d, of_p(row::dk)); });
      store_some(qd_q.pm, own, here);
      store_some(qdd_q.pm, split(p - i, with_p(pair_row::turned), [] { return L::all(T(0)); }), here);
      if (p == m) break;
      store_some(q_q.mp, qq, here);
      store_some(qd_qd.mp, turn, here);
      const G other = split(from, with_p(pair_row::q_qd), [&] {
        return (dot(an, of_p(row::dk)) + dot(af, of_p(row::dt))) + dot(b, of_p(row::k2));
      });
      store_some(qd_q.mp, other, here);
      const G inertia = split(from, with_p(pair_row::inertia),
                              [&] { return dot(an, of_p(row::k)) + dot(af, of_p(row::t)); });
      store_some(qdd_q.mp, inertia, here);
      q_q.next(), qd_q.next(), qd_qd.next(), qdd_q.next();
    }
  }

  CATENA_INLINE void fill() const {
    for (int m = 0; m < n; ++m) {
      if (m > 0) set_pairs(m);
      for (int i = 0; i < n; i += W) columns(m, i);
    }
  }
};

template <class G, class T>
CATENA_INLINE void id_second_derivatives_run(const IdSecondDerivativesJob<T>& job) {
  const Force<T> held = move_links<false, G, T>(job.first);
  load_joints<false, G, T>(job.first, held);
  change_composites<G, T>(job.first);
  const SecondDerivativesFill<G, T> matrices = {job.first.n, job.first.table, job.pairs, job.out};
  matrices.fill();
}

template <class T>
IdSecondDerivativesJob<T> second_derivatives_job(const Chain<T>& arm, const Posture<T>& x,
                                                 std::span<const T> qd, std::span<const T> qdd,
                                                 const ChainEnds<T>& ends, IdSecondDerivativesWork<T>& work,
                                                 const IdSecondDerivativesOut<T>& out) {
  return {{arm.dof(), work.links.all_turn(), &x.step(0), qd.data(), qdd.data(), &ends.lift.x,
           &ends.held.ang.x, work.links.view(), out.by_q_q, out.by_qd_q, out.by_qdd_q},
          work.pairs.data(),
          out};
}

}  // namespace detail

// At (q, q̇, q̈). `tip` is the wrench that the arm exerts on its surroundings at the tool, constant in tool axes.
template <class T>
void id_second_derivatives(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                           std::span<const T> qdd, const Vec3<T>& gravity, const Force<T>& tip,
                           IdSecondDerivativesWork<T>& work, const IdSecondDerivativesOut<T>& out) {
  const ChainEnds<T> ends(arm, gravity, tip);
  detail::id_second_derivatives_run<T, T>(
      detail::second_derivatives_job<T>(arm, x, qd, qdd, ends, work, out));
}

}  // namespace catena
