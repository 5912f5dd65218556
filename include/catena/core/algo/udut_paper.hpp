// SPDX-License-Identifier: Apache-2.0
// Forward dynamics by U D Uᵀ as section 3 of the paper prints it, step by step, at its own points and in its own frames,
// for study: udut.hpp does the same for less.
//
// Paper    Saha 2003: "Simulation of industrial manipulators based on the UDUᵀ decomposition of inertia matrix",
//          Multibody System Dynamics 9; section 3.
// Symbols  Q_i from frame i+1 to frame i | a_i from O_i to O_i+1, d_i from O_i to the centre of mass C_i, r_i from C_i to O_i+1
//          c_i,i-1 from C_i to C_i-1 | Î, F, G blocks of M̂_i at C_i | (t), (b) angular and linear half of a six-vector
// Frames   link i in frame i: fixed to link i-1, its z along joint i (standard Denavit-Hartenberg), where e_i = (0, 0, 1).
// Differs  i runs down to 1 in A3 and A4. M_i of the link itself is added in A3 (its inertia is not printed). A rotation of a
//          symmetric matrix takes 16A, printed 17A.
// Misprint A1 [d_i]_i+1 for [d_i]_i; A3b lacks the link's own inertia; A3b and A4b stop at i = 2, and A4b is counted n - 3
//          times; A7 H for F; C3 (t) for (b). p_i of a prismatic joint, (0; e_i), is not printed.
// Cost     192n - 185 mul, 192n - 220 add for n > 3, all revolute; the printed braces sum to 192n - 284 and 187n - 325;
//          asserted step by step in udut_paper_test.cpp.
#pragma once

#include <array>

#include "catena/core/math/central.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/math/translate_inertia.hpp"
#include "catena/core/math/turn.hpp"
#include "catena/core/model/posture.hpp"

namespace catena {

// Constants of link i in frame i+1, which lies at Rx(alpha_i) Tx(a_i) from our frame i.
template <class T>
struct UdutPaperLink {
  bool revolute;
  T ca, sa, a;  // alpha_i, a_i
  T m;
  Vec3<T> r;  // r_i
  Sym3<T> I;  // I_i
  Vec3<T> k;  // a_i - Q_i r_i before its rotation about z, without b_i: the constants of A1
};

// Top and bottom of a six-vector.
template <class T>
struct Halves {
  Vec3<T> t, b;
};

template <class T>
struct UdutPaperWork {
  // Frame n+1 can be chosen at will: `last` is its alpha and a, (cos, sin, a).
  UdutPaperWork(const Chain<T>& arm, const std::array<T, 3>& last);
  explicit UdutPaperWork(const Chain<T>& arm) : UdutPaperWork(arm, {T(1), T(0), T(0)}) {}

  std::vector<UdutPaperLink<T>> link;  // (n)
  std::vector<Vec3<T>> d, c;           // (n) d_i; c_i,i-1, not set for the first
  std::vector<Sym3<T>> I, G;           // (n) of M̂_i, then of M̂_ii after A7
  std::vector<Mat3<T>> F;
  std::vector<Halves<T>> psi_hat, psi;  // (n)
  std::vector<T> m_hat;                 // (n)
  std::vector<Halves<T>> eta;           // (n) η_i,i+1 in frame i; zero for the last
  std::vector<Halves<T>> mu;            // (n) μ_i,i-1 in frame i; zero for the first
};

template <class T>
UdutPaperWork<T>::UdutPaperWork(const Chain<T>& arm, const std::array<T, 3>& last) {
  const int n = arm.dof();
  const auto size = static_cast<std::size_t>(n);
  const Halves<T> none = {Vec3<T>::zero(), Vec3<T>::zero()};
  d.assign(size, none.t), c = d;
  I.assign(size, Sym3<T>::zero()), G = I;
  F.assign(size, Mat3<T>::zero());
  psi_hat.assign(size, none), psi = eta = mu = psi_hat;
  m_hat.assign(size, T(0));
  for (int i = 0; i < n; ++i) {
    const RigidInertia<T>& b = arm.link(i).body;
    const bool more = i + 1 < n;
    const T ca = more ? arm.link(i + 1).ca : last[0], sa = more ? arm.link(i + 1).sa : last[1],
            a = more ? arm.link(i + 1).a : last[2];
    const Vec3<T> centre = mass_centre(b.m, b.h);
    const Sym3<T> central = central_inertia(b.I, b.h, centre);
    const Vec3<T> r = turn_back_x(ca, sa, Vec3<T>{a - centre.x, -centre.y, -centre.z});
    const Vec3<T> back = turn_x(ca, sa, r);
    link.push_back({arm.link(i).revolute(),
                    ca,
                    sa,
                    a,
                    b.m,
                    r,
                    turn_x(ca, -sa, central),
                    {a - back.x, -back.y, -back.z}});
  }
}

namespace detail {

// Q v and Qᵀ v: 8M 4A; Q A Qᵀ: 16M 16A for a symmetric matrix, 24M 22A for another.
template <class T, class A>
A udut_to_frame(const Step<T>& s, const UdutPaperLink<T>& l, const A& v) {
  return turn_z(s.c, s.s, turn_x(l.ca, l.sa, v));
}
template <class T>
Vec3<T> udut_to_next(const Step<T>& s, const UdutPaperLink<T>& l, const Vec3<T>& v) {
  return turn_back_x(l.ca, l.sa, turn_back_z(s.c, s.s, v));
}

// F v and Fᵀ v with v = e × d = (-d_y, d_x, 0): 6M 3A.
template <class T>
Vec3<T> udut_times_arm(const Vec3<T>& x, const Vec3<T>& y, const Vec3<T>& d) {
  return {y.x * d.x - x.x * d.y, y.y * d.x - x.y * d.y, y.z * d.x - x.z * d.y};
}

}  // namespace detail

// A1: d_i = a_i - Q_i r_i, with the products of constants done beforehand.
template <class T>
void udut_paper_a1(const Posture<T>& x, UdutPaperWork<T>& work) {
  for (int i = 0; i < static_cast<int>(work.link.size()); ++i) {
    const Vec3<T> d = turn_z(x.step(i).c, x.step(i).s, work.link[i].k);  // 002 (A1)
    work.d[i] = {d.x, d.y, work.link[i].k.z};
  }
}
// b_i, which is a constant where the joint turns.
template <class T>
void udut_paper_offsets(const Posture<T>& x, UdutPaperWork<T>& work) {
  for (int i = 0; i < static_cast<int>(work.link.size()); ++i) work.d[i].z = work.d[i].z + x.step(i).d;
}

// A2: c_i,i-1 = -r_i-1 - d_i.
template <class T>
void udut_paper_a2(UdutPaperWork<T>& work) {
  for (std::size_t i = 1; i < work.link.size(); ++i) work.c[i] = -work.link[i - 1].r - work.d[i];  // 002 (A2)
}

// A3: M̂_i in frame i, from M̂_i+1,i+1. `own`: with the inertia of the link itself, which the paper forgets.
template <class T>
void udut_paper_a3(const Posture<T>& x, int i, UdutPaperWork<T>& work, bool own = true) {
  const UdutPaperLink<T>& l = work.link[i];
  const Step<T>& s = x.step(i);
  if (i + 1 == static_cast<int>(work.link.size())) {
    work.I[i] = detail::udut_to_frame(s, l, l.I);  // 002 (A3a)
    work.F[i] = Mat3<T>::zero();
    work.G[i] = Sym3<T>::diagonal(l.m);
    return;
  }
  const Sym3<T>& Gn = work.G[i + 1];
  const Mat3<T>& Fn = work.F[i + 1];
  const Vec3<T>& c = work.c[i + 1];
  const Sym3<T> G1 = {Gn.xx + l.m, Gn.yy + l.m, Gn.zz + l.m, Gn.xy, Gn.xz, Gn.yz};  // 002 (A3b)
  const Mat3<T> F1 = Fn + times_hat(Gn, c);
  Sym3<T> I1 = work.I[i + 1] + translated_inertia(Fn, F1, c);
  if (own) I1 = I1 + l.I;
  work.G[i] = detail::udut_to_frame(s, l, G1);
  work.F[i] = detail::udut_to_frame(s, l, F1);
  work.I[i] = detail::udut_to_frame(s, l, I1);
}

// A4: ψ̂_i = M̂_i p_i, p_i = (e; e × d) or (0; e).
template <class T>
void udut_paper_a4(int i, UdutPaperWork<T>& work) {
  const Sym3<T>&I = work.I[i], &G = work.G[i];
  const Mat3<T>& F = work.F[i];
  if (work.link[i].revolute)  // 002 (A4)
    work.psi_hat[i] = {I.col_z() + detail::udut_times_arm(F.row_x(), F.row_y(), work.d[i]),
                       F.col_z() + detail::udut_times_arm(G.col_x(), G.col_y(), work.d[i])};
  else
    work.psi_hat[i] = {F.row_z(), G.col_z()};
}

// A5: m̂_i = p_i·ψ̂_i.
template <class T>
T udut_along(const UdutPaperWork<T>& work, int i, const Halves<T>& h) {
  const Vec3<T>& d = work.d[i];
  return work.link[i].revolute ? h.t.z + (h.b.y * d.x - h.b.x * d.y) : h.b.z;
}
template <class T>
void udut_paper_a5(int i, UdutPaperWork<T>& work) {
  work.m_hat[i] = udut_along(work, i, work.psi_hat[i]);  // 002 (A5)
}

// A6: ψ_i = ψ̂_i / m̂_i.
template <class T>
void udut_paper_a6(int i, UdutPaperWork<T>& work) {
  const Halves<T>& h = work.psi_hat[i];
  const T& m = work.m_hat[i];
  work.psi[i] = {{h.t.x / m, h.t.y / m, h.t.z / m}, {h.b.x / m, h.b.y / m, h.b.z / m}};  // 002 (A6)
}

// A7: M̂_ii = M̂_i - ψ̂_i ψ_iᵀ, in the place of M̂_i.
template <class T>
void udut_paper_a7(int i, UdutPaperWork<T>& work) {
  const Halves<T>&h = work.psi_hat[i], &p = work.psi[i];
  const auto square = [](const Vec3<T>& a, const Vec3<T>& b) {
    return Sym3<T>{a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y, a.x * b.z, a.y * b.z};
  };
  work.I[i] = work.I[i] - square(h.t, p.t);  // 002 (A7)
  work.F[i] = work.F[i] - outer(h.b, p.t);
  work.G[i] = work.G[i] - square(h.b, p.b);
}

// A10 for i, then A8 and A9: τ̂_i = φ_i - p_i·η_i,i+1; η_i = ψ_i τ̂_i + η_i,i+1; η_i-1,i in frame i-1.
template <class T>
T udut_paper_a10(int i, const T& phi, const UdutPaperWork<T>& work) {
  return phi - udut_along(work, i, work.eta[i]);  // 002 (A10)
}
template <class T>
Halves<T> udut_paper_a8(int i, const T& tau_hat, const UdutPaperWork<T>& work) {
  const Halves<T>& p = work.psi[i];
  return {tau_hat * p.t + work.eta[i].t, tau_hat * p.b + work.eta[i].b};  // 002 (A8)
}
template <class T>
void udut_paper_a9(const Posture<T>& x, int i, const Halves<T>& eta, UdutPaperWork<T>& work) {
  const Vec3<T> t = eta.t + cross(eta.b, work.c[i]);  // 002 (A9)
  const UdutPaperLink<T>& before = work.link[i - 1];
  work.eta[i - 1] = {detail::udut_to_frame(x.step(i - 1), before, t),
                     detail::udut_to_frame(x.step(i - 1), before, eta.b)};
}

// C3 and C1 for i > 1, then C2: q̈_i = τ̃_i - ψ_i·μ_i,i-1; μ_i = p_i q̈_i + μ_i,i-1, in frame i+1.
template <class T>
void udut_paper_c3(int i, const Halves<T>& mu, UdutPaperWork<T>& work) {
  work.mu[i] = {mu.t, mu.b + cross(work.c[i], mu.t)};  // 002 (C3)
}
template <class T>
T udut_paper_c1(int i, const T& tau_tilde, const UdutPaperWork<T>& work) {
  const Halves<T>&p = work.psi[i], &u = work.mu[i];
  return tau_tilde - (dot(p.t, u.t) + dot(p.b, u.b));  // 002 (C1)
}
template <class T>
Halves<T> udut_paper_c2(const Posture<T>& x, int i, const T& qdd, const UdutPaperWork<T>& work) {
  const Vec3<T>& d = work.d[i];
  Halves<T> u = work.mu[i];
  if (work.link[i].revolute)  // 002 (C2a) (C2b)
    u = {{u.t.x, u.t.y, u.t.z + qdd}, {u.b.x - qdd * d.y, u.b.y + qdd * d.x, u.b.z}};
  else
    u.b.z = u.b.z + qdd;
  return {detail::udut_to_next(x.step(i), work.link[i], u.t),
          detail::udut_to_next(x.step(i), work.link[i], u.b)};
}

// q̈ with M q̈ = φ; φ on entry, q̈ on return: all steps, whose cost 002 (Table1) prints.
template <class T>
void udut_paper(const Posture<T>& x, UdutPaperWork<T>& work, std::span<T> v) {
  const int n = static_cast<int>(work.link.size());
  udut_paper_a1(x, work);
  udut_paper_offsets(x, work);
  udut_paper_a2(work);
  for (int i = n - 1; i >= 0; --i) {
    udut_paper_a3(x, i, work);
    udut_paper_a4(i, work);
    udut_paper_a5(i, work);
    v[i] = udut_paper_a10(i, v[i], work);
    if (i == 0) break;
    udut_paper_a6(i, work);
    udut_paper_a7(i, work);
    udut_paper_a9(x, i, udut_paper_a8(i, v[i], work), work);
  }
  for (int i = 0; i < n; ++i) v[i] = v[i] / work.m_hat[i];  // 002 (B)
  for (int i = 0; i < n; ++i) {
    if (i > 0) v[i] = udut_paper_c1(i, v[i], work);
    const Halves<T> mu = udut_paper_c2(x, i, v[i], work);
    if (i + 1 < n) udut_paper_c3(i + 1, mu, work);
  }
}

}  // namespace catena
