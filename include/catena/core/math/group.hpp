// SPDX-License-Identifier: Apache-2.0
// Group<G, T>: how numbers T of neighbouring links are loaded into a G and stored from it. Here a G is one number; in the
// kernels (src/core/kernels) it is a vector register of several, and the same algorithm then treats several links at once.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "catena/core/inline.hpp"
#include "catena/core/math/vec3.hpp"

namespace catena {

template <class G, class T>
struct Group;

template <class G>
struct Group<G, G> {
  static constexpr int width = 1;

  CATENA_INLINE static G load(const G* x) { return *x; }
  CATENA_INLINE static void store(G* x, const G& value) { *x = value; }
  CATENA_INLINE static G all(const G& x) { return x; }  // the same in every lane

  // x y + z, rounded once where the processor can: left to the compiler, two products that are added may be rounded in either order.
  CATENA_INLINE static G times_plus(const G& x, const G& y, const G& z) { return x * y + z; }

  // At the end of an array: only the first `count` lanes are in it.
  CATENA_INLINE static G load(const G* x, int) { return *x; }
  CATENA_INLINE static void store(G* x, const G& value, int) { *x = value; }

  // `late` from lane k on, `early` before.
  CATENA_INLINE static G from_lane(int k, const G& early, const G& late) { return k <= 0 ? late : early; }

  // Prefix sums (up to each lane) and suffix sums (from each lane on); `before` is the sum of the groups already taken.
  CATENA_INLINE static G sum_outward(const G& x, G& before) { return before = before + x; }
  CATENA_INLINE static G sum_inward(const G& x, G& before) { return before = before + x; }
};

// Running sums of several numbers of each link.
template <class G, class T, int most>
struct RunningSums {
  std::array<G, most> before = zeros(std::make_index_sequence<most>());

  CATENA_INLINE void start(int k, const T& x) { before[k] = Group<G, T>::all(x); }
  CATENA_INLINE void outward(G* x, int count) {
    for (int k = 0; k < count; ++k) x[k] = Group<G, T>::sum_outward(x[k], before[k]);
  }
  // Sums rows of a table, in place; rows after the last may be summed too, up to a multiple of four.
  template <class Rows>
  CATENA_INLINE void inward(const Rows& rows, int first, int count) {
    for (int k = 0; k < count; ++k)
      rows.put(first + k, Group<G, T>::sum_inward(rows.get(first + k), before[k]));
  }

 private:
  template <std::size_t... k>
  CATENA_INLINE static std::array<G, most> zeros(std::index_sequence<k...>) {
    return {((void)k, Group<G, T>::all(T(0)))...};
  }
};

namespace detail {

// The first `count` lanes, or all.
template <class G, class T>
CATENA_INLINE G load_some(const T* from, int count) {
  return count >= Group<G, T>::width ? Group<G, T>::load(from) : Group<G, T>::load(from, count);
}
template <class G, class T>
CATENA_INLINE void store_some(T* to, const G& x, int count) {
  if (count >= Group<G, T>::width)
    Group<G, T>::store(to, x);
  else
    Group<G, T>::store(to, x, count);
}

}  // namespace detail

}  // namespace catena
