// SPDX-License-Identifier: Apache-2.0
// The articulated inertia that a free joint, about or along z, passes on: A - ψ̂ ψᵀ. The row and column along the joint
// vanish exactly, so fifteen numbers remain of twenty-one. A screw about z keeps them zero; only the screw about x
// fills them again.
//
// Deflating takes 15 multiplications and 15 additions, a step to the parent 61 and 63 (76 and 82 for a full
// articulated inertia), a quadratic form 24 and 20, for both kinds of joint. Asserted in
// tests/core/math/deflated_test.cpp.
#pragma once

#include "catena/core/math/spatial.hpp"

namespace catena {

// A + B with a rigid body B: 15 additions, none for the elements that are zero in B.
template <class T>
CATENA_INLINE ArticulatedInertia<T> with_body(const ArticulatedInertia<T>& A, const RigidInertia<T>& B) {
  const Vec3<T>& h = B.h;
  const Mat3<T>& H = A.H;
  const Sym3<T>& G = A.G;
  return {A.I + B.I,
          {H.xx, H.xy - h.z, H.xz + h.y, H.yx + h.z, H.yy, H.yz - h.x, H.zx - h.y, H.zy + h.x, H.zz},
          {G.xx + B.m, G.yy + B.m, G.zz + B.m, G.xy, G.xz, G.yz}};
}

// A symmetric and a general 2 x 2 block: the x and y components, which a rotation about z mixes.
template <class T>
struct Sym2 {
  T xx, yy, xy;
};
template <class T>
struct Mat2 {
  T xx, xy, yx, yy;
};

namespace detail {

// R S Rᵀ: 4 multiplications, 6 additions.
template <class T>
CATENA_INLINE Sym2<T> turn(const T& c, const T& s, const Sym2<T>& S) {
  const T h0 = S.xy * c;
  const T h1 = (S.xx - S.yy) * s + (h0 + h0);
  const T h5 = h1 * s;
  return {S.xx - h5, S.yy + h5, h1 * c - S.xy};
}
// R A Rᵀ: 4 multiplications, 7 additions.
template <class T>
CATENA_INLINE Mat2<T> turn(const T& c, const T& s, const Mat2<T>& A) {
  const T b = (A.xx - A.yy) * s + (A.xy + A.yx) * c;
  const T bs = b * s, bc = b * c;
  return {A.xx - bs, bc - A.yx, bc - A.xy, A.yy + bs};
}

}  // namespace detail

// Passed on by a revolute joint: no z row in I, none in H.
template <class T>
struct TurningDeflated {
  Sym2<T> I;
  Mat2<T> H;  // the x and y columns of H
  T Hxz, Hyz;
  Sym3<T> G;
};

// u = A p, scaled = u / (p·u).
template <class T>
CATENA_INLINE TurningDeflated<T> deflate_turning(const ArticulatedInertia<T>& A, const Force<T>& u,
                                                 const Force<T>& scaled) {
  const Vec3<T>&n = u.ang, &f = u.lin, &g = scaled.lin;
  return {{A.I.xx - n.x * scaled.ang.x, A.I.yy - n.y * scaled.ang.y, A.I.xy - n.x * scaled.ang.y},
          {A.H.xx - n.x * g.x, A.H.xy - n.x * g.y, A.H.yx - n.y * g.x, A.H.yy - n.y * g.y},
          A.H.xz - n.x * g.z,
          A.H.yz - n.y * g.z,
          {A.G.xx - f.x * g.x, A.G.yy - f.y * g.y, A.G.zz - f.z * g.z, A.G.xy - f.x * g.y, A.G.xz - f.x * g.z,
           A.G.yz - f.y * g.z}};
}

template <class T>
CATENA_INLINE ArticulatedInertia<T> to_parent(const Step<T>& X, const TurningDeflated<T>& A) {
  // rotate about z, translate by d along it
  const Sym3<T> G = turn_z(X.c, X.s, A.G);
  const Mat2<T> h = detail::turn(X.c, X.s, A.H);
  const Sym2<T> i = detail::turn(X.c, X.s, A.I);
  const T& d = X.d;
  const T dgxy = d * G.xy;
  const Mat2<T> H = {h.xx - dgxy, h.xy - d * G.yy, h.yx + d * G.xx, h.yy + dgxy};
  const T Hxz = (X.c * A.Hxz - X.s * A.Hyz) - d * G.yz, Hyz = (X.s * A.Hxz + X.c * A.Hyz) + d * G.xz;
  const Sym2<T> I = {i.xx - d * (h.xy + H.xy), i.yy + d * (h.yx + H.yx), i.xy + d * (h.xx - H.yy)};
  // rotate about x, which fills the missing rows; translate by a
  return by_twist(X, [&](const auto& c, const auto& s) {
    const auto is = I.yy * s;
    const auto iss = is * s;
    const T b = H.yy * s + Hyz * c;
    const auto bs = b * s;
    const auto bc = b * c;
    return detail::slide_x(X.a, Sym3<T>{I.xx, I.yy - iss, iss, I.xy * c, I.xy * s, is * c},
                           Mat3<T>{H.xx, c * H.xy - s * Hxz, s * H.xy + c * Hxz, c * H.yx, H.yy - bs, bc,
                                   s * H.yx, bc - Hyz, bs},
                           turn_x(c, s, G));
  });
}

// Vᵀ A V: 24 multiplications, 20 additions.
template <class T>
CATENA_INLINE T quadratic(const TurningDeflated<T>& A, const Motion<T>& V) {
  const Vec3<T>&w = V.ang, &v = V.lin;
  const T hx = A.H.xx * v.x + A.H.xy * v.y + A.Hxz * v.z, hy = A.H.yx * v.x + A.H.yy * v.y + A.Hyz * v.z;
  const T nx = A.I.xx * w.x + A.I.xy * w.y + (hx + hx), ny = A.I.xy * w.x + A.I.yy * w.y + (hy + hy);
  return (w.x * nx + w.y * ny) + dot(v, A.G * v);
}

// A V for a V without z components: 20 multiplications, 15 additions.
template <class T>
CATENA_INLINE Force<T> times_across(const TurningDeflated<T>& A, const Motion<T>& V) {
  const T &wx = V.ang.x, &wy = V.ang.y, &vx = V.lin.x, &vy = V.lin.y;
  return {{(A.I.xx * wx + A.I.xy * wy) + (A.H.xx * vx + A.H.xy * vy),
           (A.I.xy * wx + A.I.yy * wy) + (A.H.yx * vx + A.H.yy * vy), T(0)},
          {(A.H.xx * wx + A.H.yx * wy) + (A.G.xx * vx + A.G.xy * vy),
           (A.H.xy * wx + A.H.yy * wy) + (A.G.xy * vx + A.G.yy * vy),
           (A.Hxz * wx + A.Hyz * wy) + (A.G.xz * vx + A.G.yz * vy)}};
}

// Passed on by a prismatic joint: no z row in G, no z column in H.
template <class T>
struct SlidingDeflated {
  Sym3<T> I;
  Mat2<T> H;  // the x and y rows of H
  T Hzx, Hzy;
  Sym2<T> G;
};

template <class T>
CATENA_INLINE SlidingDeflated<T> deflate_sliding(const ArticulatedInertia<T>& A, const Force<T>& u,
                                                 const Force<T>& scaled) {
  const Vec3<T>&n = u.ang, &f = u.lin, &m = scaled.ang, &g = scaled.lin;
  return {{A.I.xx - n.x * m.x, A.I.yy - n.y * m.y, A.I.zz - n.z * m.z, A.I.xy - n.x * m.y, A.I.xz - n.x * m.z,
           A.I.yz - n.y * m.z},
          {A.H.xx - n.x * g.x, A.H.xy - n.x * g.y, A.H.yx - n.y * g.x, A.H.yy - n.y * g.y},
          A.H.zx - n.z * g.x,
          A.H.zy - n.z * g.y,
          {A.G.xx - f.x * g.x, A.G.yy - f.y * g.y, A.G.xy - f.x * g.y}};
}

template <class T>
CATENA_INLINE ArticulatedInertia<T> to_parent(const Step<T>& X, const SlidingDeflated<T>& A) {
  const Sym2<T> G = detail::turn(X.c, X.s, A.G);
  const Mat2<T> h = detail::turn(X.c, X.s, A.H);
  const Sym3<T> i = turn_z(X.c, X.s, A.I);
  const T& d = X.d;
  const T dgxy = d * G.xy;
  const Mat2<T> H = {h.xx - dgxy, h.xy - d * G.yy, h.yx + d * G.xx, h.yy + dgxy};
  const T Hzx = X.c * A.Hzx - X.s * A.Hzy, Hzy = X.s * A.Hzx + X.c * A.Hzy;
  const Sym3<T> I = {i.xx - d * (h.xy + H.xy), i.yy + d * (h.yx + H.yx), i.zz,
                     i.xy + d * (h.xx - H.yy), i.xz - d * Hzy,           i.yz + d * Hzx};
  return by_twist(X, [&](const auto& c, const auto& s) {
    const auto gs = G.yy * s;
    const auto gss = gs * s;
    const T b = H.yy * s + Hzy * c;
    const auto bs = b * s;
    const auto bc = b * c;
    return detail::slide_x(X.a, turn_x(c, s, I),
                           Mat3<T>{H.xx, c * H.xy, s * H.xy, c * H.yx - s * Hzx, H.yy - bs, bc - Hzy,
                                   s * H.yx + c * Hzx, bc, bs},
                           Sym3<T>{G.xx, G.yy - gss, gss, G.xy * c, G.xy * s, gs * c});
  });
}

// A V for a V that is a translation perpendicular to z: 10 multiplications, 5 additions.
template <class T>
CATENA_INLINE Force<T> times_across(const SlidingDeflated<T>& A, const Motion<T>& V) {
  const T &vx = V.lin.x, &vy = V.lin.y;
  return {{A.H.xx * vx + A.H.xy * vy, A.H.yx * vx + A.H.yy * vy, A.Hzx * vx + A.Hzy * vy},
          {A.G.xx * vx + A.G.xy * vy, A.G.xy * vx + A.G.yy * vy, T(0)}};
}

template <class T>
CATENA_INLINE T quadratic(const SlidingDeflated<T>& A, const Motion<T>& V) {
  const Vec3<T>&w = V.ang, &v = V.lin;
  const T hx = A.H.xx * w.x + A.H.yx * w.y + A.Hzx * w.z, hy = A.H.xy * w.x + A.H.yy * w.y + A.Hzy * w.z;
  const T fx = A.G.xx * v.x + A.G.xy * v.y + (hx + hx), fy = A.G.xy * v.x + A.G.yy * v.y + (hy + hy);
  return (v.x * fx + v.y * fy) + dot(w, A.I * w);
}

}  // namespace catena
