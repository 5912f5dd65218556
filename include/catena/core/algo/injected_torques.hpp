// SPDX-License-Identifier: Apache-2.0
// Which joint a torque comes from: the torque of joint i that the motion of joint j alone causes, in three parts.
//
// Paper    Safeea, Bearee, Neto 2018: "Reducing the computational complexity of mass-matrix calculation for high DOF
//          robots", IROS, section II, eqs 4 to 17: the parts that frame j injects into each link, taken to the joints.
// Symbols  as in frame_injection.hpp
// Frames   base axes.
// Differs  the paper stops at the links. The parts of j with relative velocities (Coriolis) belong to j although the joints
//          between j and the link move too.
// Cost     O(n³), for study.
#pragma once

#include "catena/core/algo/frame_injection.hpp"
#include "catena/core/math/dense.hpp"

namespace catena {

template <class T>
struct InjectedTorques {
  explicit InjectedTorques(int n) : tangential(n, n), normal(n, n), coriolis(n, n), injection(n) {}
  MatX<T> tangential, normal, coriolis;  // (i, j): of joint i, by frame j. tangential(i, j) = M_ij q̈_j
  FrameInjectionWork<T> injection;
};

// The rows of the three matrices (n x n) add up to the torques without gravity. 000 (SectionII)
template <class T>
void injected_torques(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                      FrameInjectionWork<T>& work, MatView<T> tangential, MatView<T> normal,
                      MatView<T> coriolis) {
  const int n = arm.dof();
  set_poses(arm, x, work.kinematics);
  set_bodies(arm, work);
  set_rates(arm, qd, qdd, work);
  for (const MatView<T>& part : {tangential, normal, coriolis})
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) part(i, j) = T(0);
  for (int l = 0; l < n; ++l) {
    link_injections(arm, l, work);
    const InjectedBody<T>& body = work.body[l];
    for (int j = 0; j <= l; ++j) {
      const Injection<T>& in = work.injection[j];
      for (int i = 0; i <= l; ++i) {
        const Pose<T>& X = work.kinematics.frame[i];
        const Vec3<T> k = X.R.col_z();
        const auto torque = [&](const Vec3<T>& acceleration, const Vec3<T>& moment) {
          const Vec3<T> f = body.m * acceleration;
          return dot(k, arm.link(i).revolute() ? moment + cross(body.c - X.p, f) : f);
        };
        tangential(i, j) = tangential(i, j) + torque(in.tangential, in.moment_tangential);
        normal(i, j) = normal(i, j) + torque(in.normal, in.moment_normal);
        coriolis(i, j) = coriolis(i, j) + torque(in.coriolis, in.moment_coriolis);
      }
    }
  }
}

template <class T>
void injected_torques(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, std::span<const T> qdd,
                      InjectedTorques<T>& out) {
  injected_torques<T>(arm, x, qd, qdd, out.injection, out.tangential, out.normal, out.coriolis);
}

}  // namespace catena
