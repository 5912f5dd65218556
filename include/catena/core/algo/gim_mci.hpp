// SPDX-License-Identifier: Apache-2.0
// Generalized inertia matrix (GIM) and matrix of convective inertia (MCI): τ = I θ̈ + C θ̇ element by element.
//
// Paper    Bhangale, Saha, Agrawal 2004: "A Dynamic Model Based Robot Arm Selection Criterion", eqs 10 to 13.
// Symbols  M̃_i composite body of links i..n | p_j twist of joint j (S in a common frame) | V velocity of a link
//          G_i = X over Y: the left half of A_{i+1,i}ᵀ H̃_{i+1,i} + M̃'_i, which maps an axis that is carried along with
//          links i..n to the wrench that this requires; the paper writes M̃ for M̃' too
// Frames   composites of link i in frame i, at its origin O_i; S, Ṡ and the wrenches of pairs in frame 2.
// Differs  in proximal frames steps 1 to 5a of section 3 are constants. For the GIM, wrenches are transformed from frame to
//          frame; for the MCI, once to frame 2, where inner products give the elements. H̃ contains only differences of
//          velocities, so that the velocities themselves are used. O_i is the origin of frame i; the paper's lies d_i
//          before it on the same axis: C differs, C θ̇ does not. C is not the Christoffel matrix: see coriolis.hpp.
// Misprint O_i of a prismatic joint must be fixed to link i, not to link i-1 (eqs 1, 10).
// Cost     GIM 10n² + 12n - 36 mul, 6n² + 29n - 57 add (n >= 2)                            004 (14) (Table1)
//          MCI (15n² + 491n - 938) / 2 mul, (13n² + 447n - 858) / 2 add (n >= 4)            004 (16)
//          both in one (21n² + 471n - 876) / 2 mul, 9n² + 215n - 398 add (n >= 4)
//          all revolute; asserted in gim_mci_test.cpp, customised too: 004 (Table3) (Table5). Only eq 16 is lower
//          as printed: see docs/papers/gim_mci.md.
#pragma once

#include "catena/core/math/dense.hpp"
#include "catena/core/model/joint.hpp"

namespace catena {

// Maps an axis z that is carried along with moving links to the wrench (X z; Y z) that this requires.
template <class T>
struct Convective {
  Mat3<T> X, Y;

  static Convective zero() { return {Mat3<T>::zero(), Mat3<T>::zero()}; }
  // One link: Y z = z × m v + ω × (z × h), X z = h × (z × v) + ω × I z
  CATENA_INLINE static Convective rigid(const RigidInertia<T>& b, const Motion<T>& V) {
    const Vec3<T>&w = V.ang, &v = V.lin, &h = b.h;
    const Sym3<T>& I = b.I;
    const Vec3<T> l = b.m * v;
    const T hw_x = h.x * w.x, hw_y = h.y * w.y, hw_z = h.z * w.z;
    const T hv_x = h.x * v.x, hv_y = h.y * v.y, hv_z = h.z * v.z;
    const T p = w.x * I.yz, q = w.y * I.xz, r = w.z * I.xy;  // the diagonal of [ω]x I has no trace
    return {{q - r + (hv_y + hv_z), w.y * I.yz - w.z * I.yy - v.x * h.y, w.y * I.zz - w.z * I.yz - v.x * h.z,
             w.z * I.xx - w.x * I.xz - v.y * h.x, r - p + (hv_x + hv_z), w.z * I.xz - w.x * I.zz - v.y * h.z,
             w.x * I.xy - w.y * I.xx - v.z * h.x, w.x * I.yy - w.y * I.xy - v.z * h.y, p - q + (hv_x + hv_y)},
            {hw_y + hw_z, l.z - h.x * w.y, -(h.x * w.z) - l.y,  //
             -(h.y * w.x) - l.z, hw_x + hw_z, l.x - h.y * w.z,  //
             l.y - h.z * w.x, -(h.z * w.y) - l.x, hw_x + hw_y}};
  }
  CATENA_INLINE friend Convective operator+(const Convective& a, const Convective& b) {
    return {a.X + b.X, a.Y + b.Y};
  }
};

// Change of frame for wrench and axis: rotate both, then add the moment of the force.
template <class T>
CATENA_INLINE Convective<T> to_parent(const Step<T>& s, const Convective<T>& G) {
  Mat3<T> X = turn_z(s.c, s.s, G.X), Y = turn_z(s.c, s.s, G.Y);
  X.xx = X.xx - s.d * Y.yx, X.xy = X.xy - s.d * Y.yy, X.xz = X.xz - s.d * Y.yz;
  X.yx = X.yx + s.d * Y.xx, X.yy = X.yy + s.d * Y.xy, X.yz = X.yz + s.d * Y.xz;
  X = turn_x(s.ca, s.sa, X), Y = turn_x(s.ca, s.sa, Y);
  X.yx = X.yx - s.a * Y.zx, X.yy = X.yy - s.a * Y.zy, X.yz = X.yz - s.a * Y.zz;
  X.zx = X.zx + s.a * Y.yx, X.zy = X.zy + s.a * Y.yy, X.zz = X.zz + s.a * Y.yz;
  return {X, Y};
}

namespace detail {

// Single components of to_parent: all that the first joint needs.
template <class T>
CATENA_INLINE T zz_of_parent(const Step<T>& s, const RigidInertia<T>& B) {
  const Vec3<T> h = turn_z(s.c, s.s, B.h);
  const T xyc = B.I.xy * s.c;
  const T md = B.m * s.d;
  const T yy = B.I.yy + ((B.I.xx - B.I.yy) * s.s + (xyc + xyc)) * s.s + s.d * (h.z + h.z + md);
  const T yzc = (B.I.xz * s.s + B.I.yz * s.c - s.d * h.y) * s.ca;
  return B.I.zz + ((yy - B.I.zz) * s.sa + (yzc + yzc)) * s.sa + s.a * (h.x + h.x + B.m * s.a);
}
template <class T>
CATENA_INLINE T zz_of_parent(const Step<T>& s, const Convective<T>& G) {
  const Mat3<T>&X = G.X, &Y = G.Y;
  const T bx = (X.xx - X.yy) * s.s + (X.xy + X.yx) * s.c;
  const T by = (Y.xx - Y.yy) * s.s + (Y.xy + Y.yx) * s.c;
  const T Xyy = X.yy + bx * s.s + s.d * (by * s.c - Y.yx);
  const T Xyz_zy = s.s * (X.xz + X.zx) + s.c * (X.yz + X.zy) + s.d * (s.c * Y.xz - s.s * Y.yz);
  const T Yyy = Y.yy + by * s.s;
  const T Yyz = s.s * Y.xz + s.c * Y.yz, Yzy = s.s * Y.zx + s.c * Y.zy;
  return X.zz + ((Xyy - X.zz) * s.sa + Xyz_zy * s.ca) * s.sa +
         s.a * (((Yyy - Y.zz) * s.sa + (Yyz + Yzy) * s.ca) * s.ca - Yzy);
}

// p_1ᵀ M̃_1 p_1 from links 2..n as one body.
template <class T>
CATENA_INLINE T first_element(const ChainLink<T>& first, const Step<T>& s, const RigidInertia<T>& rest) {
  return first.revolute() ? first.body.I.zz + zz_of_parent(s, rest) : first.body.m + rest.m;
}

// The frame after a step.
template <class T>
CATENA_INLINE Pose<T> beyond(const Pose<T>& X, const Step<T>& s) {
  const Vec3<T> x = X.R.col_x(), y = X.R.col_y(), z = X.R.col_z();
  const Vec3<T> y1 = s.ca * y + s.sa * z, z1 = s.ca * z - s.sa * y;
  const Vec3<T> x2 = s.c * x + s.s * y1, y2 = s.c * y1 - s.s * x;
  return {{x2.x, y2.x, z1.x, x2.y, y2.y, z1.y, x2.z, y2.z, z1.z}, X.p + s.a * x + s.d * z1};
}
template <class T>
CATENA_INLINE Force<T> carried(const Pose<T>& X, const Force<T>& F) {
  const Vec3<T> f = X.R * F.lin;
  return {X.R * F.ang + cross(X.p, f), f};
}
template <class T>
CATENA_INLINE Motion<T> carried(const Pose<T>& X, const Motion<T>& V) {
  const Vec3<T> w = X.R * V.ang;
  return {w, X.R * V.lin + cross(X.p, w)};
}

}  // namespace detail

// The full symmetric GIM.
template <class T>
void gim(const Chain<T>& arm, const Posture<T>& x, MatView<T> M) {
  const int n = arm.dof();
  // M_i in frame i: all constants                                               004 (S1) (S2) (S3) (S4) (S5a)
  RigidInertia<T> body = arm.link(n - 1).body;  // M̃_n = M_n                    004 (13)
  for (int i = n - 1; i > 0; --i) {
    Force<T> F = along_joint(arm.link(i), body);  // M̃_i p_i
    M(i, i) = joint_component(arm.link(i), F);    // i_ii = p_iᵀ M̃_i p_i        004 (S6a)
    for (int j = i - 1; j > 0; --j) {
      F = to_parent(x.step(j + 1), F);                      // A_ijᵀ M̃_i p_i
      M(i, j) = M(j, i) = joint_component(arm.link(j), F);  // i_ij                       004 (10) (S6b)
    }
    M(i, 0) = M(0, i) = felt_by_parent(arm.link(0), x.step(1), F);
    if (i > 1) body = arm.link(i - 1).body + to_parent(x.step(i), body);  // M̃_i  004 (13) (S5b)
  }
  const ChainLink<T>& l = arm.link(0);
  M(0, 0) = n == 1 ? joint_component(l, along_joint(l, l.body)) : detail::first_element(l, x.step(1), body);
}

template <class T>
struct GimMciWork {
  explicit GimMciWork(int n)
      : V(static_cast<std::size_t>(n), Motion<T>::zero()),
        S(static_cast<std::size_t>(n), Motion<T>::zero()),
        Sd(static_cast<std::size_t>(n), Motion<T>::zero()),
        pose(static_cast<std::size_t>(n), Pose<T>::identity()) {}
  std::vector<Motion<T>> V;   // (n) velocity of link i, in frame i
  std::vector<Motion<T>> S;   // (n) axis of joint i, in the second frame
  std::vector<Motion<T>> Sd;  // (n) its rate
  std::vector<Pose<T>> pose;  // (n) frame i in the second frame
};

namespace detail {

// Outward: velocities, and the axes with their rates in the second frame, where the first two cost least.
template <class T>
void mci_axes(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, GimMciWork<T>& work) {
  const int n = arm.dof();
  work.V[0] = add_joint(arm.link(0), Motion<T>::zero(), qd[0]);
  if (n > 1) work.S[0] = to_child(x.step(1), joint_axis(arm.link(0)));
  for (int i = 1; i < n; ++i) {
    const ChainLink<T>& l = arm.link(i);
    work.V[i] = add_joint(l, to_child(x.step(i), work.V[i - 1]), qd[i]);
    if (i > 1) work.pose[i] = beyond(work.pose[i - 1], x.step(i));
    if (i + 1 == n) break;                                        // no pair needs the last axis
    work.S[i] = carried(work.pose[i], joint_axis(l));             // A_ij p_j                       004 (11)
    work.Sd[i] = carried(work.pose[i], axis_rate(l, work.V[i]));  // (A_ij W_j + Ȧ_ij) p_j          004 (10)
  }
}

}  // namespace detail

// Both matrices, or C alone if M is empty (M.data == nullptr).
template <class T>
void gim_mci(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, GimMciWork<T>& work,
             MatView<T> M, MatView<T> C) {
  const int n = arm.dof();
  const bool both = M.data != nullptr;
  detail::mci_axes(arm, x, qd, work);

  RigidInertia<T> body = RigidInertia<T>::zero();
  Convective<T> G = Convective<T>::zero();
  for (int i = n - 1; i > 0; --i) {
    // add link i
    const ChainLink<T>& l = arm.link(i);
    body = l.body + body;                             // M̃_i = M_i + Aᵀ M̃_{i+1} A         004 (13)
    G = Convective<T>::rigid(l.body, work.V[i]) + G;  // W_i M_i E_i + Aᵀ(...)              004 (12)

    const Force<T> b = along_joint(l, body);                     // M̃_i p_i
    Force<T> a = body * axis_rate(l, work.V[i]);                 // M̃_i W_i p_i
    if (l.revolute()) a += Force<T>{G.X.col_z(), G.Y.col_z()};   // + G_i p_i
    const Vec3<T> c = l.revolute() ? G.X.row_z() : G.Y.row_z();  // G_iᵀ p_i
    if (both) M(i, i) = joint_component(l, b);  // i_ii                               004 (10)
    C(i, i) = joint_component(l, a);            // c_ii                               004 (10)

    const Force<T> b2 = detail::carried(work.pose[i], b), a2 = detail::carried(work.pose[i], a);
    const Vec3<T> c2 = work.pose[i].R * c;
    for (int j = 0; j < i; ++j) {
      const Motion<T>& S = work.S[j];
      if (both) M(i, j) = M(j, i) = dot(S, b2);        // i_ij, j < i                        004 (10)
      C(j, i) = dot(S, a2);                            // c_ij, i <= j                       004 (10)
      C(i, j) = dot(work.Sd[j], b2) + dot(S.ang, c2);  // c_ij, otherwise                    004 (10)
    }
    if (i == 1) break;
    body = to_parent(x.step(i), body);
    G = to_parent(x.step(i), G);
  }

  // the first link adds its moment or mass to M, and nothing to C
  const ChainLink<T>& l = arm.link(0);
  if (both)
    M(0, 0) = n == 1 ? joint_component(l, along_joint(l, l.body)) : detail::first_element(l, x.step(1), body);
  C(0, 0) = n > 1 && l.revolute() ? detail::zz_of_parent(x.step(1), G) : T(0);
}

// The MCI alone.
template <class T>
void mci(const Chain<T>& arm, const Posture<T>& x, std::span<const T> qd, GimMciWork<T>& work, MatView<T> C) {
  gim_mci(arm, x, qd, work, MatView<T>{nullptr, 0, 0, 0}, C);
}

}  // namespace catena
