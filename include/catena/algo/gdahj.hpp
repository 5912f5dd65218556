// SPDX-License-Identifier: Apache-2.0
// Inertia matrix M(q) with the least quadratic cost: two inner products for an element.
//
// Paper    Safeea, Bearee, Neto 2018: "Reducing the computational complexity of mass-matrix calculation for
//          high DOF robots", IROS, Algorithm 1 and eq 31.
// Symbols  k_j axis of joint j | t_j = k_j × p_j | d_i moment about the base's origin, y_i minus the force,
//          that a unit acceleration of joint i takes with links i..n welded together
// Frames   composites in link frames; k, t, d, y in base axes, about the origin of the base.
// Differs  the paper sums D_i and b_i link by link in base axes; we weld the links in their own frames, where a
//          step costs less, and take only d_i = D_iᵀ k_i and y_i = b_i × k_i to the base. For double they are summed
//          in base axes, as the paper has it: more operations, but several links at once in a vector register.
//          Prismatic joints: k = 0 and t = minus the axis, with the same inner loop.
// Misprint the text before Algorithm 1 has y_i = b̂_iᵀ k_i; the sign of eq 31's second line, b̂_i k_i, is right.
// Cost     3n² + 61n - 35 mul, (5n² + 123n - 90) / 2 add, all revolute, poses given; asserted in gdahj_test.cpp
//          against 000 (Table1).
#pragma once

#include "catena/algo/crba.hpp"
#include "catena/algo/kinematics.hpp"

namespace catena {

inline constexpr std::size_t kCompositeRow = 16;  // m, h, I and room to whole vectors

template <class T>
struct GdahjWork {
  explicit GdahjWork(int n)
      : kinematics(n),
        stride(static_cast<std::size_t>(n)),
        axes(6 * stride, T(0)),
        wrenches(axes),
        composites(kCompositeRow * stride, T(0)) {}
  Kinematics<T> kinematics;   // poses of all frames
  std::size_t stride;         // n
  std::vector<T> axes;        // (6 x n) k_x, k_y, k_z, t_x, t_y, t_z of all joints, component by component
  std::vector<T> wrenches;    // (n x 6) d and y of each joint
  std::vector<T> composites;  // (16 x n) scratch: links i..n as one body
};

// M(j, i) = M(i, j) = k_j · d_i + t_j · y_i for j <= i: a product of rank six, which vectorises completely.
template <class T>
void rank_six(const T* axes, const T* wrenches, MatView<T> M) {
  const std::ptrdiff_t n = M.cols;
  const T *kx = axes, *ky = kx + n, *kz = ky + n, *tx = kz + n, *ty = tx + n, *tz = ty + n;
  for (int i = 0; i < n; ++i) {
    const T* const d = wrenches + std::ptrdiff_t{6} * i;
    const T* const y = d + 3;
    T* const column = &M(0, i);
    for (int j = 0; j <= i; ++j)  // 000 (30) (31) (Algorithm1)
      column[j] = (kx[j] * d[0] + ky[j] * d[1] + kz[j] * d[2]) + (tx[j] * y[0] + ty[j] * y[1] + tz[j] * y[2]);
    for (int j = 0; j < i; ++j) M(i, j) = column[j];
  }
}

// k_j and t_j, from the poses.
template <class T>
void joint_axes(const Chain<T>& arm, GdahjWork<T>& work) {
  const std::size_t n = work.stride;
  for (std::size_t j = 0; j < n; ++j) {
    const Pose<T>& X = work.kinematics.frame[j];
    const Vec3<T> z = X.R.col_z();
    const bool turns = arm.link(static_cast<int>(j)).revolute();
    const Vec3<T> k = turns ? z : Vec3<T>::zero();
    const Vec3<T> t = turns ? cross(z, X.p) : -z;  // 000 (31)
    T* const a = &work.axes[j];
    a[0] = k.x, a[n] = k.y, a[2 * n] = k.z, a[3 * n] = t.x, a[4 * n] = t.y, a[5 * n] = t.z;
  }
}

// d_i and y_i: the wrench of a unit acceleration of joint i, about the base's origin. After joint_axes.
template <class T>
void joint_wrenches(const Chain<T>& arm, const Posture<T>& x, GdahjWork<T>& work) {
  const int n = arm.dof();
  RigidInertia<T> composite = arm.link(n - 1).body;
  for (int i = n - 1; i >= 0; --i) {
    const Pose<T>& X = work.kinematics.frame[i];
    const Force<T> F = along_joint(arm.link(i), composite);
    const Vec3<T> f = X.R * F.lin;
    const Vec3<T> d = X.R * F.ang + cross(X.p, f);  // 000 (28) (31)
    const Vec3<T> y = -f;                           // 000 (27) (31)
    T* const w = &work.wrenches[std::size_t{6} * static_cast<std::size_t>(i)];
    w[0] = d.x, w[1] = d.y, w[2] = d.z, w[3] = y.x, w[4] = y.y, w[5] = y.z;
    if (i > 0) composite = arm.link(i - 1).body + to_parent(x.step(i), composite);
  }
}

// For double with the vector instructions of the machine (src/simd), several links at once.
#if !defined(CATENA_HEADER_ONLY)
template <>
void joint_wrenches<double>(const Chain<double>& arm, const Posture<double>& x, GdahjWork<double>& work);
template <>
void rank_six<double>(const double* axes, const double* wrenches, MatView<double> M);
#endif

// Algorithm 1, from poses that are already known (the paper does not count them). Fills the full matrix.
template <class T>
void gdahj_from_poses(const Chain<T>& arm, const Posture<T>& x, GdahjWork<T>& work, MatView<T> M) {
  joint_axes(arm, work);
  joint_wrenches(arm, x, work);
  rank_six(work.axes.data(), work.wrenches.data(), M);
}

template <class T>
void gdahj(const Chain<T>& arm, const Posture<T>& x, GdahjWork<T>& work, MatView<T> M) {
  set_poses(arm, x, work.kinematics);
  gdahj_from_poses(arm, x, work, M);
}

}  // namespace catena
