// SPDX-License-Identifier: Apache-2.0
// GIM and MCI from the matrices of the whole arm, of 6n rows: for study, and to check gim_mci.hpp.
//
// Paper    Bhangale, Saha, Agrawal 2004: "A Dynamic Model Based Robot Arm Selection Criterion", eqs 1 to 11, App. B.
// Symbols  t twists of all links | M, W, E masses, angular velocities, coupling | T = T_l T_d the natural
//          orthogonal complement, t = T θ̇
// Frames   base axes; the twist of link i is that of the origin of frame i, fixed to link i.
// Misprint eq 1 has t for its rate; App. B.1, the third component has + r_z cos α; App. B.2 rotates the wrong way,
//          and (i11 - i12) is (i11 - i22), d × (m d × 1) has -δ_y d_y - δ_x d_x last: see docs/papers/gim_mci.md.
// Cost     O(n³), not asserted; the formulas of App. B are.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {
namespace detail::gim_mci_blocks {

// Parts of a block at their place: [v]x, and a column.
template <class T>
void put_skew(MatX<T>& A, int row, int col, const Vec3<T>& v) {
  A(row, col + 1) = -v.z, A(row, col + 2) = v.y, A(row + 1, col + 2) = -v.x;
  A(row + 1, col) = v.z, A(row + 2, col) = -v.y, A(row + 2, col + 1) = v.x;
}
template <class T>
void put_column(MatX<T>& A, int row, int col, const Vec3<T>& v) {
  A(row, col) = v.x, A(row + 1, col) = v.y, A(row + 2, col) = v.z;
}

// out = A B, where A has blocks of 6 x 6 on its diagonal and, if `lower`, below it.
template <class T>
void set_product(const MatX<T>& A, bool lower, const MatX<T>& B, MatX<T>& out) {
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j < B.cols(); ++j) {
      const int block = i - i % 6;
      T sum = T(0);
      for (int k = lower ? 0 : block; k < block + 6; ++k) sum = sum + A(i, k) * B(k, j);
      out(i, j) = sum;
    }
}
template <class T>
void add(MatX<T>& A, const MatX<T>& B) {
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j < A.cols(); ++j) A(i, j) = A(i, j) + B(i, j);
}
// Aᵀ B
template <class T>
void gram(const MatX<T>& A, const MatX<T>& B, MatView<T> out) {
  for (int i = 0; i < A.cols(); ++i)
    for (int j = 0; j < B.cols(); ++j) {
      T sum = T(0);
      for (int k = 0; k < A.rows(); ++k) sum = sum + A(k, i) * B(k, j);
      out(i, j) = sum;
    }
}

}  // namespace detail::gim_mci_blocks

// The matrices at one posture and velocity, for study.
template <class T>
struct GimMciDense {
  explicit GimMciDense(int n)
      : kinematics(n),
        M(6 * n, 6 * n),
        W(M),
        E(M),
        Tl(M),
        Tl_rate(M),
        Td(6 * n, n),
        Td_rate(Td),
        NOC(Td),
        NOC_rate(Td),
        product(Td),
        other(Td) {}
  void set(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd);

  Kinematics<T> kinematics;
  MatX<T> M, W, E;         // (6n x 6n) block diagonal
  MatX<T> Tl, Tl_rate;     // (6n x 6n) blocks A_ij below the diagonal, and their rates
  MatX<T> Td, Td_rate;     // (6n x n)  p_i on the diagonal, and W_i p_i
  MatX<T> NOC, NOC_rate;   // (6n x n)  T = T_l T_d, and its rate
  MatX<T> product, other;  // (6n x n)  scratch
};

template <class T>
void GimMciDense<T>::set(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd) {
  namespace blocks = detail::gim_mci_blocks;
  const int n = arm.dof();
  Kinematics<T>& k = kinematics;
  set_poses(arm, x, k);
  set_velocities(arm, qd, k);
  for (int i = 0; i < n; ++i) {
    const RigidInertia<T>& body = arm.link(i).body;
    const Mat3<T>& R = k.frame[i].R;
    const Vec3<T> w = k.velocity[i].ang, h = R * body.h;
    const Sym3<T> I = rotated(R, body.I);
    const int r = 6 * i;

    // [[I, m d × 1], [-m d × 1, m 1]]                                                  004 (2) (5)
    blocks::put_column(M, r, r, I.col_x());
    blocks::put_column(M, r, r + 1, I.col_y());
    blocks::put_column(M, r, r + 2, I.col_z());
    blocks::put_skew(M, r, r + 3, h);
    blocks::put_skew(M, r + 3, r, -h);
    for (int c = 3; c < 6; ++c) M(r + c, r + c) = body.m;
    blocks::put_skew(W, r, r, w);  // 004 (2) (5)
    blocks::put_skew(W, r + 3, r + 3, w);
    for (int c = 0; c < 3; ++c) E(r + c, r + c) = T(1);  // 004 (2) (5)

    // A_ij = [[1, 0], [(o_j - o_i) × 1, 1]]                                            004 (11)
    for (int j = 0; j <= i; ++j) {
      for (int c = 0; c < 6; ++c) Tl(r + c, 6 * j + c) = T(1);
      blocks::put_skew(Tl, r + 3, 6 * j, k.frame[j].p - k.frame[i].p);
      blocks::put_skew(Tl_rate, r + 3, 6 * j, k.velocity[j].lin - k.velocity[i].lin);
    }
    const Vec3<T> z = R.col_z();
    const int at = arm.link(i).revolute() ? r : r + 3;
    blocks::put_column(Td, at, i, z);  // 004 (11)
    blocks::put_column(Td_rate, at, i, cross(w, z));
  }
  blocks::set_product(Tl, true, Td, NOC);  // 004 (7)
  blocks::set_product(Tl_rate, true, Td, NOC_rate);
  blocks::set_product(Tl, true, Td_rate, product);
  blocks::add(NOC_rate, product);
}

// I = Tᵀ M T                                                                           004 (9)
template <class T>
void gim_dense(GimMciDense<T>& m, MatView<T> out) {
  namespace blocks = detail::gim_mci_blocks;
  blocks::set_product(m.M, false, m.NOC, m.product);
  blocks::gram(m.NOC, m.product, out);
}

// C = Tᵀ (M Ṫ + W M E T)                                                               004 (9)
template <class T>
void mci_dense(GimMciDense<T>& m, MatView<T> out) {
  namespace blocks = detail::gim_mci_blocks;
  blocks::set_product(m.E, false, m.NOC, m.product);
  blocks::set_product(m.M, false, m.product, m.other);
  blocks::set_product(m.W, false, m.other, m.product);
  blocks::set_product(m.M, false, m.NOC_rate, m.other);
  blocks::add(m.other, m.product);
  blocks::gram(m.NOC, m.other, out);
}

// τ = Tᵀ (M ṫ + W M E t), without gravity; t and ṫ = T θ̈ + Ṫ θ̇ are columns of 6n.      004 (1) (3) (4) (6) (8)
// Allocates.
template <class T>
void newton_euler_dense(const GimMciDense<T>& m, std::span<const T> qd, std::span<const T> qdd,
                        std::span<T> tau) {
  namespace blocks = detail::gim_mci_blocks;
  MatX<T> t(m.M.rows(), 1), t_rate(t), w(t), Et(t), MEt(t);
  for (int i = 0; i < t.rows(); ++i)
    for (std::size_t j = 0; j < qd.size(); ++j) {
      t(i, 0) = t(i, 0) + m.NOC(i, static_cast<int>(j)) * qd[j];
      t_rate(i, 0) =
          t_rate(i, 0) + m.NOC(i, static_cast<int>(j)) * qdd[j] + m.NOC_rate(i, static_cast<int>(j)) * qd[j];
    }
  blocks::set_product(m.M, false, t_rate, w);
  blocks::set_product(m.E, false, t, Et);
  blocks::set_product(m.M, false, Et, MEt);
  blocks::set_product(m.W, false, MEt, Et);
  blocks::add(w, Et);
  const int n = static_cast<int>(tau.size());
  blocks::gram(m.NOC, w, MatView<T>{tau.data(), n, 1, n});
}

// Appendix B, corrected: Q = Rz(θ) Rx(α) of a standard DH row. 8 mul, 4 add; 16 mul, 16 add; 6 mul, 3 add.
template <class T>
struct DhTurn {
  T c, s, ca, sa;  // cosine and sine of θ and of α
};
template <class T>
Vec3<T> turned(const DhTurn<T>& Q, const Vec3<T>& r) {
  return turn_z(Q.c, Q.s, turn_x(Q.ca, Q.sa, r));  // 004 (A.1) (B1)
}
template <class T>
Sym3<T> turned(const DhTurn<T>& Q, const Sym3<T>& I) {
  return turn_z(Q.c, Q.s, turn_x(Q.ca, Q.sa, I));  // 004 (B2)
}
// d × (m d × 1) from d and δ = m d
template <class T>
Sym3<T> twice_crossed(const Vec3<T>& d, const Vec3<T>& delta) {
  const T xx = delta.x * d.x, yy = delta.y * d.y, zz = delta.z * d.z;
  return {-(yy + zz), -(xx + zz), -(xx + yy), delta.x * d.y, delta.x * d.z, delta.y * d.z};  // 004 (B3)
}

}  // namespace catena
