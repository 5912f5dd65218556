// SPDX-License-Identifier: Apache-2.0
// Sums along the chain: what algo/rnea_sums.hpp and algo/gdahj_sums.hpp share.
//
// Idea     in one common frame a recursion is a sum: the angular velocity of link i is that of link i-1 plus q̇_i z_i, and
//          the composite body of links i..n is link i plus that of links i+1..n. Only the frames themselves must be
//          computed one after the other; all else is the same for every link, so that a vector register holds several
//          links (math/group.hpp), and the sums run across its lanes. More operations than in link frames, in less time.
// Frames   axes of frame -1.
#pragma once

#include <vector>

#include "catena/core/math/group.hpp"
#include "catena/core/model/posture.hpp"

namespace catena {

namespace link_row {
// The numbers of each link: rows of a block of links.
enum SumRow : int {
  sum_turns = 0,  // 1 if the joint turns, 0 if it slides
  sum_slides,     // the reverse
  sum_mass,
  sum_mass_beyond,         // mass of this link and all links beyond it
  sum_h,                   // in link axes, as the next
  sum_spread = sum_h + 3,  // xx, yy, zz, xy, xz, yz
  sum_f = sum_spread + 6,  // scratch from here on
  sum_n = sum_f + 3,
  sum_r = sum_n + 3,
  sum_z = sum_r + 3,
  sum_body = sum_z + 3,  // h and spread about the origin of frame -1
  sum_rows = sum_body + 9,
};
}  // namespace link_row

// For one arm. Links are stored in blocks of eight; a block holds row after row of its links. Padding links beyond the
// last have no mass, and their joints do not move.
template <class T>
class LinkSums {
 public:
  static constexpr std::size_t block = 8;
  static constexpr std::size_t block_size = std::size_t{link_row::sum_rows} * block;

  // The index of the first row of link i.
  CATENA_INLINE static std::size_t place(int i) {
    const auto k = static_cast<unsigned>(i);
    return k / block * block_size + k % block;
  }

  explicit LinkSums(const Chain<T>& arm)
      : stride_((static_cast<std::size_t>(arm.dof()) + block - 1) / block * block),
        rows_(stride_ / block * block_size, T(0)),
        axes_(6 * stride_, T(0)),
        wrenches_(axes_) {
    set_bodies(arm);
  }

  // For the same arm with other masses.
  void set_bodies(const Chain<T>& arm) {
    T beyond = T(0);
    for (int i = arm.dof() - 1; i >= 0; --i) {
      const ChainLink<T>& l = arm.link(i);
      const Sym3<T>& S = l.spread;
      beyond = i == arm.dof() - 1 ? l.body.m : beyond + l.body.m;
      const T constants[] = {l.revolute() ? T(1) : T(0),
                             l.revolute() ? T(0) : T(1),
                             l.body.m,
                             beyond,
                             l.body.h.x,
                             l.body.h.y,
                             l.body.h.z,
                             S.xx,
                             S.yy,
                             S.zz,
                             S.xy,
                             S.xz,
                             S.yz};
      T* to = rows_.data() + place(i);
      for (const T& c : constants) {
        *to = c;
        to += block;
      }
    }
  }

  T* rows() { return rows_.data(); }
  T* axes() { return axes_.data(); }          // (6 x stride) component by component: k and t of gdahj.hpp
  T* wrenches() { return wrenches_.data(); }  // (6 x stride) d and y
  std::size_t stride() const { return stride_; }

 private:
  std::size_t stride_;  // whole blocks
  std::vector<T> rows_, axes_, wrenches_;
};

namespace detail {

// The origin of the frame of link n-1 in the frame of link `first`, or in frame -1 for first = -1. Moments about it keep the digits of
// the links beyond a slide that is far out, where those about the base are differences of much larger numbers.
template <class T>
CATENA_INLINE Vec3<T> last_origin(const Step<T>* steps, int first, int n) {
  Vec3<T> r = Vec3<T>::zero();
  for (int i = n - 1; i > first; --i) {
    const Step<T>& s = steps[i];
    r = turn_z(s.c, s.s, r);
    r.z = r.z + s.d;
    r = turn_x(s.ca, s.sa, r);
    r.x = r.x + s.a;
  }
  return r;
}

// The frames of neighbouring links, one after the other, in the axes of the frame where the walk begins: frame -1, or
// frame 0 if the very first step is `left_out`.
template <class G, class T>
struct FrameWalk;

template <class G>
struct Placed {
  Mat3<G> R;
  Vec3<G> r;  // from the frame before, or from where the walk began
};

template <class T>
struct FrameWalk<T, T> {
  Vec3<T> ex = {T(1), T(0), T(0)}, ey = {T(0), T(1), T(0)}, ez = {T(0), T(0), T(1)};

  Vec3<T> p = Vec3<T>::zero();

  template <bool from_start = false>
  CATENA_INLINE Placed<T> next(const Step<T>* step, int, bool left_out = false) {
    if (left_out) return {last(), p};
    const Step<T>& s = *step;
    const Vec3<T> along = s.a * ex;
    by_twist(s, [&](const auto& ca, const auto& sa) {
      const Vec3<T> ey1 = ca * ey + sa * ez;
      ez = ca * ez - sa * ey;
      ey = s.c * ey1 - s.s * ex;
      ex = s.c * ex + s.s * ey1;
    });
    const Vec3<T> r = along + s.d * ez;
    if (!from_start) return {last(), r};
    return {last(), p = p + r};
  }
  CATENA_INLINE void start_at(const Vec3<T>& place) { p = place; }  // of the frame where it begins; else zero
  CATENA_INLINE Vec3<T> origin() const { return p; }                // of the last frame, if from the start
  CATENA_INLINE Mat3<T> last() const { return {ex.x, ey.x, ez.x, ex.y, ey.y, ez.y, ex.z, ey.z, ez.z}; }
};

template <class G, class T>
struct SumRows {
  T* data;
  CATENA_INLINE T* row(int r) const { return data + static_cast<std::size_t>(r) * LinkSums<T>::block; }
  CATENA_INLINE G get(int r) const { return Group<G, T>::load(row(r)); }
  CATENA_INLINE Vec3<G> vec(int r) const { return {get(r), get(r + 1), get(r + 2)}; }
  CATENA_INLINE Sym3<G> sym(int r) const {
    return {get(r), get(r + 1), get(r + 2), get(r + 3), get(r + 4), get(r + 5)};
  }
  CATENA_INLINE void put(int r, const Vec3<G>& x) const {
    Group<G, T>::store(row(r), x.x), Group<G, T>::store(row(r + 1), x.y), Group<G, T>::store(row(r + 2), x.z);
  }
  CATENA_INLINE void put(int r, const Sym3<G>& S) const {
    put(r, Vec3<G>{S.xx, S.yy, S.zz}), put(r + 3, Vec3<G>{S.xy, S.xz, S.yz});
  }
};

template <class G, class T>
CATENA_INLINE Vec3<G> in_all(const T* x) {
  return {Group<G, T>::all(x[0]), Group<G, T>::all(x[1]), Group<G, T>::all(x[2])};
}

template <class G, class T>
CATENA_INLINE G outward(const G& x, G& before) {
  return Group<G, T>::sum_outward(x, before);
}
template <class G, class T>
CATENA_INLINE G inward(const G& x, G& before) {
  return Group<G, T>::sum_inward(x, before);
}
template <class G, class T>
CATENA_INLINE Vec3<G> outward(const Vec3<G>& x, Vec3<G>& before) {
  return {outward<G, T>(x.x, before.x), outward<G, T>(x.y, before.y), outward<G, T>(x.z, before.z)};
}
template <class G, class T>
CATENA_INLINE Vec3<G> inward(const Vec3<G>& x, Vec3<G>& before) {
  return {inward<G, T>(x.x, before.x), inward<G, T>(x.y, before.y), inward<G, T>(x.z, before.z)};
}
template <class G, class T>
CATENA_INLINE Sym3<G> inward(const Sym3<G>& x, Sym3<G>& before) {
  return {inward<G, T>(x.xx, before.xx), inward<G, T>(x.yy, before.yy), inward<G, T>(x.zz, before.zz),
          inward<G, T>(x.xy, before.xy), inward<G, T>(x.xz, before.xz), inward<G, T>(x.yz, before.yz)};
}

}  // namespace detail

}  // namespace catena
