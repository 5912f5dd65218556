// SPDX-License-Identifier: Apache-2.0
// The explicit model τ = I* q̈ + q̇ᵀ P* q̇ + g, link by link: the inertia matrix I* (n x n) and the inertia power
// array P* (n x n x n), which depend on q alone, with the three terms of P* on their own.
//
// Paper    Kang: "Computationally efficient KIC-based dynamic modeling of robot manipulators", eqs 8-10.
// Symbols  (i, j, k) torque of joint i for velocities j and k | g_i translational KIC of a link's centre of mass,
//          S_i rotational KIC (the joint's axis) | II inertia of the link about its centre of mass
// Frames   the robot's base axes.
// Differs  each term is summed only where it is independent of the others: P1 for i < k, j <= k, P2 for j < k;
//          the paper's properties give the rest, P3 wholly. Needs H at the centres of mass for j <= k only.
// Misprint P4 P1(i,j,k) = -P1(k,j,i) for j <= min(i, k); P6 zero for j >= k; P9 and P10 say together that
//          P3(i,j,k) = +P2(k,i,j) for i < j. P* = P1 + P2 + P3 is not symmetric in j and k; its symmetric part is
//          the array of Christoffel symbols.
// Cost     (5n⁴ + 22n³ + 131n² + 754n - 232) / 8 mul, (15n⁴ + 70n³ + 201n² + 1538n - 552) / 24 add; I* alone
//          n³ + 12n² + 99n - 31 mul, n³ + (17n² + 135n - 50) / 2 add; n > 1, all revolute, poses included; asserted
//          in kic_test.cpp.
#pragma once

#include "catena/core/algo/kic.hpp"

namespace catena {

template <class T>
struct KicModel {
  explicit KicModel(int n)
      : dof(n), I(n, n), P1(cube(n), T(0)), P2(cube(n), T(0)), P3(cube(n), T(0)), P(cube(n), T(0)) {}
  int dof;
  MatX<T> I;          // (n x n)     I*
  std::vector<T> P1;  // (n x n x n) accelerations of centres of mass
  std::vector<T> P2;  // (n x n x n) angular accelerations
  std::vector<T> P3;  // (n x n x n) gyroscopic moments
  std::vector<T> P;   // (n x n x n) P* = P1 + P2 + P3

  CubeView<T> view(std::vector<T>& p) const { return {p.data(), dof, dof}; }

 private:
  static std::size_t cube(int n) {
    const auto size = static_cast<std::size_t>(n);
    return size * size * size;
  }
};

// The same arrays in memory that is owned elsewhere. The functions below take either as `Model`.
template <class T>
struct KicArrays {
  int dof;
  MatView<T> I;
  std::span<T> P1, P2, P3, P;

  CubeView<T> view(std::span<T> p) const { return {p.data(), dof, dof}; }
};

template <class T>
struct KicModelWork {
  explicit KicModelWork(int n)
      : kinematics(n), g(size(n), Vec3<T>::zero()), mg(g), IS(g), SS(size(n) * size(n), Vec3<T>::zero()) {}
  Kinematics<T> kinematics;  // poses of all frames
  std::vector<Vec3<T>> g;    // (n)     g_i of the centre of mass of a link
  std::vector<Vec3<T>> mg;   // (n)     m g_i
  std::vector<Vec3<T>> IS;   // (n)     II S_i
  std::vector<Vec3<T>> SS;   // (n x n) S_j × S_k for j < k

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }
};

namespace kang {

// All elements of the three terms from the independent ones, by the paper's properties, corrected. On entry: P1 for
// i < k, j <= k and P2 for j < k. Zeros stay zero.
template <class T>
void fill_by_properties(int n, CubeView<T> P1, CubeView<T> P2, CubeView<T> P3) {
  for (int k = 0; k < n; ++k)
    for (int j = 0; j <= k; ++j) {
      for (int i = 0; i < k; ++i) P1(i, k, j) = P1(i, j, k);                     // 001 (P3)
      for (int i = k + 1; i < n; ++i) P1(i, j, k) = P1(i, k, j) = -P1(k, j, i);  // 001 (P4)
      P1(k, j, k) = P1(k, k, j) = T(0);                                          // 001 (P5)
    }
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i)
        if (j >= k) P2(i, j, k) = T(0);  // 001 (P6)
      for (int i = 0; i < j; ++i) {
        P3(i, j, k) = P2(k, i, j);   // 001 (P9) (P10)
        P3(j, i, k) = -P2(k, i, j);  // 001 (P7)
      }
      P3(j, j, k) = T(0);  // 001 (P8)
    }
}

template <class Model>
void add_terms(Model& m) {
  for (std::size_t e = 0; e < m.P.size(); ++e) m.P[e] = m.P1[e] + (m.P2[e] + m.P3[e]);
}

// Link l about its centre of mass: g_i, m g_i and II S_i for the joints i <= l that move it.
template <class T>
void set_link(const Chain<T>& arm, int l, KicModelWork<T>& work) {
  const std::vector<Pose<T>>& X = work.kinematics.frame;
  const RigidInertia<T>& b = arm.link(l).body;
  const Vec3<T> c = mass_centre(b.m, b.h);
  const Sym3<T> II = rotated(X[l].R, central_inertia(b.I, b.h, c));
  const Vec3<T> P = X[l] * c;
  for (int i = 0; i <= l; ++i) {
    work.g[i] = translational_kic(arm.link(i), X[i], P);
    work.mg[i] = b.m * work.g[i];
    work.IS[i] = II * rotational_kic(arm.link(i), X[i]);
  }
}

// What link l adds to the upper triangle of I*. After set_link.
template <class T>
void add_link_inertia(const Chain<T>& arm, int l, const KicModelWork<T>& work, MatView<T> I) {
  for (int k = 0; k <= l; ++k) {
    const Vec3<T> S = rotational_kic(arm.link(k), work.kinematics.frame[k]);
    for (int i = 0; i <= k; ++i)  // 001 (9)
      I(i, k) = I(i, k) + (dot(work.mg[i], work.g[k]) + dot(work.IS[i], S));
  }
}

// I* is symmetric, and positive definite unless a joint moves nothing               001 (P1) (P2)
template <class T>
void mirror(MatView<T> I) {
  for (int k = 0; k < I.cols; ++k)
    for (int i = 0; i < k; ++i) I(k, i) = I(i, k);
}

}  // namespace kang

// I* alone, from poses that are known. Fills the full matrix.
template <class T>
void kic_inertia_from_poses(const Chain<T>& arm, KicModelWork<T>& work, MatView<T> I) {
  for (int k = 0; k < arm.dof(); ++k)
    for (int i = 0; i <= k; ++i) I(i, k) = T(0);
  for (int l = 0; l < arm.dof(); ++l) {
    kang::set_link(arm, l, work);
    kang::add_link_inertia(arm, l, work, I);  // 001 (9)
  }
  kang::mirror(I);
}

template <class T>
void kic_inertia(const Chain<T>& arm, const Posture<T>& x, KicModelWork<T>& work, MatView<T> I) {
  set_poses(arm, x, work.kinematics);
  kic_inertia_from_poses(arm, work, I);
}

// I* and P* from poses that are known.
template <class T, class Model>
void kic_model_from_poses(const Chain<T>& arm, KicModelWork<T>& work, Model& out) {
  const int n = arm.dof();
  const std::vector<Pose<T>>& X = work.kinematics.frame;
  const CubeView<T> P1 = out.view(out.P1), P2 = out.view(out.P2), P3 = out.view(out.P3);
  const auto turns = [&arm](int j) { return arm.link(j).revolute(); };
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) {
      out.I(j, k) = T(0);
      for (int i = 0; i < n; ++i) P1(i, j, k) = P2(i, j, k) = T(0);
      if (j < k && turns(j) && turns(k)) work.SS[k * n + j] = cross(X[j].R.col_z(), X[k].R.col_z());
    }

  for (int l = 0; l < n; ++l) {
    kang::set_link(arm, l, work);
    kang::add_link_inertia<T>(arm, l, work, out.I);  // 001 (9)
    for (int k = 0; k <= l; ++k)
      for (int j = 0; j <= k; ++j) {
        if (!turns(j)) continue;
        const Vec3<T> H = cross(X[j].R.col_z(), work.g[k]);
        for (int i = 0; i < k; ++i) P1(i, j, k) = P1(i, j, k) + dot(work.mg[i], H);  // 001 (10)
        if (j == k || !turns(k)) continue;
        const Vec3<T>& SS = work.SS[k * n + j];
        for (int i = 0; i <= l; ++i)
          if (turns(i)) P2(i, j, k) = P2(i, j, k) + dot(work.IS[i], SS);  // 001 (10)
      }
  }
  kang::mirror<T>(out.I);  // 001 (P1) (P2)
  kang::fill_by_properties(n, P1, P2, P3);
  kang::add_terms(out);
}

template <class T, class Model>
void kic_model(const Chain<T>& arm, const Posture<T>& x, KicModelWork<T>& work, Model& out) {
  set_poses(arm, x, work.kinematics);
  kic_model_from_poses(arm, work, out);
}

// g(q), link by link: the weight at each centre of mass, by virtual work. After set_poses.
template <class T>
void kic_gravity(const Chain<T>& arm, const Kinematics<T>& k, const Vec3<T>& gravity, std::span<T> out) {
  for (int i = 0; i < arm.dof(); ++i) out[i] = T(0);
  for (int l = 0; l < arm.dof(); ++l) {
    const RigidInertia<T>& b = arm.link(l).body;
    const Vec3<T> P = k.frame[l] * (mass_centre(b.m, b.h));
    const Vec3<T> weight = b.m * gravity;
    for (int i = 0; i <= l; ++i)  // 001 (7)
      out[i] = out[i] - dot(kang::translational_kic(arm.link(i), k.frame[i], P), weight);
  }
}

// out += q̇ᵀ P q̇, plane by plane: the torques of velocities, for P* or for its symmetric part.
template <class T>
void add_inertia_power(std::span<const T> P, std::span<const T> qd, std::span<T> out) {
  const std::size_t n = qd.size();
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t j = 0; j < n; ++j) {
      const T qq = qd[j] * qd[k];
      for (std::size_t i = 0; i < n; ++i) out[i] = out[i] + P[(k * n + j) * n + i] * qq;  // 001 (8)
    }
}

// The part of P* that is symmetric in the velocities: Christoffel symbols. `out` may be P itself.
template <class T>
void symmetrise_power(int n, CubeView<T> P, CubeView<T> out) {
  for (int k = 0; k < n; ++k)
    for (int j = 0; j <= k; ++j)
      for (int i = 0; i < n; ++i)
        out(i, j, k) = out(i, k, j) = j < k ? T(0.5) * (P(i, j, k) + P(i, k, j)) : P(i, j, k);
}

// C_ij = Σ_k Γ_ijk q̇_k
template <class T>
void christoffel_times(std::span<const T> gamma, std::span<const T> qd, MatView<T> C) {
  const CubeView<const T> G = {gamma.data(), C.rows, C.cols};
  for (int j = 0; j < C.cols; ++j)
    for (int i = 0; i < C.rows; ++i) {
      T sum = T(0);
      for (int k = 0; k < C.cols; ++k) sum = sum + G(i, j, k) * qd[k];
      C(i, j) = sum;
    }
}

}  // namespace catena
