// SPDX-License-Identifier: Apache-2.0
// Inertia matrix, all Christoffel symbols and gravity torques from generalized augmented bodies (links k..n welded
// together): the arrays I* and P* of the explicit model τ = I* q̈ + q̇ᵀ P* q̇ + g, P* symmetric in the velocities.
//
// Paper    Kang: "Computationally efficient KIC-based dynamic modeling of robot manipulators", eqs 14-18, 23-29 and
//          properties P2-P10. The paper's own steps, with P1, P2, P3 apart, are in augmented_elements.hpp.
// Symbols  M, r*, III mass, centre of mass, central inertia of an augmented body | h = M r*, Σ = ∫ r rᵀ dm about the
//          frame's origin | (w, v)_i motion of the frame's origin for a unit rate of joint i | Γ(i,j,k) Christoffel
// Frames   body k and plane k in the axes of frame k before its own screw about z: the z axis is axis k, and axis
//          k - 1 has no x component. Body 0 stays in frame 0; plane 0 needs no frame.
// Differs  moments about a point of axis k instead of a centre of mass (no division, no shift); P1 + P2 + P3, made
//          symmetric in the velocities, is then one product of rank four (two if joint k slides):
//          Γ(i,j,k) = w_i·β w_j + v_i·(w_j × ḣ) for i, j <= k, with β = tr(Q) 1 - Q, Q = ∫ ṙ rᵀ dm, and ṙ = z × r
//          where joint k turns (then rows z of β and ḣ are zero), ṙ = z where it slides.
// Misprint (18) has m_k for m_j; (28) lacks the masses, r* = (m_k r_k + M_{k+1}(r*_{k+1} + O)) / M_k; (23)-(26) mean
//          the velocity of C*_k for joint i.
// Cost     I* and Γ: (4n³ + 45n² - 37n - 3) / 3 mul, n³ + 9n² + 8n - 13 add; I* alone: 3n² + 85n - 86 mul,
//          (5n² + 147n - 158) / 2 add; n > 1, all revolute, kinematics included; asserted in augmented_body_test.cpp.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/poses.hpp"

namespace catena {

// Links k..n as one body, about the origin of the frame.
template <class T>
struct AugmentedBody {
  T m;        // M
  Vec3<T> h;  // M r*
  Sym3<T> S;  // Σ = ∫ r rᵀ dm

  static AugmentedBody zero() { return {T(0), Vec3<T>::zero(), Sym3<T>::zero()}; }
  static AugmentedBody of(const ChainLink<T>& l) { return {l.body.m, l.body.h, l.spread}; }
  CATENA_INLINE friend AugmentedBody operator+(const AugmentedBody& a, const AugmentedBody& b) {
    return {a.m + b.m, a.h + b.h, a.S + b.S};
  }
};

namespace kang {

// Momentum of body k for a unit rate of joint k: M_k g_k, and about the origin of its frame.
template <class T>
CATENA_INLINE Vec3<T> own_linear(const ChainLink<T>& joint, const AugmentedBody<T>& B) {
  return joint.revolute() ? z_cross(B.h) : Vec3<T>{T(0), T(0), B.m};  // 001 (14)
}
template <class T>
CATENA_INLINE Vec3<T> own_angular(const ChainLink<T>& joint, const AugmentedBody<T>& B) {
  return joint.revolute() ? Vec3<T>{-B.S.xz, -B.S.yz, B.S.xx + B.S.yy} : cross_z(B.h);
}

// From child to parent over one screw: 16 multiplications, 15 additions.
template <class T>
CATENA_INLINE AugmentedBody<T> screw_z(const Step<T>& X, const AugmentedBody<T>& B) {
  const Vec3<T> h = turn_z(X.c, X.s, B.h);
  const Sym3<T> S = turn_z(X.c, X.s, B.S);
  const T hz = h.z + B.m * X.d;
  return {
      B.m, {h.x, h.y, hz}, {S.xx, S.yy, S.zz + X.d * (h.z + hz), S.xy, S.xz + X.d * h.x, S.yz + X.d * h.y}};
}
template <class T>
CATENA_INLINE AugmentedBody<T> screw_x(const Step<T>& X, const AugmentedBody<T>& B) {
  return by_twist(X, [&](const auto& ca, const auto& sa) -> AugmentedBody<T> {
    const Vec3<T> h = turn_x(ca, sa, B.h);
    const Sym3<T> S = turn_x(ca, sa, B.S);
    const T hx = h.x + B.m * X.a;
    return {
        B.m, {hx, h.y, h.z}, {S.xx + X.a * (h.x + hx), S.yy, S.zz, S.xy + X.a * h.y, S.xz + X.a * h.z, S.yz}};
  });
}

// From parent to child over one screw: 10 multiplications, 6 additions.
template <class T, class C, class S>
CATENA_INLINE Motion<T> screw_back_x(const C& ca, const S& sa, const T& a, const Motion<T>& V) {
  const Vec3<T> v = {V.lin.x, V.lin.y + a * V.ang.z, V.lin.z - a * V.ang.y};
  return {turn_back_x(ca, sa, V.ang), turn_back_x(ca, sa, v)};
}
template <class T>
CATENA_INLINE Motion<T> screw_back_z(const Step<T>& X, const Motion<T>& V) {
  const Vec3<T> v = {V.lin.x + X.d * V.ang.y, V.lin.y - X.d * V.ang.x, V.lin.z};
  return {turn_back_z(X.c, X.s, V.ang), turn_back_z(X.c, X.s, v)};
}

}  // namespace kang

template <class T>
struct AugmentedWork {
  explicit AugmentedWork(int n)
      : body(static_cast<std::size_t>(n), AugmentedBody<T>::zero()),
        axis(static_cast<std::size_t>(n), Motion<T>::zero()),
        stride(static_cast<std::size_t>(n)),
        left(4 * stride, T(0)),
        right(4 * stride, T(0)) {}
  std::vector<AugmentedBody<T>> body;  // (n)     augmented body k
  std::vector<Motion<T>> axis;         // (n)     axis i < k in the frame of plane k
  std::size_t stride;                  //         n
  std::vector<T> left;   // (4 x n) factors of plane k, component by component: of the torques' joints
  std::vector<T> right;  // (4 x n) and of the velocities' joints
};

// All augmented bodies, tip to base.
template <class T>
void augmented_bodies(const Chain<T>& arm, const Posture<T>& x, AugmentedWork<T>& work) {
  AugmentedBody<T> B = AugmentedBody<T>::zero();
  for (int k = arm.dof() - 1; k >= 0; --k) {
    B = B + AugmentedBody<T>::of(arm.link(k));  // M_k, M_k r*_k, Σ_k           001 (15) (28)
    work.body[k] = k > 0 ? kang::screw_z(x.step(k), B) : B;
    if (k > 0) B = kang::screw_x(x.step(k), work.body[k]);  //                001 (18) (29)
  }
}

// Takes the axes of all joints i < k from plane k - 1 to plane k >= 1.
template <class T>
void advance_axes(const Chain<T>& arm, const Posture<T>& x, int k, std::vector<Motion<T>>& axis) {
  const Step<T>&from = x.step(k - 1), &to = x.step(k);
  by_twist(to, [&](const auto& ca, const auto& sa) {
    for (int i = 0; i < k - 1; ++i)
      axis[i] = kang::screw_back_x(ca, sa, to.a, kang::screw_back_z(from, axis[i]));
    Motion<T> own = Motion<T>::zero();  // axis k - 1 in frame k - 1
    (arm.link(k - 1).revolute() ? own.ang.z : own.lin.z) = T(1);
    axis[k - 1] = kang::screw_back_x(ca, sa, to.a, own);
  });
}

// Plane k: Γ(i,j,k) for i, j <= k, as a product of rank four or two.
template <class T>
struct ChristoffelPlane {
  const AugmentedWork<T>& work;
  bool turns;

  // Calls put(i, Γ(i,j,k)) for i = first.. below last, j < k.                           001 (25) (26) (27)
  template <class Put>
  CATENA_INLINE void column(int j, int first, int last, const Put& put) const {
    const T *const l0 = work.left.data(), *const l1 = l0 + work.stride, *const l2 = l1 + work.stride,
                   *const l3 = l2 + work.stride;
    const T* const r = work.right.data() + j;
    const T a = r[0], b = r[work.stride];
    if (!turns) {
      for (int i = first; i < last; ++i) put(i, l0[i] * a + l1[i] * b);
      return;
    }
    const T c = r[2 * work.stride], d = r[3 * work.stride];
    for (int i = first; i < last; ++i) put(i, (l0[i] * a + l1[i] * b) + (l2[i] * c + l3[i] * d));
  }
  CATENA_INLINE T last(int i) const { return turns ? work.left[3 * work.stride + i] : T(0); }  // Γ(i,k,k)
};

// Calls put(k, plane) for each plane. M = I*, unless its data is null.
template <class T, class Put>
CATENA_INLINE void for_christoffel_planes(const Chain<T>& arm, const Posture<T>& x, AugmentedWork<T>& work,
                                          MatView<T> M, const Put& put) {
  T* const l0 = work.left.data();
  T* const l1 = l0 + work.stride;
  T* const l2 = l1 + work.stride;
  T* const l3 = l2 + work.stride;
  T* const r0 = work.right.data();
  T* const r1 = r0 + work.stride;
  T* const r2 = r1 + work.stride;
  T* const r3 = r2 + work.stride;
  augmented_bodies(arm, x, work);

  for (int k = 0; k < arm.dof(); ++k) {
    const auto& [m, h, S] = work.body[k];
    const bool turns = arm.link(k).revolute();
    if (k > 0) advance_axes(arm, x, k, work.axis);
    const T Izz = S.xx + S.yy;
    if (M.data) M(k, k) = turns ? Izz : m;  // 001 (23) (24)
    for (int i = 0; i < k;
         ++i) {  // and the factors of the independent elements                    001 (25) (26) (27)
      const auto& [w, v] = work.axis[i];
      if (turns) {
        if (M.data)
          M(i, k) = M(k, i) =
              (Izz * w.z - S.xz * w.x - S.yz * w.y) + (h.x * v.y - h.y * v.x);  // 001 (23) (24)
        l0[i] = w.x, r0[i] = S.xy * w.x + S.yy * w.y;
        l1[i] = w.y, r1[i] = -(S.xx * w.x + S.xy * w.y);
        l2[i] = v.z, r2[i] = h.x * w.x + h.y * w.y;
        l3[i] = (S.yz * w.x - S.xz * w.y) - (h.x * v.x + h.y * v.y), r3[i] = w.z;
      } else {
        if (M.data) M(i, k) = M(k, i) = m * v.z + (h.y * w.x - h.x * w.y);
        l0[i] = h.z * w.x - h.x * w.z - m * v.y, r0[i] = w.x;
        l1[i] = h.z * w.y - h.y * w.z + m * v.x, r1[i] = w.y;
      }
    }
    put(k, ChristoffelPlane<T>{work, turns});
  }
}

// M = I* and Γ(i,j,k) = (P*(i,j,k) + P*(i,k,j)) / 2, both full.
template <class T>
void augmented_body(const Chain<T>& arm, const Posture<T>& x, AugmentedWork<T>& work, MatView<T> M,
                    CubeView<T> gamma) {
  for_christoffel_planes(arm, x, work, M, [&](int k, const ChristoffelPlane<T>& plane) {
    // the others by permutation of two or three indices, with its sign                001 (P3) (P4) (P9) (P10)
    for (int j = 0; j < k; ++j) {
      T *const column = &gamma(0, j, k), *const same = &gamma(0, k, j);
      plane.column(j, 0, j, [&](int i, const T& e) { column[i] = same[i] = e; });
      plane.column(j, j, k, [&](int i, const T& e) {
        column[i] = same[i] = e;
        gamma(k, i, j) = gamma(k, j, i) = -e;
      });
      gamma(j, k, k) = plane.last(j);          // w_k = z or 0
      gamma(k, j, k) = gamma(k, k, j) = T(0);  // 001 (P5) (P8)
    }
    gamma(k, k, k) = T(0);
  });
}

// The numbers of which Γ consists, once each: zero, then plane after plane Γ(i,j,k) with i, j < k, Γ(i,k,k), and
// -Γ(i,j,k) with i >= j.
inline constexpr std::size_t christoffel_numbers(int k) {  // before plane k
  std::size_t count = 1;
  for (int m = 0; m < k; ++m) count += static_cast<std::size_t>(m * m + m + m * (m + 1) / 2);
  return count;
}

// Which of them Γ(i,j,k) is.
inline constexpr std::size_t christoffel_place(int i, int j, int k) {
  const int most = j > k ? j : k, least = j > k ? k : j, m = i > most ? i : most;
  const std::size_t plane = christoffel_numbers(m);
  const auto at = [&](int number) { return plane + static_cast<std::size_t>(number); };
  if (i == m) {  // minus the one with `most` and `least` in the first places
    if (most == m) return 0;
    return at(m * m + m + least * m - least * (least - 1) / 2 + (most - least));
  }
  return least == m ? at(m * m + i) : at(least * m + i);
}

template <class T>
void christoffel_planes(const Chain<T>& arm, const Posture<T>& x, AugmentedWork<T>& work, T* numbers) {
  *numbers++ = T(0);
  for_christoffel_planes(arm, x, work, MatView<T>{}, [&](int k, const ChristoffelPlane<T>& plane) {
    T* const last = numbers + k * k;
    T* minus = last + k;
    for (int j = 0; j < k; ++j) {
      T* const column = numbers + j * k;
      plane.column(j, 0, j, [&](int i, const T& e) { column[i] = e; });
      plane.column(j, j, k, [&](int i, const T& e) {
        column[i] = e;
        minus[i - j] = -e;
      });
      minus += k - j;
      last[j] = plane.last(j);
    }
    numbers = minus;
  });
}

// M = I* alone, after set_poses: the momentum of each augmented body for a unit rate of its joint, expressed in the base, and
// its inner product with each axis. In base axes the joint axes need not be transformed from frame to frame.
template <class T>
void augmented_inertia(const Chain<T>& arm, const Posture<T>& x, const Kinematics<T>& kinematics,
                       AugmentedWork<T>& work, MatView<T> M) {
  AugmentedBody<T> B = AugmentedBody<T>::zero();
  for (int k = 0; k < arm.dof() - 1; ++k) {  // axes as motions of the base's origin
    const Pose<T>& X = kinematics.frame[k];
    const Vec3<T> z = X.R.col_z();
    work.axis[k] = arm.link(k).revolute() ? Motion<T>{z, cross(X.p, z)} : Motion<T>{Vec3<T>::zero(), z};
  }
  for (int k = arm.dof() - 1; k >= 0; --k) {
    B = B + AugmentedBody<T>::of(arm.link(k));
    const Vec3<T> n = kang::own_angular(arm.link(k), B);
    M(k, k) = arm.link(k).revolute() ? n.z : B.m;
    if (k == 0) break;
    const Pose<T>& X = kinematics.frame[k];
    const Vec3<T> p = X.R * kang::own_linear(arm.link(k), B);              // 001 (14)
    const Force<T> F = {X.R * n + cross(X.p, p), p};                       // 001 (17)
    for (int i = 0; i < k; ++i) M(i, k) = M(k, i) = dot(work.axis[i], F);  // 001 (23) (24)
    B = kang::screw_x(x.step(k), kang::screw_z(x.step(k), B));
  }
}

// g(q) from the augmented bodies, after augmented_bodies.
template <class T>
void augmented_gravity(const Chain<T>& arm, const Posture<T>& x, const Vec3<T>& gravity,
                       const AugmentedWork<T>& work, std::span<T> out) {
  Vec3<T> g = transpose_times(arm.base().R, gravity);
  for (int k = 0; k < arm.dof(); ++k) {
    const Step<T>& s = x.step(k);
    const AugmentedBody<T>& B = work.body[k];
    const Vec3<T> before = turn_back_x(s.ca, s.sa, g);
    g = turn_back_z(s.c, s.s, before);
    const Vec3<T>& at = k > 0 ? before : g;                                         // in the axes of body k
    out[k] = arm.link(k).revolute() ? B.h.y * at.x - B.h.x * at.y : -(B.m * at.z);  // 001 (15)
  }
}

// Momentum of the arm about the origin of the base, (angular; linear) in base axes, after augmented_bodies: the sum of the
// momenta of the augmented bodies, each due to the rate of its own joint.
template <class T>
Force<T> augmented_momentum(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd,
                            const AugmentedWork<T>& work) {
  Force<T> F = Force<T>::zero();
  for (int k = arm.dof() - 1; k >= 0; --k) {
    const Force<T> own = {kang::own_angular(arm.link(k), work.body[k]),
                          kang::own_linear(arm.link(k), work.body[k])};
    // body 0 is expressed in frame 0, the others one screw closer to their parent
    const Step<T> screw = {x.step(k).ca, x.step(k).sa, x.step(k).a, T(1), T(0), T(0)};
    F = to_parent(x.step(k), F);
    F += to_parent(k > 0 ? screw : x.step(k), qd[k] * own);  // 001 (16) (17)
  }
  const Vec3<T> p = arm.base().R * F.lin;
  return {arm.base().R * F.ang + cross(arm.base().p, p), p};
}

}  // namespace catena
