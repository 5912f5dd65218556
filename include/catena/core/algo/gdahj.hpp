// SPDX-License-Identifier: Apache-2.0
// Inertia matrix M(q) with a small quadratic cost: two inner products for each element (math/rank_six_fast.hpp has less).
//
// Paper    Safeea, Bearee, Neto 2018: "Reducing the computational complexity of mass-matrix calculation for
//          high DOF robots", IROS, Algorithm 1 and eq 31.
// Symbols  k_j axis of joint j | t_j = k_j × p_j | d_i moment about the origin of the base, y_i minus the force,
//          that give links i..n, taken as one body, a unit acceleration of joint i
// Frames   composites in link frames; k, t, d, y in base axes, about the origin of the base.
// Differs  the paper sums D_i and b_i link by link in base axes; here the composite bodies are built in link frames, where
//          a step costs less, and only d_i = D_iᵀ k_i and y_i = b_i × k_i are transformed to the base. gdahj_sums.hpp
//          sums in base axes as the paper does, for several links at once.
//          Prismatic joints: k = 0 and t = minus the axis, with the same inner loop.
// Misprint the text before Algorithm 1 has y_i = b̂_iᵀ k_i; the sign of eq 31's second line, b̂_i k_i, is right.
// Cost     3n² + 61n - 35 mul, (5n² + 123n - 90) / 2 add, all revolute, poses given; asserted in gdahj_test.cpp
//          against 000 (Table1).
#pragma once

#include "catena/core/math/rank_six.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

template <class T>
struct GdahjWork {
  explicit GdahjWork(int n)
      : kinematics(n),
        stride((static_cast<std::size_t>(n) + 7) / 8 * 8),
        axes(6 * stride, T(0)),
        wrenches(axes) {}
  Kinematics<T> kinematics;  // poses of all frames
  std::size_t stride;        // n in whole vectors
  std::vector<T> axes;      // (6 x stride) k_x, k_y, k_z, t_x, t_y, t_z of all joints, component by component
  std::vector<T> wrenches;  // (6 x stride) d and y likewise
};

// k_j and t_j, from the poses.
template <class T>
void joint_axes(const Chain<T>& arm, GdahjWork<T>& work) {
  const std::size_t n = static_cast<std::size_t>(arm.dof()), stride = work.stride;
  for (std::size_t j = 0; j < n; ++j) {
    const Pose<T>& X = work.kinematics.frame[j];
    const Vec3<T> z = X.R.col_z();
    const bool turns = arm.link(static_cast<int>(j)).revolute();
    const Vec3<T> k = turns ? z : Vec3<T>::zero();
    const Vec3<T> t = turns ? cross(z, X.p) : -z;  // 000 (31)
    T* const a = &work.axes[j];
    a[0] = k.x, a[stride] = k.y, a[2 * stride] = k.z;
    a[3 * stride] = t.x, a[4 * stride] = t.y, a[5 * stride] = t.z;
  }
}

// d_i and y_i: the wrench of a unit acceleration of joint i, about the base's origin. After joint_axes.
template <class T>
void joint_wrenches(const Chain<T>& arm, const Posture<T>& x, GdahjWork<T>& work) {
  const int n = arm.dof();
  const std::size_t stride = work.stride;
  RigidInertia<T> composite = arm.link(n - 1).body;
  for (int i = n - 1; i >= 0; --i) {
    const Pose<T>& X = work.kinematics.frame[i];
    const Force<T> F = along_joint(arm.link(i), composite);
    const Vec3<T> f = X.R * F.lin;
    const Vec3<T> d = X.R * F.ang + cross(X.p, f);  // 000 (28) (31)
    const Vec3<T> y = -f;                           // 000 (27) (31)
    T* const w = &work.wrenches[static_cast<std::size_t>(i)];
    w[0] = d.x, w[stride] = d.y, w[2 * stride] = d.z;
    w[3 * stride] = y.x, w[4 * stride] = y.y, w[5 * stride] = y.z;
    if (i > 0) composite = arm.link(i - 1).body + to_parent(x.step(i), composite);
  }
}

// Algorithm 1, from poses that are already known (the paper does not count them). Fills the full matrix.
template <class T>
void gdahj_from_poses(const Chain<T>& arm, const Posture<T>& x, GdahjWork<T>& work, MatView<T> M) {
  joint_axes(arm, work);
  joint_wrenches(arm, x, work);
  rank_six(work.axes.data(), work.wrenches.data(), work.stride, M);
}

template <class T>
void gdahj(const Chain<T>& arm, const Posture<T>& x, GdahjWork<T>& work, MatView<T> M) {
  set_poses(arm, x, work.kinematics);
  gdahj_from_poses(arm, x, work, M);
}

}  // namespace catena
