// SPDX-License-Identifier: Apache-2.0
// Derivatives of inverse dynamics, ∂τ/∂q and ∂τ/∂q̇, and M = ∂τ/∂q̈, in O(n²): a few inner products for an element.
//
// Idea     A particle's ∂r/∂q_j is t_j + k_j × r with S_j = (k_j; t_j) the axis of joint j. Derivatives by q and by
//          time commute, so that ∂r̈/∂q_j needs only Ṡ_j and S̈_j. Summed over all that moves beyond both joints:
//            ∂τ_i/∂q_j = S_i·(I S̈_j + 2 B Ṡ_j)        ∂τ_i/∂q̇_j = 2 S_i·(I Ṡ_j + B S_j)         j <= i
//            ∂τ_j/∂q_i = S_j·(I S̈_i + 2 B Ṡ_i + S_i ×* F)   ∂τ_j/∂q̇_i = 2 S_j·(I Ṡ_i + B S_i)    j < i
//          with I, B, F of links i..n together. Details: docs/derivatives.md.
// Symbols  V = (w; v) velocity | Ṡ = V × S | S̈ = A × S + V × Ṡ, with A the acceleration less gravity
//          I inertia | B (ω; v) = (tr(Q) ω - Q ω; ω × l) as in coriolis.hpp | F wrench that moves the links
// Frames   everything in the axes of frame 0 as it stands, at its origin: velocities and composites are plain sums, all
//          else is the same for every link, and for several links at once where a group G holds several numbers.
// Cost     15n² + 343n - 441 mul, 13n² + 322n - 435 add for both; ∂τ/∂q alone (15n² + 643n) / 2 - 398 and
//          (13n² + 597n) / 2 - 392, ∂τ/∂q̇ alone (15n² + 427n) / 2 - 285 and (13n² + 401n) / 2 - 269; n > 2, all
//          revolute; asserted in rnea_derivatives_test.cpp.
#pragma once

#include "catena/algo/link_table.hpp"
#include "catena/algo/rnea.hpp"
#include "catena/math/dense.hpp"

namespace catena {

template <class T>
struct RneaDerivativesWork {
  explicit RneaDerivativesWork(const Chain<T>& arm) : links(arm) {}
  LinkTableWork<T> links;  // for the arm it was made from
};

// What is wanted, n x n each; nothing is written where there are no data.
template <class T>
struct RneaDerivativesOut {
  MatView<T> by_q, by_qd, by_qdd;
};

namespace detail {

// Velocities and accelerations from q̇ and q̈, and what they do to the axes. `lift` is minus gravity.
template <class G, class T>
CATENA_INLINE void move_links(const LinkTable<T>& table, int n, const Vec3<T>& lift, bool by_q) {
  namespace row = link_row;
  using L = Group<G, T>;
  const auto outward = [](const G& x, G& before) { return L::sum_outward(x, before); };
  const Vec3<G> none = {L::all(T(0)), L::all(T(0)), L::all(T(0))};
  Vec3<G> sum_w = none, sum_v = none, sum_wd = none;
  Vec3<G> sum_a = {L::all(lift.x), L::all(lift.y), L::all(lift.z)};
  for (int i = 0; i < n; i += L::width) {
    const Vec3<G> k = table.template vec<G>(row::k, i), t = table.template vec<G>(row::t, i);
    const G qd = table.template get<G>(row::qd, i);
    const Vec3<G> w = summed(outward, qd * k, sum_w), v = summed(outward, qd * t, sum_v);
    const Vec3<G> kd = cross(w, k), td = cross(w, t) + cross(v, k);  // Ṡ = V × S
    const Vec3<G> dk = kd + kd;
    table.put(row::w, i, w), table.put(row::v, i, v);
    table.put(row::dk, i, dk), table.put(row::dt, i, td + td);
    if (!by_q) continue;

    const G qdd = table.template get<G>(row::qdd, i);
    const Vec3<G> wd = summed(outward, qdd * k + qd * kd, sum_wd),
                  a = summed(outward, qdd * t + qd * td, sum_a);
    const Vec3<G> vd = a + cross(w, v);  // of the point of the link at the origin
    const Mat3<G> U = acceleration_gradient(w, wd);
    table.put(row::ddk, i, U * k);  // S̈ = A × S + V × Ṡ
    table.put(row::ddt, i, U * t + cross(vd, k) + cross(v, dk));
    table.put(row::U, i, U), table.put(row::vd, i, vd);
  }
}

// A link's masses about the origin: first and second moments.
template <class G>
struct Moments {
  Vec3<G> h;
  Sym3<G> S;
};

template <class G, class T>
CATENA_INLINE Moments<G> moments_of(const LinkTable<T>& table, int i) {
  namespace row = link_row;
  const Mat3<G> R = table.template mat<G>(row::R, i);
  const Vec3<G> p = table.template vec<G>(row::p, i);
  const Vec3<G> d = table.template vec<G>(row::spread, i), o = table.template vec<G>(row::spread + 3, i);
  const Vec3<G> turned = R * table.template vec<G>(row::h, i);
  const Vec3<G> h = turned + table.template get<G>(row::mass, i) * p;
  // R Σ Rᵀ by two of its rows: the trace stays
  const Sym3<G> spread = {d.x, d.y, d.z, o.x, o.y, o.z};
  const Vec3<G> x = spread * R.row_x(), y = spread * R.row_y();
  const G xx = dot(x, R.row_x()), yy = dot(y, R.row_y());
  const G zz = (table.template get<G>(row::trace, i) - xx) - yy;
  return {
      h,
      {xx + (p.x * turned.x + h.x * p.x), yy + (p.y * turned.y + h.y * p.y),
       zz + (p.z * turned.z + h.z * p.z), dot(x, R.row_y()) + (p.x * turned.y + h.x * p.y),
       dot(x, R.row_z()) + (p.x * turned.z + h.x * p.z), dot(y, R.row_z()) + (p.y * turned.z + h.y * p.z)}};
}

// Composites of links i..n, and the wrenches of each joint. `held` is the wrench at the tool.
template <class G, class T>
CATENA_INLINE void load_joints(const LinkTable<T>& table, int n, const Force<T>& held, bool by_q,
                               bool by_qd) {
  namespace row = link_row;
  using L = Group<G, T>;
  const auto inward = [](const G& x, G& before) { return L::sum_inward(x, before); };
  const auto all = [](const Vec3<T>& x) { return Vec3<G>{L::all(x.x), L::all(x.y), L::all(x.z)}; };
  const Vec3<G> none = all({T(0), T(0), T(0)});
  Vec3<G> sum_h = none, sum_d = none, sum_o = none, sum_x = none, sum_y = none, sum_z = none, sum_l = none;
  Vec3<G> sum_n = all(held.ang), sum_f = all(held.lin);
  for (int i = (n - 1) / L::width * L::width; i >= 0; i -= L::width) {
    const Moments<G> own = moments_of<G>(table, i);
    const G m = table.template get<G>(row::mass, i), mass = table.template get<G>(row::beyond, i);
    const Vec3<G> w = table.template vec<G>(row::w, i), v = table.template vec<G>(row::v, i);
    const Sym3<G>& S = own.S;

    // h, Σ, Q = ∫ ṙ rᵀ dm by columns, l = ∫ ṙ dm, F = ∫ (r × r̈; r̈) dm
    const Vec3<G> h = summed(inward, own.h, sum_h);
    const Vec3<G> d = summed(inward, Vec3<G>{S.xx, S.yy, S.zz}, sum_d);
    const Vec3<G> o = summed(inward, Vec3<G>{S.xy, S.xz, S.yz}, sum_o);
    const Vec3<G> qx = summed(inward, cross(w, S.col_x()) + own.h.x * v, sum_x);
    const Vec3<G> qy = summed(inward, cross(w, S.col_y()) + own.h.y * v, sum_y);
    const Vec3<G> qz = summed(inward, cross(w, S.col_z()) + own.h.z * v, sum_z);
    const Vec3<G> l = summed(inward, m * v + cross(w, own.h), sum_l);

    // I, and β = tr(Q) - Q
    const Sym3<G> I = {d.y + d.z, d.x + d.z, d.x + d.y, -o.x, -o.y, -o.z};
    const Mat3<G> beta = {qy.y + qz.z, -qy.x, -qz.x, -qx.y, qx.x + qz.z, -qz.y, -qx.z, -qy.z, qx.x + qy.y};
    const Vec3<G> k = table.template vec<G>(row::k, i), t = table.template vec<G>(row::t, i);
    const Vec3<G> dk = table.template vec<G>(row::dk, i);
    table.put(row::bn, i, I * k + cross(h, t));  // I S
    table.put(row::bf, i, mass * t + cross(k, h));
    const Vec3<G> c = transpose_times(beta, k) + cross(l, t);  // Bᵀ S
    table.put(row::c, i, c);
    if (by_qd) table.put(row::c2, i, c + c);
    if (i + L::width == 1) break;  // no joint lies before the first
    if (by_qd) {
      const Vec3<G> dt = table.template vec<G>(row::dt, i);
      const Vec3<G> n1 = beta * k, f1 = cross(k, l);
      table.put(row::an, i, (I * dk + cross(h, dt)) + (n1 + n1));  // 2 (I Ṡ + B S)
      table.put(row::af, i, (mass * dt + cross(dk, h)) + (f1 + f1));
    }
    if (by_q) {
      const Mat3<G> U = table.template mat<G>(row::U, i);
      const Vec3<G> vd = table.template vec<G>(row::vd, i);
      const Vec3<G> Fn = summed(inward, moment_of_gradient(U, S) + cross(own.h, vd), sum_n);
      const Vec3<G> Ff = summed(inward, m * vd + U * own.h, sum_f);
      const Vec3<G> ddk = table.template vec<G>(row::ddk, i), ddt = table.template vec<G>(row::ddt, i);
      // I S̈ + 2 B Ṡ + S ×* F
      table.put(row::en, i, (I * ddk + cross(h, ddt)) + beta * dk + (cross(k, Fn) + cross(t, Ff)));
      table.put(row::ef, i, (mass * ddt + cross(ddk, h)) + cross(dk, l) + cross(k, Ff));
    }
  }
}

template <class G>
CATENA_INLINE G inner(const Vec3<G>& a, const Vec3<G>& b, const Vec3<G>& n, const Vec3<G>& f) {
  return dot(a, n) + dot(b, f);
}

// Column j: above the diagonal the wrenches of joint j on the axes of all before, from it on the reverse.
template <class G, class T>
CATENA_INLINE void fill_columns(const LinkTable<T>& table, int n, T* q, std::ptrdiff_t q_stride, T* qd,
                                std::ptrdiff_t qd_stride, T* qdd, std::ptrdiff_t qdd_stride) {
  namespace row = link_row;
  using L = Group<G, T>;
  const auto put = [n](T* column, int i, const G& x) {
    if (i + L::width <= n)
      L::store(column + i, x);
    else
      L::store(column + i, x, n - i);
  };
  for (int j = 0; j < n; ++j) {
    T* const q_j = q ? q + j * q_stride : nullptr;
    T* const qd_j = qd ? qd + j * qd_stride : nullptr;
    T* const qdd_j = qdd ? qdd + j * qdd_stride : nullptr;
    const Vec3<G> k = table.template one_vec<G>(row::k, j);
    const Vec3<G> dk = table.template one_vec<G>(row::dk, j), dt = table.template one_vec<G>(row::dt, j);
    const Vec3<G> ddk = table.template one_vec<G>(row::ddk, j), ddt = table.template one_vec<G>(row::ddt, j);
    const Vec3<G> bn = table.template one_vec<G>(row::bn, j), bf = table.template one_vec<G>(row::bf, j);
    const Vec3<G> an = table.template one_vec<G>(row::an, j), af = table.template one_vec<G>(row::af, j);
    const Vec3<G> en = table.template one_vec<G>(row::en, j), ef = table.template one_vec<G>(row::ef, j);

    int i = 0;
    // all rows of the group lie above the diagonal
    for (; i + L::width <= j; i += L::width) {
      const Vec3<G> ki = table.template vec<G>(row::k, i), ti = table.template vec<G>(row::t, i);
      if (q) put(q_j, i, inner(ki, ti, en, ef));
      if (qd) put(qd_j, i, inner(ki, ti, an, af));
      if (qdd) put(qdd_j, i, inner(ki, ti, bn, bf));
    }
    // the diagonal runs through the next group; M is symmetric and needs no more
    if (qdd) put(qdd_j, i, inner(table.template vec<G>(row::k, i), table.template vec<G>(row::t, i), bn, bf));
    if (i < j) {
      const Vec3<G> ki = table.template vec<G>(row::k, i), ti = table.template vec<G>(row::t, i);
      const Vec3<G> ni = table.template vec<G>(row::bn, i), fi = table.template vec<G>(row::bf, i);
      const Vec3<G> ci = table.template vec<G>(row::c, i), c2i = table.template vec<G>(row::c2, i);
      const auto mixed = [&](const G& above, const G& below) { return L::from_lane(j - i, above, below); };
      if (q) put(q_j, i, mixed(inner(ki, ti, en, ef), inner(ni, fi, ddk, ddt) + dot(ci, dk)));
      if (qd) put(qd_j, i, mixed(inner(ki, ti, an, af), inner(ni, fi, dk, dt) + dot(c2i, k)));
      i += L::width;
    }
    for (; i < n; i += L::width) {
      const Vec3<G> ni = table.template vec<G>(row::bn, i), fi = table.template vec<G>(row::bf, i);
      if (q) put(q_j, i, inner(ni, fi, ddk, ddt) + dot(table.template vec<G>(row::c, i), dk));
      if (qd) put(qd_j, i, inner(ni, fi, dk, dt) + dot(table.template vec<G>(row::c2, i), k));
    }
  }
  if (!qdd) return;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i) qdd[i * qdd_stride + j] = qdd[j * qdd_stride + i];
}

}  // namespace detail

// ∂τ/∂q, ∂τ/∂q̇ and M at (q, q̇, q̈). `tip` is the wrench that the arm exerts on its surroundings at the tool, constant in
// tool axes.
template <class T>
void rnea_derivatives(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                      const Vec3<T>& gravity, const Force<T>& tip, RneaDerivativesWork<T>& work,
                      const RneaDerivativesOut<T>& out) {
  const int n = arm.dof();
  const LinkTable<T> table = work.links.view();
  const bool by_q = out.by_q.data, by_qd = out.by_qd.data;
  place_links(arm, x, table);
  for (int i = 0; i < n; ++i) {
    table.put(link_row::qd, i, qd[i]);
    if (by_q) table.put(link_row::qdd, i, qdd[i]);
  }
  detail::move_links<T>(table, n, by_q ? lift_in_first(arm, x, gravity) : Vec3<T>::zero(), by_q);
  detail::load_joints<T>(table, n, by_q ? tip_in_first(arm, table, tip) : Force<T>::zero(), by_q, by_qd);
  detail::fill_columns<T>(table, n, out.by_q.data, out.by_q.stride, out.by_qd.data, out.by_qd.stride,
                          out.by_qdd.data, out.by_qdd.stride);
}

}  // namespace catena
