// SPDX-License-Identifier: Apache-2.0
// Groups of neighbouring links in the lanes of a register.
#pragma once

#include <cstring>

#include "catena/math/group.hpp"
#include "catena/scalar/pack.hpp"

namespace catena {

template <class Arch>
struct Group<Pack<Arch>, double> {
  using G = Pack<Arch>;
  using Real = typename G::Real;
  using Bits = typename G::Bits;
  static constexpr int width = static_cast<int>(G::width);

  CATENA_INLINE static G load(const double* x) {
    Real v;
    std::memcpy(&v, x, sizeof v);
    return G(v);
  }
  CATENA_INLINE static void store(double* x, const G& value) {
    const Real v = value.lanes();
    std::memcpy(x, &v, sizeof v);
  }
  CATENA_INLINE static G all(double x) { return G(x); }

  CATENA_INLINE static G load(const double* x, int count) {
    Real v = {};
    for (int k = 0; k < width - 1; ++k)
      if (k < count) v[k] = x[k];
    return G(v);
  }
  // In halves: stores through a mask are slow on some machines.
  CATENA_INLINE static void store(double* x, const G& value, int count) {
    Real v = value.lanes();
    if constexpr (width == 8)
      if (count >= 4) {
        std::memcpy(x, &v, 32);
        v = __builtin_shufflevector(v, v, 4, 5, 6, 7, 4, 5, 6, 7);
        x += 4, count -= 4;
      }
    if constexpr (width >= 4)
      if (count >= 2) {
        std::memcpy(x, &v, 16);
        if constexpr (width == 4)
          v = __builtin_shufflevector(v, v, 2, 3, 2, 3);
        else
          v = __builtin_shufflevector(v, v, 2, 3, 2, 3, 2, 3, 2, 3);
        x += 2, count -= 2;
      }
    if (count == 1) *x = v[0];
  }

  CATENA_INLINE static G from_lane(int k, const G& early, const G& late) {
    Bits lane;
    if constexpr (width == 2)
      lane = Bits{0, 1};
    else if constexpr (width == 4)
      lane = Bits{0, 1, 2, 3};
    else
      lane = Bits{0, 1, 2, 3, 4, 5, 6, 7};
    const Bits mask = lane >= static_cast<long long>(k);
    return G((Real)(((Bits)late.lanes() & mask) | ((Bits)early.lanes() & ~mask)));
  }

  // A square of as many groups as there are lanes.
  CATENA_INLINE static void transpose(G (&x)[width]) {
    Real v[width];
    for (int k = 0; k < width; ++k) v[k] = x[k].lanes();
    Lanes<Arch>::transpose(v);
    for (int k = 0; k < width; ++k) x[k] = G(v[k]);
  }

  CATENA_INLINE static G sum_outward(const G& x, G& before) {
    const Real none = {};
    Real v = x.lanes();
    if constexpr (width == 2) {
      v += __builtin_shufflevector(v, none, 2, 0);
    } else if constexpr (width == 4) {
      v += __builtin_shufflevector(v, none, 4, 0, 1, 2);
      v += __builtin_shufflevector(v, none, 4, 5, 0, 1);
    } else {
      v += __builtin_shufflevector(v, none, 8, 0, 1, 2, 3, 4, 5, 6);
      v += __builtin_shufflevector(v, none, 8, 9, 0, 1, 2, 3, 4, 5);
      v += __builtin_shufflevector(v, none, 8, 9, 10, 11, 0, 1, 2, 3);
    }
    v += before.lanes();
    before = G(v[width - 1]);
    return G(v);
  }
  CATENA_INLINE static G sum_inward(const G& x, G& before) {
    const Real none = {};
    Real v = x.lanes();
    if constexpr (width == 2) {
      v += __builtin_shufflevector(v, none, 1, 2);
    } else if constexpr (width == 4) {
      v += __builtin_shufflevector(v, none, 1, 2, 3, 4);
      v += __builtin_shufflevector(v, none, 2, 3, 4, 5);
    } else {
      v += __builtin_shufflevector(v, none, 1, 2, 3, 4, 5, 6, 7, 8);
      v += __builtin_shufflevector(v, none, 2, 3, 4, 5, 6, 7, 8, 9);
      v += __builtin_shufflevector(v, none, 4, 5, 6, 7, 8, 9, 10, 11);
    }
    v += before.lanes();
    before = G(v[0]);
    return G(v);
  }
};

}  // namespace catena
