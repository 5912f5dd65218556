// SPDX-License-Identifier: Apache-2.0
// Steps 1 to 7 of the paper as it prints them, in the axes of the first joint, for study: augmented_elements.hpp and
// augmented_body.hpp give the same arrays for less.
//
// Paper    Kang: "Computationally efficient KIC-based dynamic modeling of robot manipulators", section 4.2.
// Symbols  R^k, O^k, C^k axes, origin and centre of mass of link k | r_k^ck = C^k - O^k, O_k^k+1 = O^k+1 - O^k
//          II^k inertia of link k about C^k | M_k, r_k^c*, III^k mass, centre of mass from O^k and inertia about it of
//          augmented body k | kg_i velocity of that centre of mass for a unit rate of joint i | S^i axis of joint i
// Frames   the axes of frame 1, which is fixed to link 1: R^1 = 1, O^1 = 0, S^1 = (0, 0, 1).
// Differs  prismatic joints are served too. M_k is a constant of the arm.
// Misprint as in augmented_body.hpp and augmented_elements.hpp.
// Cost     steps 1, 2 and 4 as printed: 51n - 87 mul, 39n - 66 add; 84n - 84, 70n - 70; (7n² + 25n) / 2, (5n² + 17n) / 2.
//          Step 3: 3n² - 3n mul as printed, 3n² - 3n add; 5: 6n² - 12n + 6, 3n² - 6n + 3; 6: (5n³ + 3n² + 10n - 14) / 2,
//          (10n³ - 3n² + 17n - 24) / 6; 7: 0, (3n³ - 4n² + n) / 2; all revolute, n > 1. Steps 1 and 4 do not use that S^1 is
//          (0, 0, 1). Asserted in augmented_paper_test.cpp.
#pragma once

#include "catena/core/algo/kic_model.hpp"

namespace catena {

template <class T>
struct AugmentedPaperWork {
  explicit AugmentedPaperWork(const Chain<T>& arm);

  // Constants of the links.
  std::vector<T> m;         // (n) m_k
  std::vector<Vec3<T>> c;   // (n) centre of mass in frame k
  std::vector<Sym3<T>> II;  // (n) inertia about it, in frame k
  std::vector<T> M;         // (n) M_k
  // Step 1.
  std::vector<Mat3<T>> R;  // (n)
  std::vector<Vec3<T>> O;  // (n) O^k
  std::vector<Vec3<T>> C;  // (n) C^k
  std::vector<Vec3<T>> r;  // (n) r_k^ck
  std::vector<Vec3<T>> a;  // (n) O_k^k+1; unused for the last
  // Step 2.
  std::vector<Vec3<T>> rs;   // (n) r_k^c*
  std::vector<Sym3<T>> III;  // (n)
  // Steps 3 and 5: [k * n + i], i <= k.
  std::vector<Vec3<T>> g;   // kg_i, translational, of C*_k
  std::vector<Vec3<T>> H;   // [H^c*]_i;k, translational
  std::vector<Vec3<T>> Hr;  // [H^k]_i;k, rotational; i < k
};

template <class T>
AugmentedPaperWork<T>::AugmentedPaperWork(const Chain<T>& arm) {
  const int n = arm.dof();
  const auto size = static_cast<std::size_t>(n);
  const Vec3<T> none = Vec3<T>::zero();
  m.assign(size, T(0)), M = m;
  c.assign(size, none), O = C = r = a = rs = c;
  II.assign(size, Sym3<T>::zero()), III = II;
  R.assign(size, Mat3<T>::identity());
  g.assign(size * size, none), H = Hr = g;
  for (int k = n - 1; k >= 0; --k) {
    const RigidInertia<T>& b = arm.link(k).body;
    m[k] = b.m;
    M[k] = k + 1 < n ? b.m + M[k + 1] : b.m;
    c[k] = mass_centre(b.m, b.h);
    II[k] = central_inertia(b.I, b.h, c[k]);
  }
  r[0] = C[0] = c[0];  // frame 1
}

namespace kang {

// v·v 1 - v vᵀ, times m: 15 multiplications, 5 additions.
template <class T>
Sym3<T> shifted_mass(const T& m, const Vec3<T>& v) {
  const T vv = dot(v, v);
  return {m * (vv - v.x * v.x), m * (vv - v.y * v.y), m * (vv - v.z * v.z),
          m * -(v.x * v.y),     m * -(v.x * v.z),     m * -(v.y * v.z)};
}

// R II Rᵀ: 45 multiplications, 30 additions.
template <class T>
Sym3<T> in_first_axes(const Mat3<T>& R, const Sym3<T>& I) {
  const Mat3<T> A = R * I.full();
  return {dot(A.row_x(), R.row_x()), dot(A.row_y(), R.row_y()), dot(A.row_z(), R.row_z()),
          dot(A.row_x(), R.row_y()), dot(A.row_x(), R.row_z()), dot(A.row_y(), R.row_z())};
}

template <class T>
Vec3<T> first_axis(const AugmentedPaperWork<T>& work, int k) {
  return k == 0 ? Vec3<T>{T(0), T(0), T(1)} : work.R[k].col_z();
}

}  // namespace kang

// Step 1: R^k, O^k, C^k. The zero in the matrix between two frames is not used.
template <class T>
void paper_step_1(const Chain<T>& arm, const Posture<T>& x, AugmentedPaperWork<T>& work) {
  work.O[0] = Vec3<T>::zero();
  for (int k = 1; k < arm.dof(); ++k) {
    const Step<T>& s = x.step(k);
    const Mat3<T> Q = {s.c, -s.s, T(0), s.ca * s.s, s.ca * s.c, -s.sa, s.sa * s.s, s.sa * s.c, s.ca};
    const Vec3<T> p = {s.a, -(s.sa * s.d), s.ca * s.d};
    work.R[k] = k == 1 ? Q : work.R[k - 1] * Q;  // 001 (S1)
    work.O[k] = k == 1 ? p : work.O[k - 1] + work.R[k - 1] * p;
    work.r[k] = work.R[k] * work.c[k];
    work.C[k] = work.O[k] + work.r[k];
    work.a[k - 1] = work.O[k] - work.O[k - 1];  // the product above is it already: 3n - 3 additions too many
  }
}

// Step 2: augmented bodies, from the tip.
template <class T>
void paper_step_2(const Chain<T>& arm, AugmentedPaperWork<T>& work) {
  const int last = arm.dof() - 1;
  for (int k = last; k >= 0; --k) {
    const Sym3<T> II = k == 0 ? work.II[0] : kang::in_first_axes(work.R[k], work.II[k]);
    if (k == last) {
      work.rs[k] = work.r[k], work.III[k] = II;
      continue;
    }
    const Vec3<T> beyond = work.rs[k + 1] + work.a[k];
    const Vec3<T> sum = work.m[k] * work.r[k] + work.M[k + 1] * beyond;  // 001 (28) (S2)
    work.rs[k] = {sum.x / work.M[k], sum.y / work.M[k], sum.z / work.M[k]};
    work.III[k] = II + kang::shifted_mass(work.m[k], work.rs[k] - work.r[k]) + work.III[k + 1] +
                  kang::shifted_mass(work.M[k + 1], work.rs[k] - beyond);  // 001 (29)
  }
}

// Step 3: first-order KICs of the centres of mass of the augmented bodies.
template <class T>
void paper_step_3(const Chain<T>& arm, AugmentedPaperWork<T>& work) {
  const int n = arm.dof();
  for (int k = 0; k < n; ++k) {
    const Vec3<T> C = k == 0 ? work.rs[0] : work.O[k] + work.rs[k];
    for (int i = 0; i <= k; ++i) {
      const Vec3<T> S = kang::first_axis(work, i);
      const Vec3<T> arm_of = i == k ? work.rs[k] : i == 0 ? C : C - work.O[i];
      work.g[k * n + i] = arm.link(i).revolute() ? cross(S, arm_of) : S;  // 001 (S3) (15)
    }
  }
}

// Step 4: I*.
template <class T>
void paper_step_4(const Chain<T>& arm, const AugmentedPaperWork<T>& work, MatView<T> I) {
  const int n = arm.dof();
  for (int k = 0; k < n; ++k) {
    const bool turns = arm.link(k).revolute();
    const Vec3<T> L = turns ? work.III[k] * kang::first_axis(work, k) : Vec3<T>::zero();
    for (int i = 0; i <= k; ++i) {
      const T linear = work.M[k] * dot(work.g[k * n + i], work.g[k * n + k]);  // 001 (23)
      I(i, k) = I(k, i) = turns && arm.link(i).revolute() ? linear + dot(kang::first_axis(work, i), L)
                                                          : linear;  // 001 (24) (S4)
    }
  }
}

// Step 5: second-order KICs, plane by plane.
template <class T>
void paper_step_5(const Chain<T>& arm, AugmentedPaperWork<T>& work) {
  const int n = arm.dof();
  const Vec3<T> none = Vec3<T>::zero();
  for (int k = 0; k < n; ++k)
    for (int j = 0; j <= k; ++j) {
      const Vec3<T> S = kang::first_axis(work, j);
      const bool turns = arm.link(j).revolute();
      work.H[k * n + j] = turns ? cross(S, work.g[k * n + k]) : none;  // 001 (S5)
      work.Hr[k * n + j] =
          turns && j < k && arm.link(k).revolute() ? cross(S, kang::first_axis(work, k)) : none;
    }
}

// Step 6: the independent elements of P1, P2 and P3: plane k, i and j <= k. P3(i,j,k) for i < j <= k is kept as P2(k,i,j).
template <class T>
void paper_step_6(const Chain<T>& arm, const AugmentedPaperWork<T>& work, KicModel<T>& out) {
  const int n = arm.dof();
  const CubeView<T> P1 = out.view(out.P1), P2 = out.view(out.P2);
  const auto axis = [&](int i) {
    return arm.link(i).revolute() ? kang::first_axis(work, i) : Vec3<T>::zero();
  };
  for (int k = 0; k < n; ++k) {
    const Vec3<T> L = arm.link(k).revolute() ? work.III[k] * axis(k) : Vec3<T>::zero();
    for (int j = 0; j <= k; ++j) {
      const Vec3<T> MH = work.M[k] * work.H[k * n + j];
      for (int i = 0; i < k; ++i) P1(i, j, k) = dot(work.g[k * n + i], MH);  // 001 (25) (S6)
      if (j == k) continue;
      const Vec3<T> IH = work.III[k] * work.Hr[k * n + j];
      for (int i = 0; i < k; ++i) P2(i, j, k) = dot(axis(i), IH);  // 001 (26)
      P2(k, j, k) = dot(axis(k), IH);
    }
    for (int j = 0; j < k; ++j)
      for (int i = 0; i < j; ++i) P2(k, i, j) = dot(work.Hr[j * n + i], L);  // 001 (27)
  }
}

// Step 7: the full arrays by the properties, and P*.
template <class T>
void paper_step_7(const Chain<T>& arm, KicModel<T>& out) {
  kang::fill_by_properties(arm.dof(), out.view(out.P1), out.view(out.P2), out.view(out.P3));
  kang::add_terms(out);  // 001 (S7)
}

template <class T>
void augmented_paper(const Chain<T>& arm, const Posture<T>& x, AugmentedPaperWork<T>& work,
                     KicModel<T>& out) {
  paper_step_1(arm, x, work);
  paper_step_2(arm, work);
  paper_step_3(arm, work);
  paper_step_4(arm, work, out.I.view());
  paper_step_5(arm, work);
  paper_step_6(arm, work, out);
  paper_step_7(arm, out);
}

}  // namespace catena
