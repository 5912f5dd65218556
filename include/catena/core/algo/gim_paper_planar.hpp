// SPDX-License-Identifier: Apache-2.0
// The generalized inertia matrix of a planar arm as section 3.2.1 of the paper prints it, step by step, for study: planar_gim of
// gim_mci_planar.hpp gives the same matrix for less.
//
// Paper    Bhangale, Saha, Agrawal 2004: "A Dynamic Model Based Robot Arm Selection Criterion", section 3.2.1, Table II.
// Symbols  as in gim_paper.hpp, in the plane: Q_i turns by θ_i | R a quarter turn | M̃_i mass, first moment h and moment of
//          inertia about O_i of links i..n | (n, f) the wrench A_ijᵀ M̃_i p_i at O_j, n about the normal
// Frames   link i in frame i: fixed to link i-1, its x axis along that link, or along the slide of joint i.
// Differs  prismatic joints are served too: O_i is then a point of link i.
// Misprint M_i has i_zz + m d·d, not i_zz of the centre of mass, and m dᵀ Rᵀ at its upper right. Step 5(b) lacks the rotation of
//          M̃_i+1 from frame i+1 to frame i.
// Cost     step 1: 2n mul; 2: 4n mul, 2n add; 3: 2n add; 4: 2n mul, all as printed; 5(a): 2n mul, 2n add (printed none); 5(b):
//          6(n-1) mul, 9(n-1) add (printed 7(n-1) of each) and for the rotation 4(n-1) mul, 2(n-1) add; 7: 3(n²-n) mul (printed
//          3.5(n²-n)), 2(n²-n) add as printed. Sum: 3n² + 17n - 10 mul, 2n² + 15n - 11 add, all revolute. Asserted step by
//          step in gim_paper_test.cpp.
#pragma once

#include <array>

#include "catena/core/algo/gim_mci_planar.hpp"

namespace catena {

template <class T>
struct GimPaperPlanarLink {
  bool revolute, flipped;
  bool next_slides;  // joint i+1
  T m, I;            // mass; i_zz of the centre of mass
  PlaneVec<T> r;     // r_i in frame i+1, without the displacement of a slide
  T beyond;          // mass of links i..n
};

template <class T>
struct GimPaperPlanarWork {
  // The last link ends at (last, 0) of its frame.
  GimPaperPlanarWork(const PlanarArm<T>& arm, const T& last);
  explicit GimPaperPlanarWork(const PlanarArm<T>& arm) : GimPaperPlanarWork(arm, T(0)) {}
  void set(const PlanarArm<T>& arm, std::span<const T> q);  // sines and cosines of θ_i; displacements

  std::vector<GimPaperPlanarLink<T>> link;  // (n)
  std::vector<T> c, s;                      // (n) of θ_i
  std::vector<PlaneVec<T>> end;     // (n) from O_i to O_i+1 in frame i+1: (a_i, 0) where joint i+1 turns
  std::vector<PlaneVec<T>> r_next;  // (n) r_i in frame i+1
  std::vector<PlaneVec<T>> a, r, d, delta;  // (n) a_i, r_i, d_i, m_i d_i in frame i
  std::vector<T> I;                         // (n) i_zz + m d·d
  std::vector<PlaneVec<T>> h_next;          // (n) of M̃_i+1, turned to frame i; not set for the last
  std::vector<PlaneVec<T>> h_tilde;         // (n) of M̃_i
  std::vector<T> I_tilde;                   // (n)
};

template <class T>
GimPaperPlanarWork<T>::GimPaperPlanarWork(const PlanarArm<T>& arm, const T& last) {
  const int n = arm.dof();
  const auto size = static_cast<std::size_t>(n);
  c.assign(size, T(1)), s.assign(size, T(0)), I = I_tilde = s;
  end.assign(size, PlaneVec<T>::zero()), r_next = a = r = d = delta = h_next = h_tilde = end;
  for (int i = 0; i < n; ++i) {
    const PlanarLink<T>& l = arm.link(i);
    const bool slides = i + 1 < n && !arm.link(i + 1).revolute();
    const PlaneVec<T> centre = (T(1) / sign_select(l.m, l.m, T(1), l.m)) * PlaneVec<T>{l.hx, l.hy};
    const PlaneVec<T> to = slides ? PlaneVec<T>{arm.link(i + 1).d, arm.link(i + 1).r}
                                  : PlaneVec<T>{i + 1 < n ? arm.link(i + 1).a : last, T(0)};
    link.push_back({l.revolute(), l.flipped, slides, l.m, l.I - (l.hx * centre.x + l.hy * centre.y),
                    to - centre, l.beyond});
    end[i] = to, r_next[i] = link[i].r;
  }
}

template <class T>
void GimPaperPlanarWork<T>::set(const PlanarArm<T>& arm, std::span<const T> q) {
  using std::cos;
  using std::sin;
  for (int i = 0; i < arm.dof(); ++i) {
    const PlanarLink<T>& l = arm.link(i);
    const T start = i > 0 ? l.angle - arm.link(i - 1).angle : l.angle;
    if (l.revolute()) {
      const T theta = l.flipped ? start - q[i] : start + q[i];
      c[i] = cos(theta), s[i] = sin(theta);
    } else {
      c[i] = l.ct, s[i] = l.st;
    }
    if (!link[i].next_slides) continue;
    end[i].x = arm.link(i + 1).d + q[i + 1];
    r_next[i].x = link[i].r.x + q[i + 1];
  }
}

// Q_i v: 4M 2A.
template <class T>
PlaneVec<T> gim_paper_planar_turned(const GimPaperPlanarWork<T>& work, int i, const PlaneVec<T>& v) {
  return {work.c[i] * v.x - work.s[i] * v.y, work.s[i] * v.x + work.c[i] * v.y};
}

// Step 1: [a_i]_i = (a_i cos θ_i, a_i sin θ_i): 2M.
template <class T>
void gim_paper_planar_1(GimPaperPlanarWork<T>& work, int i) {
  const PlaneVec<T>& to = work.end[i];
  work.a[i] = work.link[i].next_slides ? gim_paper_planar_turned(work, i, to)
                                       : PlaneVec<T>{to.x * work.c[i], to.x * work.s[i]};  // 004 (P1)
}

// Step 2: [r_i]_i = Q_i [r_i]_i+1: 4M 2A.
template <class T>
void gim_paper_planar_2(GimPaperPlanarWork<T>& work, int i) {
  work.r[i] = gim_paper_planar_turned(work, i, work.r_next[i]);  // 004 (P2)
}

// Step 3: [d_i]_i = [a_i]_i - [r_i]_i: 2A.
template <class T>
void gim_paper_planar_3(GimPaperPlanarWork<T>& work, int i) {
  work.d[i] = work.a[i] - work.r[i];  // 004 (P3)
}

// Step 4: [m_i d_i]_i: 2M.
template <class T>
void gim_paper_planar_4(GimPaperPlanarWork<T>& work, int i) {
  work.delta[i] = work.link[i].m * work.d[i];  // 004 (P4)
}

// Step 5(a): i_zz + m d·d; the other blocks of M_i are m R d and m 1: 2M 2A, which the paper leaves out.
template <class T>
void gim_paper_planar_5a(GimPaperPlanarWork<T>& work, int i) {
  work.I[i] = work.link[i].I + dot(work.d[i], work.delta[i]);  // 004 (P5a)
}

// The part of step 5(b) that the paper leaves out: the rotation of M̃_i+1 from frame i+1 to frame i, 4M 2A.
template <class T>
void gim_paper_planar_5b_turn(GimPaperPlanarWork<T>& work, int i) {
  work.h_next[i] = gim_paper_planar_turned(work, i, work.h_tilde[i + 1]);  // 004 (P5b)
}

// Step 5(b): M̃_i = M_i + A_i+1,iᵀ M̃_i+1 A_i+1,i, M̃_n = M_n. With k = h + m a the moment of inertia grows by a·h + a·k: 6M 9A.
template <class T>
void gim_paper_planar_5b(GimPaperPlanarWork<T>& work, int i) {
  if (i + 1 == static_cast<int>(work.link.size())) {
    work.h_tilde[i] = work.delta[i], work.I_tilde[i] = work.I[i];
    return;
  }
  const PlaneVec<T>&a = work.a[i], &h = work.h_next[i];
  const PlaneVec<T> k = h + work.link[i + 1].beyond * a;
  work.h_tilde[i] = work.delta[i] + k;  // 004 (P5b)
  work.I_tilde[i] = work.I[i] + (work.I_tilde[i + 1] + (dot(a, h) + dot(a, k)));
}

template <class T>
struct PlaneWrench {
  T n;
  PlaneVec<T> f;
};

// M̃_i p_i, p_i = (1; 0, 0) or (0; e) with e = (1, 0): no operations.
template <class T>
PlaneWrench<T> gim_paper_planar_wrench(const GimPaperPlanarWork<T>& work, int i) {
  const PlaneVec<T>& h = work.h_tilde[i];
  if (work.link[i].revolute) return {work.I_tilde[i], quarter(h)};
  return {-h.y, {work.link[i].beyond, T(0)}};
}

// Step 6(a): i_ii, an element of M̃_i.
template <class T>
T gim_paper_planar_6a(const GimPaperPlanarWork<T>& work, int i) {
  return work.link[i].revolute ? work.I_tilde[i] : work.link[i].beyond;  // 004 (P6a)
}

// Step 7: i_ij = p_jᵀ A_ijᵀ M̃_i p_i, with the wrench of i moved from frame j+1 to frame j: 6M 4A.
template <class T>
T gim_paper_planar_7(const GimPaperPlanarWork<T>& work, int j, PlaneWrench<T>& F) {
  const PlaneVec<T> f = gim_paper_planar_turned(work, j, F.f);
  F = {F.n + (work.a[j].x * f.y - work.a[j].y * f.x), f};
  return work.link[j].revolute ? F.n : F.f.x;  // 004 (P7)
}

// The full symmetric GIM by all steps, whose cost 004 (Table2) prints. After `set`.
template <class T>
void gim_paper_planar(GimPaperPlanarWork<T>& work, MatView<T> M) {
  const int n = static_cast<int>(work.link.size());
  for (int i = 0; i < n; ++i) {
    gim_paper_planar_1(work, i);
    gim_paper_planar_2(work, i);
    gim_paper_planar_3(work, i);
    gim_paper_planar_4(work, i);
    gim_paper_planar_5a(work, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    if (i + 1 < n) gim_paper_planar_5b_turn(work, i);
    gim_paper_planar_5b(work, i);
    M(i, i) = gim_paper_planar_6a(work, i);
    PlaneWrench<T> F = gim_paper_planar_wrench(work, i);
    for (int j = i - 1; j >= 0; --j) {
      const T f = gim_paper_planar_7(work, j, F);
      M(i, j) = M(j, i) = detail::unflipped(work.link[i].flipped != work.link[j].flipped, f);
    }
  }
}

}  // namespace catena
