// SPDX-License-Identifier: Apache-2.0
// A joint seen from its own frame, where its axis S is the z axis: a revolute joint turns about z, a prismatic one slides
// along it. So S is a unit vector, and a product with S picks or shifts components.
//
// Symbols  S joint axis as a motion (angular; linear) | V velocity of the link | F wrench | u = A S, ψ = u / (Sᵀ A S)
#pragma once

#include "catena/core/inline.hpp"
#include "catena/core/model/posture.hpp"

namespace catena {

// --- the axis and its motion ---------------------------------------------------------------------------------

// S
template <class T>
CATENA_INLINE Motion<T> joint_axis(const ChainLink<T>& l) {
  if (l.revolute()) return {{T(0), T(0), T(1)}, Vec3<T>::zero()};
  return {Vec3<T>::zero(), {T(0), T(0), T(1)}};
}

// Ṡ = V × S, the rate of the axis as it is carried along with velocity V.
template <class T>
CATENA_INLINE Motion<T> axis_rate(const ChainLink<T>& l, const Motion<T>& V) {
  if (l.revolute()) return {cross_z(V.ang), cross_z(V.lin)};
  return {Vec3<T>::zero(), cross_z(V.ang)};
}

// S̈ = A × S + V × Ṡ, with A the acceleration of the link: 10 multiplications for a revolute joint.
template <class T>
CATENA_INLINE Motion<T> axis_acceleration(const ChainLink<T>& l, const Motion<T>& V, const Motion<T>& A) {
  const Vec3<T>&w = V.ang, &v = V.lin;
  const Vec3<T> turning = {w.x * w.z, w.y * w.z, -(w.x * w.x + w.y * w.y)};  // w × (w × z)
  if (!l.revolute()) return {Vec3<T>::zero(), cross_z(A.ang) + turning};
  const T across = w.x * v.x + w.y * v.y;
  const Vec3<T> mixed = {w.z * v.x + v.z * w.x, w.z * v.y + v.z * w.y, -(across + across)};
  return {cross_z(A.ang) + turning, cross_z(A.lin) + mixed};
}

// V + S q̇
template <class T>
CATENA_INLINE Motion<T> add_joint(const ChainLink<T>& l, Motion<T> V, const T& qd) {
  if (l.revolute())
    V.ang.z = V.ang.z + qd;
  else
    V.lin.z = V.lin.z + qd;
  return V;
}

// V × S q̇, the acceleration of the link at q̈ = 0 that its joint velocity causes.
template <class T>
CATENA_INLINE Motion<T> bias_acceleration(const ChainLink<T>& l, const Motion<T>& V, const T& qd) {
  if (l.revolute()) return {{V.ang.y * qd, -(V.ang.x * qd), T(0)}, {V.lin.y * qd, -(V.lin.x * qd), T(0)}};
  return {Vec3<T>::zero(), {V.ang.y * qd, -(V.ang.x * qd), T(0)}};
}

// --- wrenches ------------------------------------------------------------------------------------------------

// Sᵀ F: the generalized force of the joint that carries the wrench F.
template <class T>
CATENA_INLINE T joint_component(const ChainLink<T>& l, const Force<T>& F) {
  return l.revolute() ? F.ang.z : F.lin.z;
}

// Sᵀ F of the parent's joint for a wrench F at the child, without the parent's other five components.
template <class T>
CATENA_INLINE T felt_by_parent(const ChainLink<T>& parent, const Step<T>& s, const Force<T>& F) {
  const T fy = s.s * F.lin.x + s.c * F.lin.y;
  if (!parent.revolute()) return s.sa * fy + s.ca * F.lin.z;
  const T fx = s.c * F.lin.x - s.s * F.lin.y;
  const T ny = s.s * F.ang.x + s.c * F.ang.y + s.d * fx;
  return s.sa * ny + s.ca * F.ang.z + s.a * (s.ca * fy - s.sa * F.lin.z);
}

// F with its joint component replaced by k.
template <class T>
CATENA_INLINE Force<T> with_joint(const ChainLink<T>& l, Force<T> F, const T& k) {
  (l.revolute() ? F.ang.z : F.lin.z) = k;
  return F;
}

// F with its joint component replaced by zero.
template <class T>
CATENA_INLINE Force<T> without_joint(const ChainLink<T>& l, const Force<T>& F) {
  return with_joint(l, F, T(0));
}

// k u, where k is the inverse of the joint component of u, which therefore becomes 1.
template <class T>
CATENA_INLINE Force<T> scaled_to_joint(const ChainLink<T>& l, const T& k, const Force<T>& u) {
  if (l.revolute()) return {{k * u.ang.x, k * u.ang.y, T(1)}, k * u.lin};
  return {k * u.ang, {k * u.lin.x, k * u.lin.y, T(1)}};
}

// k ψ + F, whose joint component is known to be `joint`.
template <class T>
CATENA_INLINE Force<T> add_scaled(const ChainLink<T>& l, const T& k, const Force<T>& psi, const Force<T>& F,
                                  const T& joint) {
  const Vec3<T>&n = F.ang, &f = F.lin, &pn = psi.ang, &pf = psi.lin;
  if (l.revolute()) return {{k * pn.x + n.x, k * pn.y + n.y, joint}, k * pf + f};
  return {k * pn + n, {k * pf.x + f.x, k * pf.y + f.y, joint}};
}

// ψ·V without the product of the two joint components.
template <class T>
CATENA_INLINE T dot_across(const ChainLink<T>& l, const Force<T>& psi, const Motion<T>& V) {
  const Vec3<T>&n = psi.ang, &f = psi.lin, &w = V.ang, &v = V.lin;
  if (l.revolute()) return (n.x * w.x + n.y * w.y) + dot(f, v);
  return dot(n, w) + (f.x * v.x + f.y * v.y);
}

// S ×* F: the derivative, with respect to the joint variable, of a wrench that moves with the joint.
template <class T>
CATENA_INLINE Force<T> carried_by_axis(const ChainLink<T>& l, const Force<T>& F) {
  if (l.revolute()) return {z_cross(F.ang), z_cross(F.lin)};
  return {z_cross(F.lin), Vec3<T>::zero()};
}

// --- inertias ------------------------------------------------------------------------------------------------

// B S: the wrench that gives a rigid body a unit acceleration along the joint.
template <class T>
CATENA_INLINE Force<T> along_joint(const ChainLink<T>& l, const RigidInertia<T>& B) {
  if (l.revolute()) return {B.I.col_z(), {-B.h.y, B.h.x, T(0)}};
  return {{B.h.y, -B.h.x, T(0)}, {T(0), T(0), B.m}};
}

// A S for an articulated body: one of its columns.
template <class T>
CATENA_INLINE Force<T> along_joint(const ChainLink<T>& l, const ArticulatedInertia<T>& A) {
  return l.revolute() ? Force<T>{A.I.col_z(), A.H.row_z()} : Force<T>{A.H.col_z(), A.G.col_z()};
}

// A with the row and the column of the joint replaced by zeros.
template <class T>
CATENA_INLINE ArticulatedInertia<T> without_joint(const ChainLink<T>& l, ArticulatedInertia<T> A) {
  if (l.revolute()) {
    A.I.xz = T(0), A.I.yz = T(0), A.I.zz = T(0);
    A.H.zx = T(0), A.H.zy = T(0), A.H.zz = T(0);
  } else {
    A.H.xz = T(0), A.H.yz = T(0), A.H.zz = T(0);
    A.G.xz = T(0), A.G.yz = T(0), A.G.zz = T(0);
  }
  return A;
}

}  // namespace catena
