// SPDX-License-Identifier: Apache-2.0
// LinkTable: the numbers of each link for the derivatives. Links are stored in blocks of four; a block holds row after row,
// each with the same number of its four links side by side, so that a vector register loads it for several links. All vectors
// are in the axes of frame 0 at the given posture, spatial vectors about its origin.
#pragma once

#include "catena/core/model/link_sums.hpp"

namespace catena {

// The rows of a block: components of vectors one after the other.
namespace link_row {
enum : int {
  // of the arm, in the link's own frame
  turns = 0,  // 1 if the joint turns, 0 if it slides
  slides,     // the reverse
  mass,
  beyond,  // mass of this link and all links beyond it
  h,
  spread = h + 3,  // xx, yy, zz, xy, xz, yz
  trace = spread + 6,
  // of the posture and the motion
  k = trace + 1,  // axis S = (k; t)
  t = k + 3,
  k2 = t + 3,   // 2 k
  dk = k2 + 3,  // 2 Ṡ
  dt = dk + 3,
  ddk = dt + 3,  // S̈
  ddt = ddk + 3,
  own = ddt + 3,  // what is summed over links i..n, and one to spare
  // of links i..n as one body
  bn = own + 28,  // wrench I S
  bf = bn + 3,
  c = bf + 3,  // couple Bᵀ S
  an = c + 3,  // wrench 2 (I Ṡ + B S)
  af = an + 3,
  en = af + 3,  // wrench I S̈ + 2 B Ṡ + S ×* F
  ef = en + 3,
  rows = ef + 3,
};
}

// The rows of neighbouring links, from a link on at which a group G may begin. Blocks of four, not of eight: with rows of
// eight numbers, those of the first links would all share the same offset within a cache line and stall one another.
template <class G, class T>
struct LinkRows {
  static constexpr int block = 4;
  static constexpr int next_block = link_row::rows * block;
  T* data;

  CATENA_INLINE T* at(int row) const { return data + row * block; }
  CATENA_INLINE G get(int row) const {
    if constexpr (Group<G, T>::width > block)
      return Group<G, T>::load_halves(at(row), at(row) + next_block);
    else
      return Group<G, T>::load(at(row));
  }
  CATENA_INLINE void put(int row, const G& x) const {
    if constexpr (Group<G, T>::width > block)
      Group<G, T>::store_halves(at(row), at(row) + next_block, x);
    else
      Group<G, T>::store(at(row), x);
  }
  CATENA_INLINE Vec3<G> vec(int row) const { return {get(row), get(row + 1), get(row + 2)}; }
  CATENA_INLINE Sym3<G> sym(int row) const {
    return {get(row), get(row + 1), get(row + 2), get(row + 3), get(row + 4), get(row + 5)};
  }
  CATENA_INLINE void put(int row, const Vec3<G>& x) const {
    put(row, x.x), put(row + 1, x.y), put(row + 2, x.z);
  }
  CATENA_INLINE void put(int row, const Sym3<G>& x) const {
    put(row, x.xx), put(row + 1, x.yy), put(row + 2, x.zz);
    put(row + 3, x.xy), put(row + 4, x.xz), put(row + 5, x.yz);
  }
};

// A view of a table.
template <class T>
struct LinkTable {
  T* data;

  // The links from i on.
  template <class G>
  CATENA_INLINE LinkRows<G, T> at(int i) const {
    constexpr unsigned block = LinkRows<G, T>::block;
    constexpr std::size_t next_block = LinkRows<G, T>::next_block;
    const auto k = static_cast<unsigned>(i);
    return {data + k / block * next_block + k % block};
  }
};

// The table of one arm with its masses. Padding links beyond the last have no mass and never move.
template <class T>
class LinkTableWork {
 public:
  explicit LinkTableWork(const Chain<T>& arm)
      : n_(arm.dof()), data_((static_cast<std::size_t>(n_) + 7) / 8 * 8 * link_row::rows, T(0)) {
    set_bodies(arm);
  }

  // For the same arm with other masses.
  void set_bodies(const Chain<T>& arm) {
    const LinkTable<T> table = view();
    T beyond = T(0);
    for (int i = n_ - 1; i >= 0; --i) {
      const ChainLink<T>& l = arm.link(i);
      const Sym3<T>& S = l.spread;
      beyond = beyond + l.body.m;
      if (!l.revolute()) all_turn_ = false;
      const LinkRows<T, T> link = table.template at<T>(i);
      link.put(link_row::turns, l.revolute() ? T(1) : T(0));
      link.put(link_row::slides, l.revolute() ? T(0) : T(1));
      link.put(link_row::mass, l.body.m);
      link.put(link_row::beyond, beyond);
      link.put(link_row::h, l.body.h);
      link.put(link_row::spread, S);
      link.put(link_row::trace, S.xx + S.yy + S.zz);
    }
  }

  int dof() const { return n_; }
  bool all_turn() const { return all_turn_; }
  LinkTable<T> view() { return {data_.data()}; }

 private:
  int n_;
  bool all_turn_ = true;
  std::vector<T> data_;
};

}  // namespace catena
