// SPDX-License-Identifier: Apache-2.0
// Kinematic influence coefficients (KICs) of any point of any link: G and H depend on q alone, and give the
// velocity u̇ = G q̇ and the acceleration ü = G q̈ + q̇ᵀ H q̇ of the point and of its link.
//
// Paper    Kang: "Computationally efficient KIC-based dynamic modeling of robot manipulators", section 2 and
//          appendix 1; eqs 1-7, 11.
// Symbols  g_j column j of G: (angular; linear) velocity for a unit rate of joint j | H_jk = ∂g_k/∂q_j
//          S_j axis, O_j a point on it | P the point
// Frames   the robot's base axes; the point is given in the frame of its link.
// Differs  one array of six rows for the paper's two of three; for a prismatic joint O_j does not matter.
// Misprint appendix 1, translational second order, row 5: its columns must read R P (joint k turns, joint j slides),
//          not P R, which row 3 has; the fourth table is the rotational second order, and P P gives 0 there too.
// Cost     G 6l + 7 mul, 6l + 7 add; H 6l² + 2l + 9 mul, 3l² + 2l + 9 add, for a point of the l-th link, l > 1, of a
//          revolute arm with poses given; asserted in kic_test.cpp.
#pragma once

#include "catena/core/math/central.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/frame.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

// Helpers of this paper.
namespace kang {

// S_k × (P - O_k) for a joint that turns, S_k for one that slides.
template <class T>
CATENA_INLINE Vec3<T> translational_kic(const ChainLink<T>& joint, const Pose<T>& X, const Vec3<T>& P) {
  return joint.revolute() ? cross(X.R.col_z(), P - X.p) : X.R.col_z();  // 001 (A1)
}
template <class T>
CATENA_INLINE Vec3<T> rotational_kic(const ChainLink<T>& joint, const Pose<T>& X) {
  return joint.revolute() ? X.R.col_z() : Vec3<T>::zero();  // 001 (A2)
}

}  // namespace kang

// G (6 x n) of the point `r` of link `link` (0-based), r in that link's frame. After set_poses.
template <class T>
void first_order_kic(const Chain<T>& arm, const Kinematics<T>& k, int link, const Vec3<T>& r, MatView<T> G) {
  const Vec3<T> P = k.frame[link] * r;
  for (int j = 0; j < arm.dof(); ++j) {  // 001 (2)
    const bool moves = j <= link;
    set_column(G, j, moves ? kang::rotational_kic(arm.link(j), k.frame[j]) : Vec3<T>::zero(),
               moves ? kang::translational_kic(arm.link(j), k.frame[j], P) : Vec3<T>::zero());
  }
}

// H (6 x n x n) of the same point: H(., j, k) = ∂g_k/∂q_j. The linear rows are symmetric in j and k, the angular
// ones are zero for j >= k. After set_poses.
template <class T>
void second_order_kic(const Chain<T>& arm, const Kinematics<T>& k, int link, const Vec3<T>& r,
                      CubeView<T> H) {
  const auto set = [&H](int j, int l, const Vec3<T>& ang, const Vec3<T>& lin) {
    H(0, j, l) = ang.x, H(1, j, l) = ang.y, H(2, j, l) = ang.z;
    H(3, j, l) = lin.x, H(4, j, l) = lin.y, H(5, j, l) = lin.z;
  };
  const Vec3<T> none = Vec3<T>::zero(), P = k.frame[link] * r;
  for (int l = 0; l < arm.dof(); ++l) {  // 001 (4)
    const Vec3<T> lin = l <= link ? kang::translational_kic(arm.link(l), k.frame[l], P) : none;
    const Vec3<T> ang = l <= link ? kang::rotational_kic(arm.link(l), k.frame[l]) : none;
    for (int j = 0; j <= l; ++j) {
      // a revolute inner joint rotates all that the outer one moves; a prismatic one rotates nothing
      const bool turns = l <= link && arm.link(j).revolute();
      const Vec3<T> S = k.frame[j].R.col_z();
      const Vec3<T> Hlin = turns ? cross(S, lin) : none;                                     // 001 (A3)
      const Vec3<T> Hang = turns && j < l && arm.link(l).revolute() ? cross(S, ang) : none;  // 001 (A4)
      set(j, l, Hang, Hlin);
      if (j < l) set(l, j, none, Hlin);
    }
  }
}

// G and H of a frame in any of its axes, H(., j, k) = ∂g_k/∂q_j; zero for a frame of the base. After set_poses.
template <class T>
void frame_kic(const Chain<T>& arm, const Kinematics<T>& k, const Frame<T>& frame, MatView<T> G,
               CubeView<T> H) {
  const Vec3<T> none = Vec3<T>::zero();
  const int n = arm.dof();
  const auto column = [&G](int j) -> Motion<T> {
    return {{G(0, j), G(1, j), G(2, j)}, {G(3, j), G(4, j), G(5, j)}};
  };
  const auto plane = [&H](int l) { return MatView<T>{&H(0, 0, l), 6, H.cols, 6}; };
  if (frame.link < 0) {
    for (int l = 0; l < n; ++l) {
      set_column(G, l, none, none);
      for (int j = 0; j < n; ++j) set_column(plane(l), j, none, none);
    }
    return;
  }
  first_order_kic(arm, k, frame.link, frame.pose.p, G);
  second_order_kic(arm, k, frame.link, frame.pose.p, H);
  if (frame.axes == Axes::base_at_frame) return;
  const Pose<T> X = k.frame[frame.link] * frame.pose;
  const bool own = frame.axes == Axes::frame;
  for (int l = 0; l < n; ++l)
    for (int j = 0; j < n; ++j) {
      const Motion<T> gj = column(j), gl = column(l);
      const Vec3<T> ang = {H(0, j, l), H(1, j, l), H(2, j, l)}, lin = {H(3, j, l), H(4, j, l), H(5, j, l)};
      if (own)  // ∂(Rᵀ g)/∂q_j = Rᵀ (∂g/∂q_j - ω_j × g)
        set_column(plane(l), j, transpose_times(X.R, ang - cross(gj.ang, gl.ang)),
                   transpose_times(X.R, lin - cross(gj.ang, gl.lin)));
      else  // the velocity of the base's origin is v + P × ω
        set_column(plane(l), j, ang, lin + cross(gj.lin, gl.ang) + cross(X.p, ang));
    }
  for (int l = 0; l < n; ++l) {
    const Motion<T> g = column(l);
    if (own)
      set_column(G, l, transpose_times(X.R, g.ang), transpose_times(X.R, g.lin));
    else
      set_column(G, l, g.ang, g.lin + cross(X.p, g.ang));
  }
}

// u̇ = G q̇: angular velocity of the link, velocity of the point.
template <class T>
Motion<T> kic_velocity(MatView<T> G, std::span<const T> qd) {
  Motion<T> u = Motion<T>::zero();
  for (int j = 0; j < G.cols; ++j) {  // 001 (1)
    u.ang += qd[j] * Vec3<T>{G(0, j), G(1, j), G(2, j)};
    u.lin += qd[j] * Vec3<T>{G(3, j), G(4, j), G(5, j)};
  }
  return u;
}

// ü = G q̈ + q̇ᵀ H q̇: angular acceleration of the link, acceleration of the point.
template <class T>
Motion<T> kic_acceleration(MatView<T> G, CubeView<T> H, std::span<const T> qd, std::span<const T> qdd) {
  Motion<T> u = kic_velocity(G, qdd);
  for (int k = 0; k < G.cols; ++k)  // 001 (3)
    for (int j = 0; j < G.cols; ++j) {
      const T qq = qd[j] * qd[k];
      u.ang += qq * Vec3<T>{H(0, j, k), H(1, j, k), H(2, j, k)};
      u.lin += qq * Vec3<T>{H(3, j, k), H(4, j, k), H(5, j, k)};
    }
  return u;
}

template <class T>
struct KicWork {
  explicit KicWork(int n)
      : kinematics(n), G(6, n), H(6 * static_cast<std::size_t>(n) * static_cast<std::size_t>(n), T(0)) {}
  Kinematics<T> kinematics;  // poses of all frames
  MatX<T> G;                 // (6 x n)     of the centre of mass of a link
  std::vector<T> H;          // (6 x n x n) of the centre of mass of a link
};

// τ = M q̈ + C q̇ + g by virtual work: d'Alembert loads of each link, with G and H of its centre of mass.
template <class T>
void kic_loads(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
               const Vec3<T>& gravity, KicWork<T>& work, std::span<T> tau) {
  const int n = arm.dof();
  const MatView<T> G = work.G.view();
  const CubeView<T> H{work.H.data(), 6, n};
  set_poses(arm, x, work.kinematics);
  for (int i = 0; i < n; ++i) tau[i] = T(0);
  for (int l = 0; l < n; ++l) {
    const RigidInertia<T>& b = arm.link(l).body;
    const Vec3<T> c = mass_centre(b.m, b.h);
    const Sym3<T> II = rotated(work.kinematics.frame[l].R, central_inertia(b.I, b.h, c));
    first_order_kic(arm, work.kinematics, l, c, G);
    second_order_kic(arm, work.kinematics, l, c, H);
    const Vec3<T> w = kic_velocity(G, qd).ang;
    const Motion<T> a = kic_acceleration(G, H, qd, qdd);
    const Vec3<T> f = b.m * (a.lin - gravity);        // 001 (5)
    const Vec3<T> m = II * a.ang + cross(w, II * w);  // 001 (6)
    for (int i = 0; i <= l; ++i)                      // 001 (7)
      tau[i] = tau[i] + (G(0, i) * m.x + G(1, i) * m.y + G(2, i) * m.z) +
               (G(3, i) * f.x + G(4, i) * f.y + G(5, i) * f.z);
  }
}

// Rate of the momentum of the arm about the origin of the base: the d'Alembert loads of all links, without gravity.
template <class T>
Force<T> kic_momentum_rate(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                           std::span<const T> qdd, KicWork<T>& work) {
  const MatView<T> G = work.G.view();
  const CubeView<T> H{work.H.data(), 6, arm.dof()};
  Force<T> rate = Force<T>::zero();
  set_poses(arm, x, work.kinematics);
  for (int l = 0; l < arm.dof(); ++l) {
    const RigidInertia<T>& b = arm.link(l).body;
    const Vec3<T> c = mass_centre(b.m, b.h);
    const Sym3<T> II = rotated(work.kinematics.frame[l].R, central_inertia(b.I, b.h, c));
    first_order_kic(arm, work.kinematics, l, c, G);
    second_order_kic(arm, work.kinematics, l, c, H);
    const Vec3<T> w = kic_velocity(G, qd).ang;
    const Motion<T> a = kic_acceleration(G, H, qd, qdd);
    const Vec3<T> f = b.m * a.lin;
    rate.lin += f;
    rate.ang += II * a.ang + cross(w, II * w) + cross(work.kinematics.frame[l] * c, f);
  }
  return rate;
}

// Linear momentum of the arm, link by link.
template <class T>
Vec3<T> kic_momentum(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, KicWork<T>& work) {
  Vec3<T> P = Vec3<T>::zero();
  set_poses(arm, x, work.kinematics);
  for (int l = 0; l < arm.dof(); ++l) {
    const RigidInertia<T>& b = arm.link(l).body;
    first_order_kic(arm, work.kinematics, l, mass_centre(b.m, b.h), work.G.view());
    P += b.m * kic_velocity(work.G.view(), qd).lin;  // 001 (11)
  }
  return P;
}

}  // namespace catena
