// SPDX-License-Identifier: Apache-2.0
// Groups of neighbouring links in the lanes of a register.
#pragma once

#include "catena/core/math/group.hpp"
#include "catena/core/scalar/pack.hpp"

namespace catena {

template <class Arch>
struct Group<Pack<Arch>, double> {
  using G = Pack<Arch>;
  using Real = typename G::Real;
  using Bits = typename G::Bits;
  static constexpr int width = static_cast<int>(G::width);

  CATENA_INLINE static G load(const double* x) { return G(load_lanes<Arch>(x)); }
  CATENA_INLINE static void store(double* x, const G& value) { store_lanes<Arch>(value.lanes(), x); }
  CATENA_INLINE static G load_halves(const double* low, const double* high) {
    if constexpr (requires { Lanes<Arch>::load_halves(low, high); })
      return G(Lanes<Arch>::load_halves(low, high));
    Real v;
    for (int k = 0; k < width; ++k) v[k] = k < width / 2 ? low[k] : high[k - width / 2];
    return G(v);
  }
  CATENA_INLINE static void store_halves(double* low, double* high, const G& value) {
    if constexpr (requires { Lanes<Arch>::store_halves(value.lanes(), low, high); })
      return Lanes<Arch>::store_halves(value.lanes(), low, high);
    for (int k = 0; k < width; ++k) (k < width / 2 ? low[k] : high[k - width / 2]) = value[k];
  }
  CATENA_INLINE static G all(double x) { return G(x); }
  CATENA_INLINE static G times_plus(const G& x, const G& y, const G& z) {
    if constexpr (requires { Lanes<Arch>::times_plus(x.lanes(), y.lanes(), z.lanes()); })
      return G(Lanes<Arch>::times_plus(x.lanes(), y.lanes(), z.lanes()));
    return x * y + z;
  }

  CATENA_INLINE static G load(const double* x, int count) {
    return G(load_lanes<Arch>(x, static_cast<std::size_t>(count)));
  }
  CATENA_INLINE static void store(double* x, const G& value, int count) {
    store_lanes<Arch>(value.lanes(), x, static_cast<std::size_t>(count));
  }

  CATENA_INLINE static G from_lane(int k, const G& early, const G& late) {
    if constexpr (requires { Lanes<Arch>::from_lane(k, early.lanes(), late.lanes()); })
      return G(Lanes<Arch>::from_lane(k, early.lanes(), late.lanes()));
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

// Four numbers of four links are transposed, so that one addition advances all four sums.
template <class Arch, int most>
requires(Pack<Arch>::width == 4) struct RunningSums<Pack<Arch>, double, most> {
  using G = Pack<Arch>;
  using Real = typename G::Real;
  static constexpr int W = 4;
  Real before[(most + W - 1) / W] = {};

  CATENA_INLINE void start(int k, double x) { before[k / W][k % W] = x; }

  CATENA_INLINE void outward(G* x, int count) {
#pragma GCC unroll 8
    for (int first = 0; first < count; first += W) {
      Real v[W];
      for (int k = 0; k < W; ++k) v[k] = first + k < count ? x[first + k].lanes() : Real{};
      Lanes<Arch>::transpose(v);
      Real& sum = before[first / W];
      for (int k = 0; k < W; ++k) v[k] = sum = sum + v[k];
      Lanes<Arch>::transpose(v);
      for (int k = 0; k < W; ++k)
        if (first + k < count) x[first + k] = G(v[k]);
    }
  }
  // Not unrolled: shorter code leaves more of the instruction cache for what follows.
  template <class Rows>
  CATENA_INLINE void inward(const Rows& rows, int first, int count) {
    Real* sum = before;
#pragma GCC unroll 1
    for (int row = first; row < first + count; row += W, ++sum) {
      Real v[W];
      for (int k = 0; k < W; ++k) v[k] = rows.get(row + k).lanes();
      Lanes<Arch>::transpose(v);
      Real total = *sum;
      for (int k = W - 1; k >= 0; --k) v[k] = total = total + v[k];
      *sum = total;
      Lanes<Arch>::transpose(v);
      for (int k = 0; k < W; ++k) rows.put(row + k, G(v[k]));
    }
  }
};

}  // namespace catena
