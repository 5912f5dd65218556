// SPDX-License-Identifier: Apache-2.0
// GIM and MCI of an arm that moves in a plane: matrices of 3 x 3, written out.
//
// Paper    Bhangale, Saha, Agrawal 2004: "A Dynamic Model Based Robot Arm Selection Criterion", section 3.2.1.
// Symbols  p_i = O_{i-1} to O_i | o, v position and velocity of O_i | e slide | h, I of links i..n about O_i
//          L linear momentum of links i..n | ε = ∫ (r - o)·ṙ dm | f = R h' force that a unit acceleration requires
// Frames   common axes (of link 1, or the slide of joint 1), origin O_1; angles of links add up, so no matrix is rotated.
// Inputs   PlanarArm (model/planar.hpp): of each link the mass, first moment and moment of inertia about O_i, and
//          one length (two for a slide); PlanarPosture: the direction of each link.
// Differs  M̃ and the wrenches of pairs in common axes. In a plane ż = 0, so C is the Christoffel matrix.
// Misprint M_i has i_zz + m d·d, not i_zz of the centre of mass, and m dᵀ Rᵀ at its upper right.
// Cost     GIM n² + 8n - 13 mul, n² + 11n - 19 add; MCI 2n² + 16n - 27 mul, 2n² + 17n - 36 add; n >= 3, all
//          revolute; asserted in gim_mci_planar_test.cpp. Step by step 004 (Table2), customised 004 (Table3).
#pragma once

#include "catena/core/inline.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/planar.hpp"

namespace catena {

// Multiplications and additions for n >= 3 revolute joints and general constants.
struct PlanarCost {
  long mul, add;
};
constexpr PlanarCost planar_gim_cost(long n) {
  return {n * n + 8 * n - 13, n * n + 11 * n - 19};
}  // 004 (17)
constexpr PlanarCost planar_mci_cost(long n) {
  return {2 * n * n + 16 * n - 27, 2 * n * n + 17 * n - 36};
}  // 004 (18)

template <class T>
struct PlaneVec {
  T x, y;

  static constexpr PlaneVec zero() { return {T(0), T(0)}; }
  CATENA_INLINE friend PlaneVec operator+(const PlaneVec& a, const PlaneVec& b) {
    return {a.x + b.x, a.y + b.y};
  }
  CATENA_INLINE friend PlaneVec operator-(const PlaneVec& a, const PlaneVec& b) {
    return {a.x - b.x, a.y - b.y};
  }
  CATENA_INLINE friend PlaneVec operator*(const T& k, const PlaneVec& a) { return {k * a.x, k * a.y}; }
};
template <class T>
CATENA_INLINE T dot(const PlaneVec<T>& a, const PlaneVec<T>& b) {
  return a.x * b.x + a.y * b.y;
}
// R a: a quarter turn
template <class T>
CATENA_INLINE PlaneVec<T> quarter(const PlaneVec<T>& a) {
  return {-a.y, a.x};
}

template <class T>
struct PlanarWork {
  explicit PlanarWork(int n)
      : step(static_cast<std::size_t>(n), PlaneVec<T>::zero()),
        o(step),
        e(step),
        h(step),
        v(step),
        w(static_cast<std::size_t>(n), T(0)) {}
  std::vector<PlaneVec<T>> step;  // (n) from O_{i-1} to O_i
  std::vector<PlaneVec<T>> o;     // (n) O_i
  std::vector<PlaneVec<T>> e;     // (n) direction of a slide
  std::vector<PlaneVec<T>> h;     // (n) first moment of link i about O_i
  std::vector<PlaneVec<T>> v;     // (n) velocity of O_i, which is fixed to link i         planar_mci
  std::vector<T> w;               // (n) angular velocity of link i                         planar_mci
};

namespace detail {

// Steps 1 to 4: places and first moments in common axes.
template <class T>
void planar_places(const PlanarArm<T>& arm, const PlanarPosture<T>& x, PlanarWork<T>& work) {
  for (int i = 0; i < arm.dof(); ++i) {
    const PlanarLink<T>& l = arm.link(i);
    const T c = i > 0 ? x.c[i - 1] : T(1), s = i > 0 ? x.s[i - 1] : T(0);
    if (!l.revolute()) work.e[i] = {c, s};
    if (i == 0) continue;  // not needed for the first link
    if (l.revolute())
      work.step[i] = {l.a * c, l.a * s};  // 004 (P1)
    else
      work.step[i] = {x.d[i] * c - l.r * s, x.d[i] * s + l.r * c};               // 004 (P1)
    work.h[i] = {x.c[i] * l.hx - x.s[i] * l.hy, x.s[i] * l.hx + x.c[i] * l.hy};  // 004 (P2) (P3) (P4)
    work.o[i] = i > 1 ? work.o[i - 1] + work.step[i] : work.step[i];
  }
}

// With the sign reversed if the joint turns against the normal of the plane.
template <class T>
CATENA_INLINE T unflipped(bool flipped, const T& value) {
  return flipped ? -value : value;
}

}  // namespace detail

// The full symmetric GIM.
template <class T>
void planar_gim(const PlanarArm<T>& arm, const PlanarPosture<T>& x, PlanarWork<T>& work, MatView<T> M) {
  const int n = arm.dof();
  detail::planar_places(arm, x, work);
  PlaneVec<T> h = PlaneVec<T>::zero();
  T I = T(0);
  for (int i = n - 1; i > 0; --i) {
    const PlanarLink<T>& l = arm.link(i);
    const T& m = l.beyond;
    h = h + work.h[i];  // M̃_i               004 (P5b)
    I = l.I + I;        // with m d·d          004 (P5a)
    const PlaneVec<T>& e = work.e[i];

    // M̃_i p_i: force R h', moment about O_1
    const PlaneVec<T> hp = l.revolute() ? h : m * PlaneVec<T>{e.y, -e.x};
    const T own = l.revolute() ? I : h.x * e.y - h.y * e.x;
    M(i, i) = l.revolute() ? I : m;  // i_ii              004 (P6a)
    const T moment = own + dot(work.o[i], hp);
    for (int j = 0; j < i; ++j) {
      const PlanarLink<T>& lj = arm.link(j);
      T f = moment;
      if (!lj.revolute())
        f = work.e[j].y * hp.x - work.e[j].x * hp.y;  // i_ij              004 (P7)
      else if (j > 0)
        f = moment - dot(work.o[j], hp);  // i_ij              004 (P7)
      M(i, j) = M(j, i) = detail::unflipped(l.flipped != lj.flipped, f);
    }

    // to O_{i-1}
    const PlaneVec<T> shifted = h + m * work.step[i];
    I = I + dot(work.step[i], h + shifted);
    h = shifted;
  }
  M(0, 0) = arm.link(0).revolute() ? arm.link(0).I + I : arm.link(0).beyond;
}

template <class T>
void planar_mci(const PlanarArm<T>& arm, const PlanarPosture<T>& x, std::span<const T> qd,
                PlanarWork<T>& work, MatView<T> C) {
  const int n = arm.dof();
  detail::planar_places(arm, x, work);

  // outward: velocities
  T w = T(0);
  PlaneVec<T> v = PlaneVec<T>::zero();
  for (int i = 0; i < n; ++i) {
    const PlanarLink<T>& l = arm.link(i);
    if (i > 0) v = v + w * quarter(work.step[i]);
    if (l.revolute())
      w = w + detail::unflipped(l.flipped, qd[i]);
    else
      v = v + qd[i] * work.e[i];
    work.v[i] = v;
    work.w[i] = w;
  }

  // inward: first moment, momentum and ε of links i..n
  PlaneVec<T> h = PlaneVec<T>::zero(), L = PlaneVec<T>::zero();
  T eps = T(0);
  for (int i = n - 1; i > 0; --i) {
    const PlanarLink<T>& l = arm.link(i);
    const PlaneVec<T>&vi = work.v[i], &e = work.e[i];
    const T& m = l.beyond;
    h = h + work.h[i];
    L = l.m * vi + work.w[i] * quarter(work.h[i]) + L;
    eps = dot(work.h[i], vi) + eps;

    // of column i: force R y, moment about O_1; of row i: κ minus the products of h' with the velocities
    const PlaneVec<T> y = l.revolute() ? L - m * vi : (m * work.w[i]) * e;
    const T own = l.revolute() ? eps - dot(h, vi) : work.w[i] * dot(h, e);
    const PlaneVec<T> hp = l.revolute() ? h : m * PlaneVec<T>{e.y, -e.x};
    const T kappa = l.revolute() ? eps : e.y * L.x - e.x * L.y;
    C(i, i) = l.revolute() ? own : T(0);
    const T moment = own + dot(work.o[i], y);
    for (int j = 0; j < i; ++j) {
      const PlanarLink<T>& lj = arm.link(j);
      const PlaneVec<T>& ej = work.e[j];
      T column = moment, row = kappa;
      if (!lj.revolute()) {
        column = ej.y * y.x - ej.x * y.y;  // c_ij, i <= j      004 (10)
        row = work.w[j] * dot(ej, hp);     // c_ij, otherwise   004 (10)
      } else if (j > 0) {
        column = moment - dot(work.o[j], y);  // c_ij, i <= j      004 (10)
        row = kappa - dot(work.v[j], hp);     // c_ij, otherwise   004 (10)
      }
      const bool flip = l.flipped != lj.flipped;
      C(j, i) = detail::unflipped(flip, column);
      C(i, j) = detail::unflipped(flip, row);
    }

    // to O_{i-1}
    eps = eps + dot(work.step[i], L);
    if (i > 1) h = h + m * work.step[i];
  }
  C(0, 0) = arm.link(0).revolute() ? eps : T(0);
}

}  // namespace catena
