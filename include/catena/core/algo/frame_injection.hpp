// SPDX-License-Identifier: Apache-2.0
// Frame injection: the accelerations and moments that the motion of each joint alone adds to each link, and their sums.
//
// Paper    Safeea, Bearee, Neto 2018: "Reducing the computational complexity of mass-matrix calculation for
//          high DOF robots", IROS, eqs 1 and 4-18: the theory behind gdahj.hpp, for study. Eqs 19-30 are in
//          frame_moments.hpp.
// Symbols  k_j axis, p_j origin, ω_j = k_j q̇_j, ε_j = k_j q̈_j of frame j | p_Ci centre of mass of link i,
//          p_Cij = p_Ci - p_j, l_i = p_{i+1} - p_i | I_i inertia about the centre of mass, L_i = tr(I_i) 1 - 2 I_i
//          p̈_Cij, μ_Cij: acceleration of the centre of mass, moment about it, that frame j transfers to link i
// Frames   everything in base axes, as in the paper.
// Differs  prismatic joints: frame j transfers k_j q̈_j, and k_j q̇_j is part of the relative velocity that the
//          frames before it see. Gravity is an acceleration of the base. A massless link has its centre of mass in
//          the origin of its frame.
// Misprint eq 18 has I_iᵀ for the tensor I_iⁱ of eq 12; its l_i ends in the succeeding frame, i+1.
// Cost     inverse dynamics (57n² + 177n - 24) / 2 mul, 30n² + 71n - 15 add, all revolute, poses given;
//          asserted in frame_injection_test.cpp. The paper prints none: this is for study, rnea for speed.
#pragma once

#include "catena/core/math/central.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

// Link i about its centre of mass, in base axes.
template <class T>
struct InjectedBody {
  T m;
  Vec3<T> c;    // p_Ci
  Vec3<T> p_C;  // p_Cii = p_Ci - p_i
  Sym3<T> I;    // R_i I_i R_iᵀ
  Sym3<T> L;    // tr(I_i) 1 - 2 I_i
};

// The accelerations and moments that frame j transfers to link i.
template <class T>
struct Injection {
  Vec3<T> tangential, normal, coriolis;                       // p̈_Cij, three parts
  Vec3<T> moment_tangential, moment_normal, moment_coriolis;  // μ_Cij, three parts

  static Injection zero() {
    const Vec3<T> o = Vec3<T>::zero();
    return {o, o, o, o, o, o};
  }
  Vec3<T> acceleration() const { return tangential + normal + coriolis; }                 // 000 (11)
  Vec3<T> moment() const { return moment_tangential + moment_normal + moment_coriolis; }  // 000 (17)
};

template <class T>
struct FrameInjectionWork {
  explicit FrameInjectionWork(int n)
      : kinematics(n),
        body(static_cast<std::size_t>(n),
             {T(0), Vec3<T>::zero(), Vec3<T>::zero(), Sym3<T>::zero(), Sym3<T>::zero()}),
        rate(static_cast<std::size_t>(n), Vec3<T>::zero()),
        accel(rate),
        force(rate),
        moment(rate),
        injection(static_cast<std::size_t>(n), Injection<T>::zero()) {}
  Kinematics<T> kinematics;             // poses of all frames                           set_poses
  std::vector<InjectedBody<T>> body;    // (n)                                           set_bodies
  std::vector<Vec3<T>> rate, accel;     // (n) k_j q̇_j, k_j q̈_j                          set_rates
  std::vector<Vec3<T>> force, moment;   // (n) what moves link i, at its centre of mass     frame_injection
  std::vector<Injection<T>> injection;  // (n) what frames 0..i transfer to link i       link_injections
};

// The links about their centres of mass. After set_poses.
template <class T>
void set_bodies(const Chain<T>& arm, FrameInjectionWork<T>& work) {
  for (int i = 0; i < arm.dof(); ++i) {
    const RigidInertia<T>& b = arm.link(i).body;
    const Pose<T>& X = work.kinematics.frame[i];
    const Vec3<T> c = mass_centre(b.m, b.h);  // in frame i
    const Vec3<T> p_C = X.R * c;
    const Sym3<T> I = rotated(X.R, central_inertia(b.I, b.h, c));  // 000 (12)
    const T tr = I.xx + I.yy + I.zz;
    const Sym3<T> L = {tr - (I.xx + I.xx), tr - (I.yy + I.yy), tr - (I.zz + I.zz),
                       -(I.xy + I.xy),     -(I.xz + I.xz),     -(I.yz + I.yz)};  // 000 (14)
    work.body[i] = {b.m, X.p + p_C, p_C, I, L};
  }
}

// Velocity and acceleration of each joint alone. After set_poses.
template <class T>
void set_rates(const Chain<T>& arm, std::span<const T> qd, std::span<const T> qdd,
               FrameInjectionWork<T>& work) {
  for (int j = 0; j < arm.dof(); ++j) {
    const Vec3<T> k = work.kinematics.frame[j].R.col_z();
    work.rate[j] = qd[j] * k;    // 000 (7)
    work.accel[j] = qdd[j] * k;  // 000 (5)
  }
}

// Computes what frames 0..i transfer to link i, into `injection`. After set_bodies and set_rates.
template <class T>
void link_injections(const Chain<T>& arm, int i, FrameInjectionWork<T>& work) {
  const InjectedBody<T>& b = work.body[i];
  Vec3<T> vr = Vec3<T>::zero();  // velocity that frames j+1..i give to the centre of mass
  Vec3<T> wr = Vec3<T>::zero();  // angular velocity that they give to the link
  for (int j = i; j >= 0; --j) {
    Injection<T>& out = work.injection[j];
    out = Injection<T>::zero();
    const Vec3<T>&w = work.rate[j], &eps = work.accel[j];
    if (arm.link(j).revolute()) {
      const Vec3<T> p = b.c - work.kinematics.frame[j].p;  // 000 (20) (21)
      const Vec3<T> v = cross(w, p);
      out.tangential = cross(eps, p);    // 000 (4)
      out.normal = cross(w, v);          // 000 (6) (8)
      out.coriolis = cross(w, vr + vr);  // 000 (9)
      vr += v;                           // 000 (10)
      const Vec3<T> Lw = b.L * w;
      out.moment_tangential = b.I * eps;          // 000 (12)
      out.moment_normal = T(0.5) * cross(Lw, w);  // 000 (13)
      out.moment_coriolis = cross(Lw, wr);        // 000 (15)
      wr += w;                                    // 000 (16)
    } else {
      out.tangential = eps;
      vr += w;
    }
  }
}

// τ = A q̈ + B q̇ + g, from poses that are known. `tip`: the wrench that the arm exerts at the tool, in tool
// axes.
template <class T>
void frame_injection_from_poses(const Chain<T>& arm, std::span<const T> qd, std::span<const T> qdd,
                                const Vec3<T>& gravity, const Force<T>& tip, FrameInjectionWork<T>& work,
                                std::span<T> tau) {
  const int n = arm.dof();
  set_bodies(arm, work);
  set_rates(arm, qd, qdd, work);

  // each link: the sum over the frames that carry it
  for (int i = 0; i < n; ++i) {
    link_injections(arm, i, work);
    Vec3<T> acc = -gravity, moment = Vec3<T>::zero();
    for (int j = 0; j <= i; ++j) {
      acc += work.injection[j].acceleration();
      moment += work.injection[j].moment();
    }
    work.force[i] = work.body[i].m * acc;
    work.moment[i] = moment;
  }

  // inward: the balance of link i
  const Pose<T>& tool = work.kinematics.tool;
  Vec3<T> mu = tool.R * tip.ang, f = tool.R * tip.lin, next = tool.p;
  for (int i = n - 1; i >= 0; --i) {
    const Pose<T>& X = work.kinematics.frame[i];
    const Vec3<T> l = next - X.p;
    mu = mu + work.moment[i] + cross(work.body[i].p_C, work.force[i]) + cross(l, f);  // 000 (18)
    f += work.force[i];
    next = X.p;
    tau[i] = dot(X.R.col_z(), arm.link(i).revolute() ? mu : f);  // 000 (1)
  }
}

template <class T>
void frame_injection(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                     const Vec3<T>& gravity, const Force<T>& tip, FrameInjectionWork<T>& work,
                     std::span<T> tau) {
  set_poses(arm, x, work.kinematics);
  frame_injection_from_poses(arm, qd, qdd, gravity, tip, work, tau);
}

}  // namespace catena
