// SPDX-License-Identifier: Apache-2.0
// LinkTable: what the derivatives know of each link. Links stand in blocks of eight, and a block holds number after
// number of its links side by side, so that a register takes the same number of several. All vectors are in the axes of
// frame 0 as it stands, those of a spatial vector at its origin.
#pragma once

#include "catena/algo/joint.hpp"
#include "catena/math/group.hpp"

namespace catena {

// The rows of a block: components of vectors and matrices one after the other.
namespace link_row {
enum : int {
  // of the arm, in the link's own frame
  mass = 0,
  beyond,  // mass of this link and all beyond
  h = beyond + 1,
  spread = h + 3,  // xx, yy, zz, xy, xz, yz
  trace = spread + 6,
  // of the posture
  R = trace + 1,  // row by row
  p = R + 9,
  k = p + 3,  // axis S = (k; t)
  t = k + 3,
  // of the motion
  qd = t + 3,
  qdd = qd + 1,
  w = qdd + 1,  // velocity V = (w; v)
  v = w + 3,
  dk = v + 3,  // 2 Ṡ
  dt = dk + 3,
  ddk = dt + 3,  // S̈
  ddt = ddk + 3,
  U = ddt + 3,  // acceleration gradient, row by row
  vd = U + 9,
  // of links i..n as one body
  bn = vd + 3,  // wrench I S
  bf = bn + 3,
  c = bf + 3,   // couple Bᵀ S
  c2 = c + 3,   // twice
  an = c2 + 3,  // wrench 2 (I Ṡ + B S)
  af = an + 3,
  en = af + 3,  // wrench I S̈ + 2 B Ṡ + S ×* F
  ef = en + 3,
  rows = ef + 3,
};
}

// A table that somebody else owns.
template <class T>
struct LinkTable {
  static constexpr int block = 8;
  T* data;

  CATENA_INLINE T* at(int row, int i) const {
    constexpr std::size_t width = block;
    const auto k = static_cast<unsigned>(i);
    return data + k / width * (link_row::rows * width) + k % width + static_cast<unsigned>(row) * width;
  }
  template <class G>
  CATENA_INLINE G get(int row, int i) const {
    return Group<G, T>::load(at(row, i));
  }
  template <class G>
  CATENA_INLINE Vec3<G> vec(int row, int i) const {
    return {get<G>(row, i), get<G>(row + 1, i), get<G>(row + 2, i)};
  }
  template <class G>
  CATENA_INLINE Mat3<G> mat(int row, int i) const {
    return {get<G>(row, i),     get<G>(row + 1, i), get<G>(row + 2, i),
            get<G>(row + 3, i), get<G>(row + 4, i), get<G>(row + 5, i),
            get<G>(row + 6, i), get<G>(row + 7, i), get<G>(row + 8, i)};
  }
  // The number of link i in every lane.
  template <class G>
  CATENA_INLINE G one(int row, int i) const {
    return Group<G, T>::all(*at(row, i));
  }
  template <class G>
  CATENA_INLINE Vec3<G> one_vec(int row, int i) const {
    return {one<G>(row, i), one<G>(row + 1, i), one<G>(row + 2, i)};
  }
  template <class G>
  CATENA_INLINE void put(int row, int i, const G& x) const {
    Group<G, T>::store(at(row, i), x);
  }
  template <class G>
  CATENA_INLINE void put(int row, int i, const Vec3<G>& x) const {
    put(row, i, x.x), put(row + 1, i, x.y), put(row + 2, i, x.z);
  }
  template <class G>
  CATENA_INLINE void put(int row, int i, const Mat3<G>& x) const {
    put(row, i, x.xx), put(row + 1, i, x.xy), put(row + 2, i, x.xz);
    put(row + 3, i, x.yx), put(row + 4, i, x.yy), put(row + 5, i, x.yz);
    put(row + 6, i, x.zx), put(row + 7, i, x.zy), put(row + 8, i, x.zz);
  }
};

// Made for one arm: holds its masses. Links beyond the last are without mass and never move.
template <class T>
class LinkTableWork {
 public:
  explicit LinkTableWork(const Chain<T>& arm)
      : n_(arm.dof()),
        data_(static_cast<std::size_t>((n_ + LinkTable<T>::block - 1) / LinkTable<T>::block) *
                  (link_row::rows * LinkTable<T>::block),
              T(0)) {
    const LinkTable<T> table = view();
    T beyond = T(0);
    for (int i = n_ - 1; i >= 0; --i) {
      const ChainLink<T>& l = arm.link(i);
      const Sym3<T>& S = l.spread;
      beyond = beyond + l.body.m;
      table.put(link_row::mass, i, l.body.m);
      table.put(link_row::beyond, i, beyond);
      table.put(link_row::h, i, l.body.h);
      table.put(link_row::spread, i, Vec3<T>{S.xx, S.yy, S.zz});
      table.put(link_row::spread + 3, i, Vec3<T>{S.xy, S.xz, S.yz});
      table.put(link_row::trace, i, S.xx + S.yy + S.zz);
    }
  }

  int dof() const { return n_; }
  LinkTable<T> view() { return {data_.data()}; }

 private:
  int n_;
  std::vector<T> data_;
};

// Frames and axes of all links in frame 0.
template <class T>
void place_links(const Chain<T>& arm, const Posture<T>& x, const LinkTable<T>& table) {
  Vec3<T> ex = {T(1), T(0), T(0)}, ey = {T(0), T(1), T(0)}, ez = {T(0), T(0), T(1)};
  Vec3<T> p = Vec3<T>::zero();
  for (int i = 0; i < arm.dof(); ++i) {
    if (i > 0) {
      const Step<T>& s = x.step(i);
      p = p + s.a * ex;  // along the old x, then along the new z
      const Vec3<T> ey1 = s.ca * ey + s.sa * ez;
      ez = s.ca * ez - s.sa * ey;
      p = p + s.d * ez;
      ey = s.c * ey1 - s.s * ex;
      ex = s.c * ex + s.s * ey1;
    }
    table.put(link_row::R, i, Mat3<T>{ex.x, ey.x, ez.x, ex.y, ey.y, ez.y, ex.z, ey.z, ez.z});
    table.put(link_row::p, i, p);
    const bool turns = arm.link(i).revolute();
    table.put(link_row::k, i, turns ? ez : Vec3<T>::zero());
    table.put(link_row::t, i, turns ? cross(p, ez) : ez);
  }
}

// A wrench at the tool, in tool axes, as frame 0 sees it. After place_links.
template <class T>
Force<T> tip_in_first(const Chain<T>& arm, const LinkTable<T>& table, const Force<T>& tip) {
  const int last = arm.dof() - 1;
  const Pose<T>& t = arm.tool();
  const Mat3<T> R = table.template mat<T>(link_row::R, last);
  const Vec3<T> f = t.R * tip.lin;
  const Vec3<T> n = R * (t.R * tip.ang + cross(t.p, f)), f0 = R * f;
  return {n + cross(table.template vec<T>(link_row::p, last), f0), f0};
}

// The acceleration that stands for gravity, in the axes of frame 0.
template <class T>
Vec3<T> lift_in_first(const Chain<T>& arm, const Posture<T>& x, const Vec3<T>& gravity) {
  const Step<T>& s = x.step(0);
  return turn_back_z(s.c, s.s, turn_back_x(s.ca, s.sa, transpose_times(arm.base().R, -gravity)));
}

}  // namespace catena
