// SPDX-License-Identifier: Apache-2.0
// What a joint has to do with wrenches, motions and inertias in its own frame, where its axis is a unit vector.
#pragma once

#include "catena/core/inline.hpp"
#include "catena/core/model/posture.hpp"

namespace catena {

// B (joint axis): the wrench that a unit acceleration along the joint takes.
template <class T>
CATENA_INLINE Force<T> along_joint(const ChainLink<T>& l, const RigidInertia<T>& B) {
  if (l.revolute()) return {B.I.col_z(), {-B.h.y, B.h.x, T(0)}};
  return {{B.h.y, -B.h.x, T(0)}, {T(0), T(0), B.m}};
}

// The same for an articulated body: a column of it.
template <class T>
CATENA_INLINE Force<T> along_joint(const ChainLink<T>& l, const ArticulatedInertia<T>& A) {
  return l.revolute() ? Force<T>{A.I.col_z(), A.H.row_z()} : Force<T>{A.H.col_z(), A.G.col_z()};
}

// The part of a wrench that joint l feels.
template <class T>
CATENA_INLINE T joint_component(const ChainLink<T>& l, const Force<T>& F) {
  return l.revolute() ? F.ang.z : F.lin.z;
}

}  // namespace catena

namespace catena::detail {

// The joint's component of a wrench that passes a step to the parent; the first joint needs no more.
template <class T>
CATENA_INLINE T felt_by_parent(const ChainLink<T>& parent, const Step<T>& s, const Force<T>& F) {
  const T fy = s.s * F.lin.x + s.c * F.lin.y;
  if (!parent.revolute()) return s.sa * fy + s.ca * F.lin.z;
  const T fx = s.c * F.lin.x - s.s * F.lin.y;
  const T ny = s.s * F.ang.x + s.c * F.ang.y + s.d * fx;
  return s.sa * ny + s.ca * F.ang.z + s.a * (s.ca * fy - s.sa * F.lin.z);
}

template <class T>
CATENA_INLINE Motion<T> joint_axis(const ChainLink<T>& l) {
  if (l.revolute()) return {{T(0), T(0), T(1)}, Vec3<T>::zero()};
  return {Vec3<T>::zero(), {T(0), T(0), T(1)}};
}

// k u, where k is the inverse of the joint's component of u: that becomes 1.
template <class T>
CATENA_INLINE Force<T> scaled_to_joint(const ChainLink<T>& l, const T& k, const Force<T>& u) {
  if (l.revolute()) return {{k * u.ang.x, k * u.ang.y, T(1)}, k * u.lin};
  return {k * u.ang, {k * u.lin.x, k * u.lin.y, T(1)}};
}

// k ψ + F, of which the joint's component is known to be `joint`.
template <class T>
CATENA_INLINE Force<T> add_scaled(const ChainLink<T>& l, const T& k, const Force<T>& psi, const Force<T>& F,
                                  const T& joint) {
  const Vec3<T>&n = F.ang, &f = F.lin, &pn = psi.ang, &pf = psi.lin;
  if (l.revolute()) return {{k * pn.x + n.x, k * pn.y + n.y, joint}, k * pf + f};
  return {k * pn + n, {k * pf.x + f.x, k * pf.y + f.y, joint}};
}

// ψ·V without the joint's component.
template <class T>
CATENA_INLINE T dot_across(const ChainLink<T>& l, const Force<T>& psi, const Motion<T>& V) {
  const Vec3<T>&n = psi.ang, &f = psi.lin, &w = V.ang, &v = V.lin;
  if (l.revolute()) return (n.x * w.x + n.y * w.y) + dot(f, v);
  return dot(n, w) + (f.x * v.x + f.y * v.y);
}

}  // namespace catena::detail
