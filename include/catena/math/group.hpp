// SPDX-License-Identifier: Apache-2.0
// Group<G, T>: how numbers T of neighbouring links pass between arrays and a G. Here a G is one number; in the kernels
// of src/simd it is a register of several, and the same algorithm then treats several links at once.
#pragma once

#include <cstddef>

#include "catena/inline.hpp"
#include "catena/math/vec3.hpp"

namespace catena {

template <class G, class T>
struct Group;

template <class G>
struct Group<G, G> {
  static constexpr int width = 1;

  CATENA_INLINE static G load(const G* x) { return *x; }
  CATENA_INLINE static void store(G* x, const G& value) { *x = value; }
  CATENA_INLINE static G all(const G& x) { return x; }  // the same in every lane

  // The ends of an array: only the first `count` lanes exist.
  CATENA_INLINE static G load(const G* x, int) { return *x; }
  CATENA_INLINE static void store(G* x, const G& value, int) { *x = value; }

  // `late` from lane k on, `early` before.
  CATENA_INLINE static G from_lane(int k, const G& early, const G& late) { return k <= 0 ? late : early; }

  // Sums up to each lane and from each lane on; `before` holds those of the groups before or behind.
  CATENA_INLINE static G sum_outward(const G& x, G& before) { return before = before + x; }
  CATENA_INLINE static G sum_inward(const G& x, G& before) { return before = before + x; }
};

namespace detail {

// The first `count` lanes, or all.
template <class G, class T>
CATENA_INLINE void store_some(T* to, const G& x, int count) {
  if (count >= Group<G, T>::width)
    Group<G, T>::store(to, x);
  else
    Group<G, T>::store(to, x, count);
}

template <class Sum, class G>
CATENA_INLINE Vec3<G> summed(Sum sum, const Vec3<G>& x, Vec3<G>& before) {
  return {sum(x.x, before.x), sum(x.y, before.y), sum(x.z, before.z)};
}

}  // namespace detail

}  // namespace catena
