// SPDX-License-Identifier: Apache-2.0
// Second derivatives of inverse dynamics in O(n³): ∂²τ/∂q∂q, ∂²τ/∂q̇∂q, ∂M/∂q, and ∂²τ/∂q̇∂q̇, which follows from the latter.
//
// Idea     As in rnea_derivatives.hpp: for a particle r, r_j = ∂r/∂q_j = t_j + k_j × r is the field of the axis S_j = (k_j; t_j), and
//          derivatives by q and by time commute. Joint k carries all that lies beyond it: for j >= k, ∂/∂q_k of a vector there
//          is k_k × the vector, plus what q_k changes besides. With a = r̈ less gravity and [X, Y] = X × Y:
//            ∂a/∂q_j       = k_j × a + α_j           α_j = ẗ_j + k̈_j × r + 2 k̇_j × ṙ
//            ∂α_j/∂q_k     = k_k × α_j + β_kj        β_kj = k̈_k × r_j + 2 k̇_k × ṙ_j - k_j × α_k            k <= j
//            ∂r_i/∂q_k     = k_k × r_i + [S_i, S_k](r)                                                     i < k
//          The products k × cancel in scalar products, so that for k <= j, summed over the masses beyond the last of i, j, k:
//            ∂²τ_i/∂q_j∂q_k = Σ r_i·β_kj                                                                    j <= i
//                           = Σ r_i·β_kj + [S_i, S_j]·α_k                                                   k <= i < j
//                           = Σ r_i·β_kj + [S_i, S_j]·α_k + [S_i, S_k]·α_j + [[S_i, S_k], S_j]·a            i < k
//          and with ∂r̈/∂q̇_j = 2 ṙ_j, for every j and k:
//            ∂²τ_i/∂q̇_j∂q_k = 2 Σ r_i·δ_kj + [S_i, S_k]·ṙ_j, the second term for i < k
//            δ_kj = k̇_k × r_j for k <= j, else k̇_j × r_k + k_j × ṙ_k - k_k × ṙ_j
//          All these fields have the form t + Ω r + ω × ṙ, and their sums need only m, h, Σ, Q, l and F of the links beyond.
// Symbols  h = ∫ r dm, Σ = ∫ r rᵀ dm, l = ∫ ṙ dm, Q = ∫ ṙ rᵀ dm, F wrench that moves the links
// Frames   robot's base axes, about its origin.
// Check    differences of first derivatives, dual numbers, Christoffel symbols: tests/core/arm/second_derivatives_test.cpp.
#pragma once

#include <span>
#include <vector>

#include "catena/core/math/dense.hpp"
#include "catena/core/math/rigid_acceleration.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

namespace detail {

// The field t + Ω r + ω × ṙ.
template <class T>
struct Field {
  Vec3<T> t;
  Mat3<T> Omega;
  Vec3<T> w;
};

template <class T>
Mat3<T> cross_matrix(const Vec3<T>& a) {
  return {T(0), -a.z, a.y, a.z, T(0), -a.x, -a.y, a.x, T(0)};
}
// [a]x [b]x = b aᵀ - (a·b) 1
template <class T>
Mat3<T> cross_twice(const Vec3<T>& a, const Vec3<T>& b) {
  const T x = a.x * b.x, y = a.y * b.y, z = a.z * b.z;
  return {-(y + z), b.x * a.y, b.x * a.z, b.y * a.x, -(x + z), b.y * a.z, b.z * a.x, b.z * a.y, -(x + y)};
}

// The masses beyond a joint: what the sums of fields need.
template <class T>
struct MovingMass {
  T m;
  Vec3<T> h;
  Sym3<T> S;
  Mat3<T> Q;
  Vec3<T> l;
  Force<T> F;

  // ∫ (r × φ; φ) dm
  Force<T> wrench(const Field<T>& f) const {
    const T trace = Q.xx + Q.yy + Q.zz;
    return {cross(h, f.t) + moment_of_gradient(f.Omega, S) + (trace * f.w - Q * f.w),
            m * f.t + f.Omega * h + cross(f.w, l)};
  }
};

// The sum of r_i·φ over the masses beyond joint i, for any field φ: its coefficients.
template <class T>
struct Functional {
  Vec3<T> t;
  Mat3<T> Omega;
  Vec3<T> w;

  T of(const Field<T>& f) const {
    const Mat3<T>&A = Omega, &B = f.Omega;
    return dot(t, f.t) + dot(w, f.w) +
           ((A.xx * B.xx + A.xy * B.xy + A.xz * B.xz) + (A.yx * B.yx + A.yy * B.yy + A.yz * B.yz) +
            (A.zx * B.zx + A.zy * B.zy + A.zz * B.zz));
  }
};

template <class T>
Functional<T> functional(const Motion<T>& S, const MovingMass<T>& b) {
  const Vec3<T>&k = S.ang, &t = S.lin, &h = b.h;
  const T trace = b.Q.xx + b.Q.yy + b.Q.zz;
  const Vec3<T> x = cross(k, b.S.col_x()), y = cross(k, b.S.col_y()), z = cross(k, b.S.col_z());
  return {b.m * t + cross(k, h),
          {t.x * h.x + x.x, t.x * h.y + y.x, t.x * h.z + z.x, t.y * h.x + x.y, t.y * h.y + y.y,
           t.y * h.z + z.y, t.z * h.x + x.z, t.z * h.y + y.z, t.z * h.z + z.z},
          trace * k - transpose_times(b.Q, k) + cross(b.l, t)};
}

}  // namespace detail

template <class T>
struct IdSecondDerivativesWork {
  explicit IdSecondDerivativesWork(int n)
      : kinematics(n),
        S(static_cast<std::size_t>(n), Motion<T>::zero()),
        Sd(S),
        Sdd(S),
        beyond(static_cast<std::size_t>(n),
               detail::MovingMass<T>{T(0), Vec3<T>::zero(), Sym3<T>::zero(), Mat3<T>::zero(), Vec3<T>::zero(),
                                     Force<T>::zero()}),
        sums(static_cast<std::size_t>(n),
             detail::Functional<T>{Vec3<T>::zero(), Mat3<T>::zero(), Vec3<T>::zero()}),
        e(static_cast<std::size_t>(n), Force<T>::zero()),
        IS(e),
        turned(e) {}
  Kinematics<T> kinematics;
  std::vector<Motion<T>> S, Sd, Sdd;          // (n) axes and their rates; the second less gravity
  std::vector<detail::MovingMass<T>> beyond;  // (n) links i..n; first link i alone
  std::vector<detail::Functional<T>> sums;    // (n)
  std::vector<Force<T>> e;                    // (n) Σ (r × α_j; α_j) + S_j ×* F
  std::vector<Force<T>> IS;                   // (n) Σ (r × r_j; r_j)
  std::vector<Force<T>> turned;               // (n) S_k ×* Σ (r × r_i; r_i) beyond both
};

// Each n x n²: element (i, k n + j) is the derivative of τ_i by the first variable of joint j and by the second of joint k.
template <class T>
struct IdSecondDerivativesOut {
  MatView<T> by_q_q, by_qd_q, by_qd_qd, by_qdd_q;
};

namespace detail {

// Axes with their rates, and the masses beyond each joint with their motion.
template <class T>
void set_moving_masses(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                       std::span<const T> qdd, const Vec3<T>& gravity, const Force<T>& tip,
                       IdSecondDerivativesWork<T>& work) {
  const int n = arm.dof();
  set_poses(arm, x, work.kinematics);
  Motion<T> V = Motion<T>::zero(), A = {Vec3<T>::zero(), -gravity};
  for (int i = 0; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    const Pose<T>& X = work.kinematics.frame[i];
    const Vec3<T> z = X.R.col_z();
    const Motion<T> S = l.revolute() ? Motion<T>{z, cross(X.p, z)} : Motion<T>{Vec3<T>::zero(), z};
    V = V + Motion<T>{qd[i] * S.ang, qd[i] * S.lin};
    const Motion<T> Sd = cross(V, S);
    A = A + Motion<T>{qdd[i] * S.ang + qd[i] * Sd.ang, qdd[i] * S.lin + qd[i] * Sd.lin};
    work.S[i] = S, work.Sd[i] = Sd;
    work.Sdd[i] = cross(A, S) + cross(V, Sd);

    MovingMass<T>& b = work.beyond[i];
    const Vec3<T> turned = X.R * l.body.h;
    const Vec3<T>& p = X.p;
    b.m = l.body.m;
    b.h = turned + b.m * p;
    const Vec3<T> sx = l.spread * X.R.row_x(), sy = l.spread * X.R.row_y(), sz = l.spread * X.R.row_z();
    const auto moved = [&](const T& own, const T& ta, const T& pa, const T& hb, const T& pb) {
      return own + (pa * hb + ta * pb);  // h_b = turned_b + m p_b
    };
    b.S = {moved(dot(sx, X.R.row_x()), turned.x, p.x, b.h.x, p.x),
           moved(dot(sy, X.R.row_y()), turned.y, p.y, b.h.y, p.y),
           moved(dot(sz, X.R.row_z()), turned.z, p.z, b.h.z, p.z),
           moved(dot(sx, X.R.row_y()), turned.x, p.x, b.h.y, p.y),
           moved(dot(sx, X.R.row_z()), turned.x, p.x, b.h.z, p.z),
           moved(dot(sy, X.R.row_z()), turned.y, p.y, b.h.z, p.z)};
    const Vec3<T>&w = V.ang, &v = V.lin;
    const Vec3<T> qx = cross(w, b.S.col_x()) + b.h.x * v, qy = cross(w, b.S.col_y()) + b.h.y * v,
                  qz = cross(w, b.S.col_z()) + b.h.z * v;
    b.Q = {qx.x, qy.x, qz.x, qx.y, qy.y, qz.y, qx.z, qy.z, qz.z};
    b.l = b.m * v + cross(w, b.h);
    const Vec3<T> vd = A.lin + cross(w, v);
    const Mat3<T> U = acceleration_gradient(w, A.ang);
    b.F = {cross(b.h, vd) + moment_of_gradient(U, b.S), b.m * vd + U * b.h};
  }
  const Pose<T>& X = work.kinematics.tool;
  const Vec3<T> f = X.R * tip.lin;
  work.beyond[n - 1].F += Force<T>{X.R * tip.ang + cross(X.p, f), f};
  for (int i = n - 1; i > 0; --i) {
    const MovingMass<T>& b = work.beyond[i];
    MovingMass<T>& a = work.beyond[i - 1];
    a = {a.m + b.m, a.h + b.h, a.S + b.S, a.Q + b.Q, a.l + b.l, a.F + b.F};
  }
}

// α_k
template <class T>
Field<T> alpha(const Motion<T>& Sd, const Motion<T>& Sdd) {
  return {Sdd.lin, cross_matrix(Sdd.ang), Sd.ang + Sd.ang};
}
// β_kj
template <class T>
Field<T> beta(const IdSecondDerivativesWork<T>& work, int k, int j) {
  const Vec3<T>&kd = work.Sd[k].ang, &kdd = work.Sdd[k].ang, &kj = work.S[j].ang;
  const Vec3<T> c = cross(kd, work.Sd[j].lin), w = cross(kd, kj);
  const Mat3<T> D = cross_twice(kd, work.Sd[j].ang);
  return {cross(kdd, work.S[j].lin) - cross(kj, work.Sdd[k].lin) + (c + c),
          cross_matrix(cross(kdd, kj)) + (D + D), w + w};
}
// 2 δ_kj
template <class T>
Field<T> twice_delta(const IdSecondDerivativesWork<T>& work, int k, int j) {
  const Motion<T>&Sk = work.S[k], &Sj = work.S[j], &dk = work.Sd[k], &dj = work.Sd[j];
  Vec3<T> t = Vec3<T>::zero(), w = Vec3<T>::zero();
  Mat3<T> A = Mat3<T>::zero();
  if (k <= j) {
    t = cross(dk.ang, Sj.lin);
    A = cross_twice(dk.ang, Sj.ang);
  } else {
    t = cross(dj.ang, Sk.lin) + cross(Sj.ang, dk.lin) - cross(Sk.ang, dj.lin);
    A = cross_twice(dj.ang, Sk.ang) + cross_twice(Sj.ang, dk.ang) - cross_twice(Sk.ang, dj.ang);
    w = cross(Sj.ang, Sk.ang);
  }
  return {t + t, A + A, w + w};
}

}  // namespace detail

template <class T>
void id_second_derivatives(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                           std::span<const T> qdd, const Vec3<T>& gravity, const Force<T>& tip,
                           IdSecondDerivativesWork<T>& work, const IdSecondDerivativesOut<T>& out) {
  using namespace detail;
  const int n = arm.dof();
  set_moving_masses(arm, x, qd, qdd, gravity, tip, work);
  for (int j = 0; j < n; ++j) {
    const MovingMass<T>& b = work.beyond[j];
    work.sums[j] = functional(work.S[j], b);
    work.e[j] = b.wrench(alpha(work.Sd[j], work.Sdd[j])) + cross(work.S[j], b.F);
    work.IS[j] = b.wrench({work.S[j].lin, cross_matrix(work.S[j].ang), Vec3<T>::zero()});
  }

  // twice by q
  for (int j = 0; j < n; ++j) {
    const MovingMass<T>& b = work.beyond[j];
    for (int k = 0; k <= j; ++k) {
      const Field<T> field = beta(work, k, j);
      const Force<T> between = b.wrench(field) + cross(work.S[j], b.wrench(alpha(work.Sd[k], work.Sdd[k])));
      const Force<T> before = between + cross(work.S[k], work.e[j]);
      for (int i = 0; i < n; ++i) {
        const T y = i >= j ? work.sums[i].of(field) : dot(work.S[i], i >= k ? between : before);
        out.by_q_q(i, k * n + j) = y;
        out.by_q_q(i, j * n + k) = y;
      }
    }
  }

  // by q̇, then by q
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) {
      const int last = j > k ? j : k;
      const MovingMass<T>& b = work.beyond[last];
      const Field<T> field = twice_delta(work, k, j);
      const Motion<T>&S = work.S[j], &Sd = work.Sd[j];
      const Force<T> own = b.wrench(field);  // of 2 δ, and of 2 ṙ_j
      const Force<T> rate = b.wrench({Sd.lin + Sd.lin, cross_matrix(Sd.ang + Sd.ang), S.ang + S.ang});
      const Force<T> before = own + cross(work.S[k], rate);
      for (int i = 0; i < n; ++i)
        out.by_qd_q(i, k * n + j) =
            i >= last ? work.sums[i].of(field) : dot(work.S[i], i >= k ? own : before);
    }

  // by q̈, then by q: M_ij = Σ r_i·r_j for i <= j does not change with the joints before both
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i) {
      const Motion<T>& S = work.S[i];
      const Force<T> own =
          i < k ? work.beyond[k].wrench({S.lin, cross_matrix(S.ang), Vec3<T>::zero()}) : work.IS[i];
      work.turned[i] = cross(work.S[k], own);
    }
    for (int j = 0; j < n; ++j)
      for (int i = 0; i <= j; ++i) {
        T y = T(0);
        if (i < k) y = dot(work.S[i], work.turned[j]);
        if (j < k) y = y + dot(work.S[j], work.turned[i]);
        out.by_qdd_q(i, k * n + j) = y;
        out.by_qdd_q(j, k * n + i) = y;
      }
  }

  // twice by q̇: 2 Christoffel symbols
  const MatView<T>& M = out.by_qdd_q;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j <= k; ++j)
      for (int i = 0; i < n; ++i) {
        const T y = M(i, k * n + j) + M(i, j * n + k) - M(j, i * n + k);
        out.by_qd_qd(i, k * n + j) = y;
        out.by_qd_qd(i, j * n + k) = y;
      }
}

}  // namespace catena
