// SPDX-License-Identifier: Apache-2.0
// Inertia matrix A(q) from moments, link by link: the moment at joint i for a unit acceleration of joint j alone.
//
// Paper    Safeea, Bearee, Neto 2018: "Reducing the computational complexity of mass-matrix calculation for
//          high DOF robots", IROS, eqs 19-30: the derivation of the sums of gdahj.hpp, for study.
// Symbols  μ_ij moment at joint i for q̈_j = 1 | η_i, κ_i terms of link i | b_i, D_i their sums over links i..n
//          k, p, p_C, l, I as in frame_injection.hpp | t_j = k_j × p_j
// Frames   everything in base axes, as in the paper.
// Differs  prismatic joints: k_j = 0 and t_j = minus the axis, as in gdahj.hpp; joint i then takes the force,
//          for which the masses and first moments of links i..n are kept.
// Misprint eqs 19, 25 have I_iᵀ, I_iᵗ for I_iⁱ; eqs 18-30 hold for i >= j only, the rest is symmetry.
// Cost     9n² + 103n - 20 mul, 7n² + 112n - 42 add, all revolute, poses given; asserted in
//          frame_moments_test.cpp. gdahj.hpp forms the same A within the paper's count.
#pragma once

#include "catena/core/algo/frame_injection.hpp"
#include "catena/core/math/dense.hpp"

namespace catena {

// The terms of link i, and of links i..n.
template <class T>
struct LinkTerms {
  Vec3<T> eta;    // η_i
  Mat3<T> kappa;  // κ_i
  Vec3<T> b;      // b_i
  Mat3<T> D;      // D_i
  T m;            // mass of links i..n
  Vec3<T> s;      // their first moment about the base's origin
  Vec3<T> k, t;   // of joint i: axis and k_i × p_i; 0 and minus the axis if it is prismatic

  static LinkTerms zero() {
    const Vec3<T> o = Vec3<T>::zero();
    return {o, Mat3<T>::zero(), o, Mat3<T>::zero(), T(0), o, o, o};
  }
};

template <class T>
struct FrameMomentsWork {
  explicit FrameMomentsWork(int n) : injection(n), link(static_cast<std::size_t>(n), LinkTerms<T>::zero()) {}
  FrameInjectionWork<T> injection;  // poses and bodies
  std::vector<LinkTerms<T>> link;   // (n)                    set_terms
};

namespace detail {

// â b̂, the product of two skew matrices: b aᵀ - (a·b) 1.
template <class T>
Mat3<T> hat_hat(const Vec3<T>& a, const Vec3<T>& b) {
  const T xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {-(yy + zz), b.x * a.y,  b.x * a.z,  //
          b.y * a.x,  -(xx + zz), b.y * a.z,  //
          b.z * a.x,  b.z * a.y,  -(xx + yy)};
}

}  // namespace detail

// η, κ, b, D of all links. After set_poses.
template <class T>
void set_terms(const Chain<T>& arm, FrameMomentsWork<T>& work) {
  set_bodies(arm, work.injection);
  LinkTerms<T> outer = LinkTerms<T>::zero();
  Vec3<T> next = Vec3<T>::zero();
  for (int i = arm.dof() - 1; i >= 0; --i) {
    const InjectedBody<T>& body = work.injection.body[i];
    const Pose<T>& X = work.injection.kinematics.frame[i];
    const Vec3<T> z = X.R.col_z();
    const Vec3<T> l = next - X.p;  // multiplied by zero mass at the last link
    const Vec3<T> h = body.m * body.p_C;
    LinkTerms<T>& out = work.link[i];
    out.eta = h + outer.m * l;                                                               // 000 (23)
    out.kappa = Mat3<T>::zero() - detail::hat_hat(h, body.c) - detail::hat_hat(l, outer.s);  // 000 (24)
    out.b = outer.b + out.eta;                                                               // 000 (27)
    out.D = outer.D + (body.I.full() + out.kappa);                                           // 000 (28)
    out.m = outer.m + body.m;
    out.s = outer.s + body.m * body.c;
    out.k = arm.link(i).revolute() ? z : Vec3<T>::zero();
    out.t = arm.link(i).revolute() ? cross(z, X.p) : -z;
    outer = out;
    next = X.p;
  }
}

// μ_ij for i >= j: the moment at joint i that q̈_j = 1 requires, at rest and without gravity. After set_terms.
template <class T>
Vec3<T> joint_moment(const FrameMomentsWork<T>& work, int i, int j) {
  const LinkTerms<T>& a = work.link[i];
  return a.D * work.link[j].k - cross(a.b, work.link[j].t);  // 000 (26) (29)
}

// The same from μ_{i+1,j}, one link on.
template <class T>
Vec3<T> joint_moment_from(const FrameMomentsWork<T>& work, int i, int j, const Vec3<T>& mu_next) {
  const LinkTerms<T>& a = work.link[i];
  const Vec3<T>&k = work.link[j].k, &t = work.link[j].t;
  return mu_next + (work.injection.body[i].I.full() + a.kappa) * k - cross(a.eta, t);  // 000 (19) (22) (25)
}

// The force beside it, for prismatic joints i.
template <class T>
Vec3<T> joint_force(const FrameMomentsWork<T>& work, int i, int j) {
  const LinkTerms<T>& a = work.link[i];
  return cross(work.link[j].k, a.s) - a.m * work.link[j].t;
}

// A(q), every element from its own moment, from poses that are known. Fills the full matrix.
template <class T>
void frame_moments_from_poses(const Chain<T>& arm, FrameMomentsWork<T>& work, MatView<T> M) {
  set_terms(arm, work);
  for (int i = 0; i < arm.dof(); ++i) {
    const Vec3<T> z = work.injection.kinematics.frame[i].R.col_z();
    for (int j = 0; j <= i; ++j)
      M(i, j) = M(j, i) =
          dot(z, arm.link(i).revolute() ? joint_moment(work, i, j) : joint_force(work, i, j));  // 000 (30)
  }
}

template <class T>
void frame_moments(const Chain<T>& arm, const Posture<T>& x, FrameMomentsWork<T>& work, MatView<T> M) {
  set_poses(arm, x, work.injection.kinematics);
  frame_moments_from_poses(arm, work, M);
}

}  // namespace catena
