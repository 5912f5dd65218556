// SPDX-License-Identifier: Apache-2.0
// The decoupled natural orthogonal complement: N = N_l N_d maps q̇ to the twists of all links, and the inertia
// matrix is Nᵀ M N. The full matrices, for study; and the inertia matrix computed element by element.
//
// Paper    Saha 2003: "Simulation of industrial manipulators based on the UDUᵀ decomposition of inertia
//          matrix", Multibody System Dynamics 9; section 2, eqs 2 to 6.
// Symbols  t_i = (ω; v) twist of link i at its point c_i | t_i = B_i,i-1 t_i-1 + p_i q̇_i | M_i mass matrix
//          M̃_i composite body i..n | W_i, E_i: Newton-Euler for link i is wrench = M_i ṫ_i + W_i M_i E_i t_i
// Frames   base axes. The paper's points c_i are centres of mass; any points fixed to the links will do, such as the
//          origins of the frames. The centre of mass of a massless link is taken to be the origin of its frame.
// Differs  M̃_i is accumulated in link frames, where a step costs less; only M̃_i p_i is transformed to base axes, where
//          B_ij shifts a wrench without rotating it. p_i = (0; e_i) for a prismatic joint, which is not printed.
//          W and E, which the paper leaves to its references, are those of Bhangale, Saha, Agrawal, eq 1.
// Misprint (4) is printed for any j; it holds for j = i - 1.
// Cost     (9n² + 83n - 92) / 2 mul, 4n² + 49n - 53 add, all revolute, poses given; asserted in denoc_test.cpp.
#pragma once

#include "catena/core/math/central.hpp"
#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

template <class T>
struct Denoc {
  explicit Denoc(int n)
      : c(static_cast<std::size_t>(n), Vec3<T>::zero()),
        Nl(6 * n, 6 * n),
        Nd(6 * n, n),
        N(6 * n, n),
        M(6 * n, 6 * n),
        W(6 * n, 6 * n),
        E(6 * n, 6 * n) {}
  std::vector<Vec3<T>> c;  // (n) reference points, in base axes            denoc_origins, denoc_mass_centres
  MatX<T> Nl;              // (6n x 6n) B_ij below the diagonal, 1 on it    set_denoc
  MatX<T> Nd;              // (6n x n) p_i on the diagonal                  set_denoc
  MatX<T> N;               // (6n x n) N_l N_d: B_ij p_j                    set_denoc
  MatX<T> M;               // (6n x 6n) mass matrices on the diagonal       set_denoc
  MatX<T> W;               // (6n x 6n) cross-product matrices of the ω_i   set_denoc_rates
  MatX<T> E;               // (6n x 6n) keeps the angular halves            set_denoc
};

namespace detail {

template <class T>
MatView<T> denoc_block(const MatView<T>& A, int i, int j, int rows, int cols) {
  return {&A(i, j), rows, cols, A.stride};
}

template <class T>
void denoc_fill(MatView<T> A, const T& value) {
  for (int j = 0; j < A.cols; ++j)
    for (int i = 0; i < A.rows; ++i) A(i, j) = i == j ? value : T(0);
}
template <class T>
void denoc_fill(MatView<T> A, const Mat3<T>& B) {
  A(0, 0) = B.xx, A(0, 1) = B.xy, A(0, 2) = B.xz;
  A(1, 0) = B.yx, A(1, 1) = B.yy, A(1, 2) = B.yz;
  A(2, 0) = B.zx, A(2, 1) = B.zy, A(2, 2) = B.zz;
}
template <class T>
Mat3<T> denoc_hat(const Vec3<T>& v) {
  return {T(0), -v.z, v.y, v.z, T(0), -v.x, -v.y, v.x, T(0)};
}

// p_i at the point c.
template <class T>
Motion<T> denoc_axis_at(const ChainLink<T>& l, const Pose<T>& X, const Vec3<T>& c) {
  const Vec3<T> e = X.R.col_z();
  if (l.revolute()) return {e, cross(e, c - X.p)};  // 002 (5)
  return {Vec3<T>::zero(), e};                      // 002 (5)
}

// The mass matrix (6 x 6) of a link at the point c, in base axes.
template <class T>
void denoc_fill_mass(const ChainLink<T>& l, const Pose<T>& X, const Vec3<T>& c, MatView<T> A) {
  const T& m = l.body.m;
  const Vec3<T> r = c - X.p;
  const Vec3<T> h0 = X.R * l.body.h, h = h0 - m * r;  // about the origin, about c
  // I at c: -∫ [x - r]x [x - r]x dm
  const Mat3<T> R = denoc_hat(r);
  const Mat3<T> I = rotated(X.R, l.body.I).full() + (denoc_hat(h0) * R + R * denoc_hat(h));
  denoc_fill(denoc_block(A, 0, 0, 3, 3), I);
  denoc_fill(denoc_block(A, 0, 3, 3, 3), denoc_hat(h));
  denoc_fill(denoc_block(A, 3, 0, 3, 3), denoc_hat(-h));
  denoc_fill(denoc_block(A, 3, 3, 3, 3), m);  // 002 (5)
}

}  // namespace detail

// The points: the frames' origins, or the centres of mass as the paper has them (the frame's origin for a massless link).
// After set_poses.
template <class T>
void denoc_origins(const Kinematics<T>& k, Denoc<T>& out) {
  for (std::size_t i = 0; i < out.c.size(); ++i) out.c[i] = k.frame[i].p;
}
template <class T>
void denoc_mass_centres(const Chain<T>& arm, const Kinematics<T>& k, Denoc<T>& out) {
  for (int i = 0; i < arm.dof(); ++i) {
    const RigidInertia<T>& b = arm.link(i).body;
    out.c[i] = k.frame[i] * mass_centre(b.m, b.h);
  }
}

// N_l (6n x 6n) for the points c.
template <class T>
void set_denoc_shifts(std::span<const Vec3<T>> c, MatView<T> Nl) {
  using detail::denoc_block;
  const int n = static_cast<int>(c.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      detail::denoc_fill(denoc_block(Nl, 6 * i, 6 * j, 6, 6), T(j <= i ? 1 : 0));
      const MatView<T> C = denoc_block(Nl, 6 * i + 3, 6 * j, 3, 3);
      if (j < i) detail::denoc_fill(C, detail::denoc_hat(c[j] - c[i]));  // B_ij  002 (3) (5)
    }
}

// N_d (6n x n) for the points c. After set_poses.
template <class T>
void set_denoc_axes(const Chain<T>& arm, const Kinematics<T>& k, std::span<const Vec3<T>> c, MatView<T> Nd) {
  const Vec3<T> none = Vec3<T>::zero();
  for (int i = 0; i < arm.dof(); ++i)
    for (int j = 0; j < arm.dof(); ++j) {
      const MatView<T> rows = detail::denoc_block(Nd, 6 * i, 0, 6, arm.dof());
      if (i != j) {
        set_column(rows, j, none, none);
        continue;
      }
      const Motion<T> p = detail::denoc_axis_at(arm.link(i), k.frame[i], c[i]);
      set_column(rows, i, p.ang, p.lin);  // 002 (3)
    }
}

// N_l, N_d, N, M and E for the points that `out` holds. After set_poses.
template <class T>
void set_denoc(const Chain<T>& arm, const Kinematics<T>& k, Denoc<T>& out) {
  using detail::denoc_block;
  const int n = arm.dof();
  set_denoc_shifts<T>(out.c, out.Nl);
  set_denoc_axes<T>(arm, k, out.c, out.Nd);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      const Motion<T> p = detail::denoc_axis_at(arm.link(j), k.frame[j], out.c[j]);
      const Vec3<T> v = p.lin + cross(out.c[j] - out.c[i], p.ang);  // B_ij p_j  002 (4)
      set_column(denoc_block<T>(out.N, 6 * i, 0, 6, n), j, p.ang, v);
    }
    const MatView<T> M = denoc_block<T>(out.M, 6 * i, 6 * i, 6, 6);
    detail::denoc_fill_mass(arm.link(i), k.frame[i], out.c[i], M);  // 002 (2) (3)
    detail::denoc_fill(denoc_block<T>(out.E, 6 * i, 6 * i, 3, 3), T(1));
  }
}

// W for velocities q̇. After set_poses and set_velocities.
template <class T>
void set_denoc_rates(const Kinematics<T>& k, Denoc<T>& out) {
  for (std::size_t i = 0; i < out.c.size(); ++i) {
    const int at = 6 * static_cast<int>(i);
    const Mat3<T> w = detail::denoc_hat(k.velocity[i].ang);
    detail::denoc_fill(detail::denoc_block<T>(out.W, at, at, 3, 3), w);
    detail::denoc_fill(detail::denoc_block<T>(out.W, at + 3, at + 3, 3, 3), w);
  }
}

template <class T>
struct DenocWork {
  explicit DenocWork(int n) : kinematics(n), to_next(static_cast<std::size_t>(n), Vec3<T>::zero()) {}
  Kinematics<T> kinematics;      // poses of all frames                                set_poses
  std::vector<Vec3<T>> to_next;  // (n) from the origin of frame j to that of j + 1    denoc_from_poses
};

// The inertia matrix, element by element, from poses that are known. Fills the full matrix.
template <class T>
void denoc_from_poses(const Chain<T>& arm, const Posture<T>& x, DenocWork<T>& work, MatView<T> M) {
  const std::vector<Pose<T>>& frame = work.kinematics.frame;
  for (int j = 0; j + 1 < arm.dof(); ++j) work.to_next[j] = frame[j + 1].p - frame[j].p;
  RigidInertia<T> composite = arm.link(arm.dof() - 1).body;  // M̃_n = M_n
  for (int i = arm.dof() - 1; i >= 0; --i) {
    // M̃_i p_i, in base axes
    const Force<T> F = along_joint(arm.link(i), composite);
    M(i, i) = joint_component(arm.link(i), F);
    if (i == 0) break;
    Vec3<T> n = frame[i].R * F.ang;
    const Vec3<T> f = frame[i].R * F.lin;
    for (int j = i - 1; j >= 0; --j) {
      n += cross(work.to_next[j], f);  // B_ijᵀ M̃_i p_i  002 (6)
      M(i, j) = M(j, i) = dot(frame[j].R.col_z(), arm.link(j).revolute() ? n : f);  // i_ij  002 (6)
    }
    composite = arm.link(i - 1).body + to_parent(x.step(i), composite);  // M̃_i-1  002 (6)
  }
}

template <class T>
void denoc(const Chain<T>& arm, const Posture<T>& x, DenocWork<T>& work, MatView<T> M) {
  set_poses(arm, x, work.kinematics);
  denoc_from_poses(arm, x, work, M);
}

}  // namespace catena
