// SPDX-License-Identifier: Apache-2.0
// States between arrays and packs, for the architecture CATENA_STATES. Included in batch.cpp and batch_float.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catena/core/scalar/pack.hpp"
#include "core/kernels/level/batch_stream.hpp"

namespace catena::batch {
namespace {

using Arch = CATENA_STATES;
using P = Pack<Arch>;
using Number = P::Number;
constexpr std::size_t W = P::width;
constexpr std::size_t S = kStrip<Arch>;  // numbers of each state that are transposed at a time

// The states first..last of a tile in blocks of W. Lanes beyond the last state repeat it, so that all lanes take the same path.
struct Tile {
  std::size_t first, last;
  CATENA_INLINE std::size_t blocks() const { return (last - first + W - 1) / W; }
  CATENA_INLINE bool full(std::size_t block) const { return first + (block + 1) * W <= last; }
  CATENA_INLINE std::size_t state(std::size_t block, std::size_t lane) const {
    const std::size_t k = first + block * W + lane;
    return k < last ? k : last - 1;
  }
};

// Where the numbers of each lane's state begin, `count` of them.
template <class T>
CATENA_INLINE void set_rows(const Tile& tile, std::size_t block, T* array, std::size_t count, T* (&row)[W]) {
  T* const first = array + (tile.first + block * W) * count;
  if (tile.full(block)) [[likely]]
    for (std::size_t k = 0; k < W; ++k) row[k] = first + k * count;
  else
    for (std::size_t k = 0; k < W; ++k) row[k] = array + tile.state(block, k) * count;
}

// Number i of each lane's state; the numbers of lane k begin at row[k].
CATENA_INLINE P pick(const Number* const (&row)[W], std::size_t i) {
  P::Real v;
  for (std::size_t k = 0; k < W; ++k) v[k] = row[k][i];
  return P(v);
}

// Loads contiguous states.
CATENA_INLINE void load_rows(const Number* const (&row)[W], std::size_t count, bool more_follow, P* to) {
  P::Real v[S];
  if (count < S) {
    if (!more_follow) {
      for (std::size_t i = 0; i < count; ++i) to[i] = pick(row, i);
      return;
    }
    gather_lanes<Arch>(row, v);  // reads into later states
#pragma GCC unroll 8
    for (std::size_t k = 0; k < S; ++k)
      if (k < count) to[k] = P(v[k]);
    return;
  }
  for (std::size_t i = 0; i < count; i += S) {
    const std::size_t at = i + S <= count ? i : count - S;  // the last square overlaps the one before
    const Number* square[W];
    for (std::size_t k = 0; k < W; ++k) square[k] = row[k] + at;
    gather_lanes<Arch>(square, v);
    for (std::size_t k = 0; k < S; ++k) to[at + k] = P(v[k]);
  }
}

// The results of blocks of states: one after the other, or some numbers in several places. Passed by value, so that they stay in
// registers while results are stored.
struct Blocks {
  const P* first;
  std::size_t apart;
  CATENA_INLINE const P* operator[](std::size_t block) const { return first + block * apart; }
};
struct Scattered {
  const P* base;
  const unsigned short* places;
  CATENA_INLINE const P& operator[](std::size_t i) const { return base[places[i]]; }
  CATENA_INLINE Scattered operator+(std::size_t i) const { return {base, places + i}; }
};
struct ScatteredBlocks {
  const P* first;
  std::size_t apart;
  const unsigned short* places;
  CATENA_INLINE Scattered operator[](std::size_t block) const { return {first + block * apart, places}; }
};

// Stores contiguous states, in strips.
template <class A, class From>
CATENA_INLINE void store_strips(From from, std::size_t count, Number* const (&row)[W]) {
  if (count < S) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < W; ++k) row[k][i] = from[i][k];
    return;
  }
  for (std::size_t i = 0; i < count; i += S) {
    const std::size_t at = i + S <= count ? i : count - S;
    P::Real v[S];
    Number* part[W];
    for (std::size_t k = 0; k < S; ++k) v[k] = from[at + k].lanes();
    for (std::size_t k = 0; k < W; ++k) part[k] = row[k] + at;
    Lanes<A>::scatter(v, part);
  }
}

// Lane k of v[i] = lane i of from[k].
template <class A, class From>
CATENA_INLINE void turn(From from, P::Real (&v)[W]) {
  const Number* square[W];
  for (std::size_t k = 0; k < W; ++k) square[k] = reinterpret_cast<const Number*>(&from[k].lanes());
  gather_lanes<A>(square, v);
}

template <class A, class From>
CATENA_INLINE void store_rows(From from, std::size_t count, Number* const (&row)[W]) {
  P::Real v[W];
  if (count < W) {
    const Number* square[W];
    for (std::size_t k = 0; k < W; ++k)
      square[k] = reinterpret_cast<const Number*>(&from[k < count ? k : 0].lanes());
    gather_lanes<A>(square, v);
    for (std::size_t k = 0; k < W; ++k) store_lanes<A>(v[k], row[k], count);
    return;
  }
  for (std::size_t i = 0; i < count; i += W) {
    const std::size_t at = i + W <= count ? i : count - W;
    turn<A>(from + at, v);
    for (std::size_t k = 0; k < W; ++k) store_lanes<A>(v[k], row[k] + at);
  }
}

// The same for rows of several consecutive squares: all stores are whole cache lines, except at both ends. A store that
// crosses a line costs twice as much. Lines that two rows share are stored first, so that the others of a row are
// stored in sequence.
template <class A, class From>
CATENA_INLINE void store_lines(From from, std::size_t count, Number* to) {
  P::Real before[W], v[W];
  std::size_t line[W];  // the first index in a row where a cache line begins
  for (std::size_t k = 0; k < W; ++k)
    line[k] = (0 - reinterpret_cast<std::uintptr_t>(to) / sizeof(Number) - k * count) % W;
  const std::size_t last = count - W;          // where the last vector begins
  const std::size_t rest = count / W * W - W;  // and the last square
  turn<A>(from + last, v);
  turn<A>(from, before);
  store_lanes<A>(before[0], to);
#pragma GCC unroll 8
  for (std::size_t k = 0; k + 1 < W; ++k) {
    Number* const row = to + k * count;
    store_lanes<A>(Lanes<A>::shifted(v[k], before[k + 1], line[k + 1]), row + last + line[k + 1]);
    if (rest + line[k] < last) store_lanes<A>(v[k], row + last);
  }
  store_lanes<A>(v[W - 1], to + W * count - W);
  for (std::size_t i = 0; i < rest; i += W) {
    turn<A>(from + i + W, v);
    for (std::size_t k = 0; k < W; ++k) {
      store_lanes<A>(Lanes<A>::shifted(before[k], v[k], line[k]), to + k * count + i + line[k]);
      before[k] = v[k];
    }
  }
#pragma GCC unroll 8
  for (std::size_t k = 0; k < W; ++k)
    if (rest + line[k] < last) store_lanes<A>(before[k], to + k * count + rest);
}

template <class A, class From>
CATENA_INLINE void store_block(const Tile& tile, std::size_t block, From from, std::size_t count,
                               Number* to) {
  if constexpr (requires(typename Lanes<A>::Real v) { Lanes<A>::shifted(v, v, W); })
    if (tile.full(block) && count >= 3 * W)
      return store_lines<A>(from, count, to + (tile.first + block * W) * count);
  Number* row[W];
  set_rows(tile, block, to, count, row);
  if constexpr (requires { Lanes<A>::strip; })
    store_strips<A>(from, count, row);
  else
    store_rows<A>(from, count, row);
}

// Joint-major arrays of a tile whose blocks are all full, `blocks` of them: number i of its states lies at from + i N.
template <std::size_t blocks>
CATENA_INLINE void load_full(const Number* from, std::size_t N, std::size_t count, P* to) {
  for (std::size_t i = 0; i < count; ++i, from += N)
#pragma GCC unroll 8
    for (std::size_t b = 0; b < blocks; ++b) to[b * count + i] = P(load_lanes<Arch>(from + b * W));
}
template <std::size_t blocks, bool past_cache = false, class From>
CATENA_INLINE void store_full(From from, std::size_t N, std::size_t begin, std::size_t end, Number* to) {
  to += begin * N;
  for (std::size_t i = begin; i < end; ++i, to += N)
#pragma GCC unroll 8
    for (std::size_t b = 0; b < blocks; ++b)
      if constexpr (past_cache)
        stream_lanes<Arch>(from[b][i].lanes(), to + b * W);
      else
        store_lanes<Arch>(from[b][i].lanes(), to + b * W);
}
// Blocks of a tile, unless it is the last: two lines of the cache, or one.
constexpr std::size_t kMany = 128 / sizeof(Number) / W, kFew = 64 / sizeof(Number) / W;

// `count` numbers of each state.
inline void load(bool joint_major, std::size_t N, const Tile& tile, const Number* from, std::size_t count,
                 P* to) {
  const std::size_t blocks = tile.blocks();
  if (joint_major) {
    const bool full = tile.last - tile.first == blocks * W;
    if (full && blocks == kMany) return load_full<kMany>(from + tile.first, N, count, to);
    if (full && blocks == kFew) return load_full<kFew>(from + tile.first, N, count, to);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t b = 0; b < blocks; ++b) {
        P::Real v;
        if (tile.full(b)) [[likely]]
          v = load_lanes<Arch>(from + i * N + tile.first + b * W);
        else
          for (std::size_t k = 0; k < W; ++k) v[k] = from[i * N + tile.state(b, k)];
        to[b * count + i] = P(v);
      }
    return;
  }
  for (std::size_t b = 0; b < blocks; ++b) {
    const Number* row[W];
    set_rows(tile, b, from, count, row);
    load_rows(row, count, tile.state(b, W - 1) + S <= N, to + b * count);
  }
}

// Where results go: state after state or joint by joint, of N states; past the cache where tiles are whole lines (Job::past_cache).
struct Layout {
  bool joint_major;
  std::size_t N;
  bool past_cache = false;
};

// Numbers begin..end of each state, joint-major.
template <class From>
void store_some(const Layout& layout, const Tile& tile, From from, std::size_t begin, std::size_t end,
                Number* to) {
  const std::size_t N = layout.N, blocks = tile.blocks();
  if (tile.last - tile.first == blocks * W) {
    Number* const at = to + tile.first;
    const bool past_cache = layout.past_cache && reinterpret_cast<std::uintptr_t>(at) % 64 == 0;
    if (blocks == kMany && past_cache) return store_full<kMany, true>(from, N, begin, end, at);
    if (blocks == kFew && past_cache) return store_full<kFew, true>(from, N, begin, end, at);
    if (blocks == kMany) return store_full<kMany>(from, N, begin, end, at);
    if (blocks == kFew) return store_full<kFew>(from, N, begin, end, at);
  }
  for (std::size_t i = begin; i < end; ++i)
    for (std::size_t b = 0; b < blocks; ++b) {
      const P::Real v = from[b][i].lanes();
      if (tile.full(b)) [[likely]]
        store_lanes<Arch>(v, to + i * N + tile.first + b * W);
      else
        for (std::size_t k = 0; k < W; ++k) to[i * N + tile.state(b, k)] = v[k];
    }
}

template <class From>
void store_all(const Layout& layout, const Tile& tile, From from, std::size_t count, Number* to) {
  if (layout.joint_major) return store_some(layout, tile, from, 0, count, to);
  for (std::size_t b = 0; b < tile.blocks(); ++b) store_block<Arch>(tile, b, from[b], count, to);
}
inline void store(const Layout& layout, const Tile& tile, const P* from, std::size_t count, Number* to) {
  store_all(layout, tile, Blocks{from, count}, count, to);
}

}  // namespace
}  // namespace catena::batch
