// SPDX-License-Identifier: Apache-2.0
// Spatial vectors and inertias, ordered (angular; linear), and their transformations along a chain by screws.
//
// A step of the chain is two screws: about x by alpha and a (constants of the joint), then about z by theta
// and d. Transforming a motion or a force takes 10 multiplications and 6 additions for a screw, 20 and 12 for a step; a
// rigid-body inertia takes 32 and 32 for a step, an articulated inertia 76 and 82. Asserted in
// tests/core/math/spatial_test.cpp.
#pragma once

#include "catena/core/inline.hpp"
#include "catena/core/math/turn.hpp"

namespace catena {

template <class T>
struct Motion {
  Vec3<T> ang, lin;

  static constexpr Motion zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
  CATENA_INLINE friend Motion operator+(const Motion& a, const Motion& b) {
    return {a.ang + b.ang, a.lin + b.lin};
  }
};

template <class T>
struct Force {
  Vec3<T> ang, lin;  // moment about the origin, force

  static constexpr Force zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
  Force& operator+=(const Force& b) { return *this = *this + b; }
  CATENA_INLINE friend Force operator+(const Force& a, const Force& b) {
    return {a.ang + b.ang, a.lin + b.lin};
  }
  CATENA_INLINE friend Force operator-(const Force& a, const Force& b) {
    return {a.ang - b.ang, a.lin - b.lin};
  }
  CATENA_INLINE friend Force operator*(const T& k, const Force& a) { return {k * a.ang, k * a.lin}; }
};

template <class T>
CATENA_INLINE T dot(const Motion<T>& v, const Force<T>& f) {
  return dot(v.ang, f.ang) + dot(v.lin, f.lin);
}

// V × A: rate of a motion A that is carried along by V.
template <class T>
CATENA_INLINE Motion<T> cross(const Motion<T>& V, const Motion<T>& A) {
  return {cross(V.ang, A.ang), cross(V.ang, A.lin) + cross(V.lin, A.ang)};
}
// V ×* F: rate of a force F that is carried along by V.
template <class T>
CATENA_INLINE Force<T> cross(const Motion<T>& V, const Force<T>& F) {
  return {cross(V.ang, F.ang) + cross(V.lin, F.lin), cross(V.ang, F.lin)};
}

// The two screws of one joint: Rx(alpha) Tx(a) Rz(theta) Tz(d).
template <class T>
struct Step {
  T ca, sa, a;  // cosine and sine of alpha, a
  T c, s, d;    // cosine and sine of theta, d
  Twist twist = Twist::general;
};

// --- parent to child -------------------------------------------------------------------------------------
template <class T>
CATENA_INLINE Motion<T> to_child(const Step<T>& X, const Motion<T>& V) {
  return by_twist(X, [&](const auto& ca, const auto& sa) -> Motion<T> {
    const Vec3<T> w = turn_back_x(ca, sa, V.ang);
    const Vec3<T> v = turn_back_x(ca, sa, Vec3<T>{V.lin.x, V.lin.y + X.a * V.ang.z, V.lin.z - X.a * V.ang.y});
    return {turn_back_z(X.c, X.s, w), turn_back_z(X.c, X.s, Vec3<T>{v.x + X.d * w.y, v.y - X.d * w.x, v.z})};
  });
}

// --- child to parent -------------------------------------------------------------------------------------
template <class T>
CATENA_INLINE Force<T> to_parent(const Step<T>& X, const Force<T>& F) {
  const Vec3<T> fz = turn_z(X.c, X.s, F.lin);
  const Vec3<T> nz = turn_z(X.c, X.s, F.ang);
  return by_twist(X, [&](const auto& ca, const auto& sa) -> Force<T> {
    const Vec3<T> f = turn_x(ca, sa, fz);
    const Vec3<T> n = turn_x(ca, sa, Vec3<T>{nz.x - X.d * fz.y, nz.y + X.d * fz.x, nz.z});
    return {{n.x, n.y - X.a * f.z, n.z + X.a * f.y}, f};
  });
}

// Inertia of a rigid body about the origin of a frame.
template <class T>
struct RigidInertia {
  T m;        // mass
  Vec3<T> h;  // first moment, m c
  Sym3<T> I;  // inertia about the origin

  static constexpr RigidInertia zero() { return {T(0), Vec3<T>::zero(), Sym3<T>::zero()}; }
  CATENA_INLINE friend RigidInertia operator+(const RigidInertia& a, const RigidInertia& b) {
    return {a.m + b.m, a.h + b.h, a.I + b.I};
  }
  CATENA_INLINE friend Force<T> operator*(const RigidInertia& B, const Motion<T>& V) {
    return {B.I * V.ang + cross(B.h, V.lin), B.m * V.lin - cross(B.h, V.ang)};
  }
};

template <class T>
CATENA_INLINE RigidInertia<T> to_parent(const Step<T>& X, const RigidInertia<T>& B) {
  // screw about z, then about x: each a rotation, then a translation
  const Vec3<T> h = turn_z(X.c, X.s, B.h);
  Sym3<T> I = turn_z(X.c, X.s, B.I);
  const T hz = h.z + B.m * X.d;
  const T tz = X.d * (h.z + hz);
  I = {I.xx + tz, I.yy + tz, I.zz, I.xy, I.xz - X.d * h.x, I.yz - X.d * h.y};
  return by_twist(X, [&](const auto& ca, const auto& sa) -> RigidInertia<T> {
    const Vec3<T> g = turn_x(ca, sa, Vec3<T>{h.x, h.y, hz});
    const Sym3<T> J = turn_x(ca, sa, I);
    const T gx = g.x + B.m * X.a;
    const T tx = X.a * (g.x + gx);
    return {B.m, {gx, g.y, g.z}, {J.xx, J.yy + tx, J.zz + tx, J.xy - X.a * g.y, J.xz - X.a * g.z, J.yz}};
  });
}

// Inertia of an articulated body: force = [[I, H], [Hᵀ, G]] motion.
template <class T>
struct ArticulatedInertia {
  Sym3<T> I;
  Mat3<T> H;
  Sym3<T> G;

  CATENA_INLINE static ArticulatedInertia rigid(const RigidInertia<T>& B) {
    const Vec3<T>& h = B.h;
    return {B.I, {T(0), -h.z, h.y, h.z, T(0), -h.x, -h.y, h.x, T(0)}, Sym3<T>::diagonal(B.m)};
  }
  CATENA_INLINE friend ArticulatedInertia operator+(const ArticulatedInertia& a,
                                                    const ArticulatedInertia& b) {
    return {a.I + b.I, a.H + b.H, a.G + b.G};
  }
  CATENA_INLINE friend Force<T> operator*(const ArticulatedInertia& A, const Motion<T>& V) {
    return {A.I * V.ang + A.H * V.lin, transpose_times(A.H, V.ang) + A.G * V.lin};
  }
};

// A - u uᵀ / δ, where `scaled` is u / δ: the inertia that is passed on through a free joint.
template <class T>
CATENA_INLINE ArticulatedInertia<T> deflate(const ArticulatedInertia<T>& A, const Force<T>& u,
                                            const Force<T>& scaled) {
  const auto sym = [](const Vec3<T>& a, const Vec3<T>& b) {
    return Sym3<T>{a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y, a.x * b.z, a.y * b.z};
  };
  return {A.I - sym(u.ang, scaled.ang), A.H - outer(u.ang, scaled.lin), A.G - sym(u.lin, scaled.lin)};
}

namespace detail {

// Translation by a along x: H += p̂ G, I += p̂ Hᵀ(new) - H(old) p̂. 10 multiplications, 14 additions.
template <class T>
CATENA_INLINE ArticulatedInertia<T> slide_x(const T& a, const Sym3<T>& I, const Mat3<T>& H,
                                            const Sym3<T>& G) {
  const T agyz = a * G.yz;
  const Mat3<T> K = {H.xx,
                     H.xy,
                     H.xz,  //
                     H.yx - a * G.xz,
                     H.yy - agyz,
                     H.yz - a * G.zz,  //
                     H.zx + a * G.xy,
                     H.zy + a * G.yy,
                     H.zz + agyz};
  return {{I.xx, I.yy - a * (H.yz + K.yz), I.zz + a * (H.zy + K.zy), I.xy - a * H.xz, I.xz + a * H.xy,
           I.yz + a * (H.yy - K.zz)},
          K,
          G};
}

}  // namespace detail

template <class T>
CATENA_INLINE ArticulatedInertia<T> to_parent(const Step<T>& X, const ArticulatedInertia<T>& A) {
  Sym3<T> G = turn_z(X.c, X.s, A.G);
  Mat3<T> H = turn_z(X.c, X.s, A.H);
  Sym3<T> I = turn_z(X.c, X.s, A.I);
  {  // translation by d along z: H += p̂ G, I += p̂ Hᵀ(new) - H(old) p̂
    const T& d = X.d;
    const T dgxy = d * G.xy;
    const Mat3<T> K = {H.xx - dgxy,
                       H.xy - d * G.yy,
                       H.xz - d * G.yz,  //
                       H.yx + d * G.xx,
                       H.yy + dgxy,
                       H.yz + d * G.xz,  //
                       H.zx,
                       H.zy,
                       H.zz};
    I = {I.xx - d * (H.xy + K.xy), I.yy + d * (H.yx + K.yx), I.zz,
         I.xy + d * (H.xx - K.yy), I.xz - d * H.zy,          I.yz + d * H.zx};
    H = K;
  }
  return by_twist(X, [&](const auto& ca, const auto& sa) {
    return detail::slide_x(X.a, turn_x(ca, sa, I), turn_x(ca, sa, H), turn_x(ca, sa, G));
  });
}

}  // namespace catena
