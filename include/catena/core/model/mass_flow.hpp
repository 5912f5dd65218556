// SPDX-License-Identifier: Apache-2.0
// MassFlow: how the mass of moving bodies is redistributed, as far as the Coriolis matrix of Christoffel symbols needs it.
//
// Idea     With S_i the joint axes, C_ij = Σ_bodies S_iᵀ (I Ṡ_j + B S_j), where B(ω; v) = (β ω; ω × l) with
//          β = tr(Q) 1 - Q, Q = ∫ ṙ rᵀ dm and momentum l = ∫ ṙ dm. Q and l of several bodies add up even if the bodies
//          move differently, so composites of B work like composites of the inertia I.
// Frames   about the origin of the frame that it is given in.
#pragma once

#include "catena/core/inline.hpp"
#include "catena/core/model/chain.hpp"

namespace catena {

template <class T>
struct MassFlow {
  Mat3<T> Q;
  Vec3<T> l;

  static MassFlow zero() { return {Mat3<T>::zero(), Vec3<T>::zero()}; }

  // ṙ = v + ω × r over one rigid body with second moments `spread`
  CATENA_INLINE static MassFlow rigid(const ChainLink<T>& link, const Motion<T>& V) {
    const Vec3<T>& w = V.ang;
    const Vec3<T> qx = cross(w, link.spread.col_x()) + link.body.h.x * V.lin;
    const Vec3<T> qy = cross(w, link.spread.col_y()) + link.body.h.y * V.lin;
    const Vec3<T> qz = cross(w, link.spread.col_z()) + link.body.h.z * V.lin;
    return {{qx.x, qy.x, qz.x, qx.y, qy.y, qz.y, qx.z, qy.z, qz.z},
            link.body.m * V.lin + cross(w, link.body.h)};
  }
  CATENA_INLINE friend MassFlow operator+(const MassFlow& a, const MassFlow& b) {
    return {a.Q + b.Q, a.l + b.l};
  }

  // β = tr(Q) 1 - Q, from sums alone: no small element is the difference of large ones.
  CATENA_INLINE Mat3<T> turning() const {
    return {Q.yy + Q.zz, -Q.xy, -Q.xz, -Q.yx, Q.xx + Q.zz, -Q.yz, -Q.zx, -Q.zy, Q.xx + Q.yy};
  }
  // B (ω; v) = (tr(Q) ω - Q ω; ω × l)
  CATENA_INLINE Force<T> times(const Vec3<T>& w) const {
    const T t = Q.xx + Q.yy + Q.zz;
    return {t * w - Q * w, cross(w, l)};
  }
  // Bᵀ (ω; v) has no linear part: tr(Q) ω - Qᵀ ω + l × v
  CATENA_INLINE Vec3<T> transpose_times(const Motion<T>& V) const {
    const T t = Q.xx + Q.yy + Q.zz;
    return t * V.ang - catena::transpose_times(Q, V.ang) + cross(l, V.lin);
  }
  // B S and Bᵀ S for the axis of a joint in its own frame, without the products with zeros.
  CATENA_INLINE Force<T> times_axis(const ChainLink<T>& link) const {
    if (!link.revolute()) return Force<T>::zero();
    return {{-Q.xz, -Q.yz, Q.xx + Q.yy}, z_cross(l)};
  }
  CATENA_INLINE Vec3<T> transpose_times_axis(const ChainLink<T>& link) const {
    if (!link.revolute()) return cross_z(l);
    return {-Q.zx, -Q.zy, Q.xx + Q.yy};
  }
};

// r grows by the step of the origin: Q += l pᵀ.
template <class T>
CATENA_INLINE MassFlow<T> to_parent(const Step<T>& X, const MassFlow<T>& B) {
  Vec3<T> l = turn_z(X.c, X.s, B.l);
  Mat3<T> Q = turn_z(X.c, X.s, B.Q);
  Q.xz = Q.xz + X.d * l.x, Q.yz = Q.yz + X.d * l.y, Q.zz = Q.zz + X.d * l.z;
  return by_twist(X, [&](const auto& ca, const auto& sa) -> MassFlow<T> {
    const Vec3<T> k = turn_x(ca, sa, l);
    Mat3<T> R = turn_x(ca, sa, Q);
    R.xx = R.xx + X.a * k.x, R.yx = R.yx + X.a * k.y, R.zx = R.zx + X.a * k.z;
    return {R, k};
  });
}

}  // namespace catena
