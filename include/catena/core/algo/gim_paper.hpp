// SPDX-License-Identifier: Apache-2.0
// The generalized inertia matrix as section 3.2 of the paper prints it, step by step, at its own points and in its own frames,
// for study: `gim` of gim_mci.hpp gives the same matrix for less.
//
// Paper    Bhangale, Saha, Agrawal 2004: "A Dynamic Model Based Robot Arm Selection Criterion", section 3.2, Table I.
// Symbols  Q_i from frame i+1 to frame i | a_i from O_i to O_i+1, d_i from O_i to the centre of mass C_i, r_i from C_i to O_i+1
//          I_i inertia of link i about O_i, with I_i^c about C_i | M̃_i mass, first moment h and inertia about O_i of links i..n
//          (n; f) the wrench A_ijᵀ M̃_i p_i at O_j
// Frames   link i in frame i: fixed to link i-1, its z along joint i (standard Denavit-Hartenberg), where e_i = (0, 0, 1).
// Differs  prismatic joints are served too. The mass of links i..n is a constant of the arm.
// Misprint step 5(a) is for i = n, ..., 1; step 5(b) lacks the rotation of M̃_i+1 from frame i+1 to frame i.
// Cost     step 1: 2n mul; 2: 8n mul, 4n add; 3: 3n add; 4: 3n mul, all as printed; 5(a): 22n mul as printed, 25n add (printed
//          26n); 5(b): 15(n-1) mul, 30(n-1) add (printed 18(n-1) of each) and for the rotation 24(n-1) mul, 20(n-1) add; 6(b):
//          11(n²-n) mul, 7(n²-n) add as printed. Sum: 11n² + 63n - 39 mul, 7n² + 75n - 50 add, all revolute, without using
//          that components of M̃_i p_i vanish. Asserted step by step in gim_paper_test.cpp.
#pragma once

#include <array>

#include "catena/core/algo/gim_mci_dense.hpp"
#include "catena/core/math/central.hpp"
#include "catena/core/model/posture.hpp"

namespace catena {

// Constants of link i in frame i+1, which lies at Rx(alpha_i) Tx(a_i) from our frame i: the input of the paper, items i to v.
template <class T>
struct GimPaperLink {
  bool revolute;
  T ca, sa, a;  // alpha_i, a_i
  T m;
  Vec3<T> r;  // r_i
  Sym3<T> I;  // I_i^c
  T beyond;   // mass of links i..n
};

template <class T>
struct GimPaperWork {
  // Frame n+1 can be chosen at will: `last` is its alpha and a, (cos, sin, a).
  GimPaperWork(const Chain<T>& arm, const std::array<T, 3>& last);
  explicit GimPaperWork(const Chain<T>& arm) : GimPaperWork(arm, {T(1), T(0), T(0)}) {}

  std::vector<GimPaperLink<T>> link;    // (n)
  std::vector<Vec3<T>> a, r, d, delta;  // (n) a_i, r_i, d_i, m_i d_i in frame i
  std::vector<Sym3<T>> I;               // (n) I_i in frame i
  std::vector<Vec3<T>> h_next;          // (n) of M̃_i+1, turned to frame i; not set for the last
  std::vector<Sym3<T>> I_next;          // (n)
  std::vector<Vec3<T>> h_tilde;         // (n) of M̃_i
  std::vector<Sym3<T>> I_tilde;         // (n)
};

template <class T>
GimPaperWork<T>::GimPaperWork(const Chain<T>& arm, const std::array<T, 3>& last) {
  const int n = arm.dof();
  const auto size = static_cast<std::size_t>(n);
  a.assign(size, Vec3<T>::zero()), r = d = delta = h_next = h_tilde = a;
  I.assign(size, Sym3<T>::zero()), I_next = I_tilde = I;
  for (int i = 0; i < n; ++i) {
    const RigidInertia<T>& b = arm.link(i).body;
    const bool more = i + 1 < n;
    const T ca = more ? arm.link(i + 1).ca : last[0], sa = more ? arm.link(i + 1).sa : last[1],
            length = more ? arm.link(i + 1).a : last[2];
    const Vec3<T> centre = mass_centre(b.m, b.h);
    link.push_back({arm.link(i).revolute(), ca, sa, length, b.m,
                    turn_back_x(ca, sa, Vec3<T>{length - centre.x, -centre.y, -centre.z}),
                    turn_x(ca, -sa, central_inertia(b.I, b.h, centre)), b.m});
  }
  for (std::size_t i = size - 1; i > 0; --i) link[i - 1].beyond = link[i - 1].m + link[i].beyond;
}

// Q_i
template <class T>
DhTurn<T> gim_paper_turn(const Posture<T>& x, const GimPaperWork<T>& work, int i) {
  return {x.step(i).c, x.step(i).s, work.link[i].ca, work.link[i].sa};
}

// Step 1: [a_i]_i = (a_i cos θ_i, a_i sin θ_i, b_i): 2M.
template <class T>
void gim_paper_1(const Posture<T>& x, GimPaperWork<T>& work, int i) {
  const T& a = work.link[i].a;
  work.a[i] = {a * x.step(i).c, a * x.step(i).s, x.step(i).d};  // 004 (S1)
}

// Step 2: [r_i]_i = Q_i [r_i]_i+1: 8M 4A.
template <class T>
void gim_paper_2(const Posture<T>& x, GimPaperWork<T>& work, int i) {
  work.r[i] = turned(gim_paper_turn(x, work, i), work.link[i].r);  // 004 (S2)
}

// Step 3: [d_i]_i = [a_i]_i - [r_i]_i: 3A.
template <class T>
void gim_paper_3(GimPaperWork<T>& work, int i) {
  work.d[i] = work.a[i] - work.r[i];  // 004 (S3)
}

// Step 4: [m_i d_i]_i: 3M.
template <class T>
void gim_paper_4(GimPaperWork<T>& work, int i) {
  work.delta[i] = work.link[i].m * work.d[i];  // 004 (S4)
}

// Step 5(a): I_i = Q_i I_i^c Q_iᵀ - d_i × (m_i d_i × 1); the other blocks of M_i are m_i d_i × 1 and m_i 1: 22M 25A.
template <class T>
void gim_paper_5a(const Posture<T>& x, GimPaperWork<T>& work, int i) {
  work.I[i] = turned(gim_paper_turn(x, work, i), work.link[i].I) -
              twice_crossed(work.d[i], work.delta[i]);  // 004 (S5a)
}

// The part of step 5(b) that the paper leaves out: the rotation of M̃_i+1 from frame i+1 to frame i, 24M 20A.
template <class T>
void gim_paper_5b_turn(const Posture<T>& x, GimPaperWork<T>& work, int i) {
  const DhTurn<T> Q = gim_paper_turn(x, work, i);
  work.h_next[i] = turned(Q, work.h_tilde[i + 1]);  // 004 (S5b)
  work.I_next[i] = turned(Q, work.I_tilde[i + 1]);
}

// Step 5(b): M̃_i = M_i + A_i+1,iᵀ M̃_i+1 A_i+1,i, M̃_n = M_n. With k = h + m a the product has the blocks
// I - h × (a × 1) - a × (k × 1) and k × 1: 15M 30A.
template <class T>
void gim_paper_5b(GimPaperWork<T>& work, int i) {
  if (i + 1 == static_cast<int>(work.link.size())) {
    work.h_tilde[i] = work.delta[i], work.I_tilde[i] = work.I[i];
    return;
  }
  const Vec3<T>&a = work.a[i], &h = work.h_next[i];
  const Vec3<T> k = h + work.link[i + 1].beyond * a;
  work.h_tilde[i] = work.delta[i] + k;  // 004 (S5b)
  work.I_tilde[i] = work.I[i] + (work.I_next[i] - twice_crossed(h, a) - twice_crossed(a, k));
}

// M̃_i p_i, p_i = (e; 0) or (0; e): no operations.
template <class T>
Force<T> gim_paper_wrench(const GimPaperWork<T>& work, int i) {
  const Vec3<T>& h = work.h_tilde[i];
  if (work.link[i].revolute) return {work.I_tilde[i].col_z(), {-h.y, h.x, T(0)}};
  return {{h.y, -h.x, T(0)}, {T(0), T(0), work.link[i].beyond}};
}

// Step 6(a): i_ii = p_iᵀ M̃_i p_i, an element of M̃_i.
template <class T>
T gim_paper_6a(const GimPaperWork<T>& work, int i) {
  return work.link[i].revolute ? work.I_tilde[i].zz : work.link[i].beyond;  // 004 (S6a)
}

// Step 6(b): i_ij = p_jᵀ A_ijᵀ M̃_i p_i, with the wrench of i moved from frame j+1 to frame j: 22M 14A.
template <class T>
T gim_paper_6b(const Posture<T>& x, const GimPaperWork<T>& work, int j, Force<T>& F) {
  const DhTurn<T> Q = gim_paper_turn(x, work, j);
  const Vec3<T> f = turned(Q, F.lin);
  F = {turned(Q, F.ang) + cross(work.a[j], f), f};
  return work.link[j].revolute ? F.ang.z : F.lin.z;  // 004 (S6b)
}

// The full symmetric GIM by all steps, whose cost 004 (Table1) prints.
template <class T>
void gim_paper(const Posture<T>& x, GimPaperWork<T>& work, MatView<T> M) {
  const int n = static_cast<int>(work.link.size());
  for (int i = 0; i < n; ++i) {
    gim_paper_1(x, work, i);
    gim_paper_2(x, work, i);
    gim_paper_3(work, i);
    gim_paper_4(work, i);
    gim_paper_5a(x, work, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    if (i + 1 < n) gim_paper_5b_turn(x, work, i);
    gim_paper_5b(work, i);
    M(i, i) = gim_paper_6a(work, i);
    Force<T> F = gim_paper_wrench(work, i);
    for (int j = i - 1; j >= 0; --j) M(i, j) = M(j, i) = gim_paper_6b(x, work, j, F);
  }
}

}  // namespace catena
