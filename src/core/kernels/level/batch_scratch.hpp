// SPDX-License-Identifier: Apache-2.0
// The scratch memory of the kernels for the architecture CATENA_STATES, and the checks of inputs and pivots. Included in
// batch.cpp and batch_float.cpp, which are compiled once for each instruction set.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/actuation.hpp"
#include "catena/core/algo/gdahj.hpp"
#include "catena/core/algo/gravity.hpp"
#include "catena/core/algo/rnea.hpp"
#include "catena/core/model/pivot.hpp"
#include "core/kernels/batch.hpp"
#include "core/kernels/level/batch_turning.hpp"

namespace catena::batch {
namespace {

using Real = P::Real;
using Bits = P::Bits;
using Job = batch::Job<Number>;
constexpr bool kSingle = sizeof(Number) < sizeof(double);

// States are read and written a tile at a time: in the joint-major layout the numbers of one state are far apart, often
// at strides that map to the same cache set, so each cache line is used completely while it is in the cache.
constexpr std::size_t kBlocks = kMany;  // of a tile, at most

// The number of blocks of a tile for results of `each` numbers. In the state-major layout, as many as the processor's
// store buffer can hold.
constexpr std::size_t blocks_for(bool joint_major, std::size_t each) {
  return each > (joint_major ? 128U : 32U) ? kFew : kBlocks;
}

// The number of packs that hold the results of any call for a tile.
constexpr std::size_t room(std::size_t n) {
  const std::size_t jacobian = blocks_for(true, 6 * n) * 6 * n, inertia = blocks_for(true, n * n) * n * n;
  return jacobian > inertia ? jacobian : inertia;
}

// For all calls, in floats too.
struct Scratch {
  explicit Scratch(const Chain<P>& arm)
      : x(arm),
        q(kBlocks * static_cast<std::size_t>(arm.dof()), P(0)),
        qd(q),
        u(q),
        zeros(static_cast<std::size_t>(arm.dof()), P(0)),
        torque(zeros),
        out(2 * room(static_cast<std::size_t>(arm.dof())), P(0)),
        rnea(arm.dof()),
        aba(arm.dof()),
        gravity(arm.dof()),
        gdahj(arm.dof()),
        tip(kBlocks * 6, P(0)),
        turning(static_cast<std::size_t>(arm.dof())) {}
  Posture<P> x;
  std::vector<P> q, qd, u;  // (n) for each block of a tile
  std::vector<P> zeros;     // (n)
  std::vector<P> torque;    // (n) of the motors
  std::vector<P> out;       // (n, n x n or 6 x n) for each block of two tiles
  RneaWork<P> rnea;
  AbaWork<P> aba;
  GravityWork<P> gravity;
  GdahjWork<P> gdahj;  // with the poses
  std::vector<P> tip;  // (6) for each block of a tile
  TurningWork turning;
};

using PackSpan = std::span<const P>;

constexpr bool is_driven(Call call) {
  return call == Call::id || call == Call::fd || call == Call::id_derivatives || call == Call::fd_derivatives;
}
constexpr bool moves(Call call) { return is_driven(call) || call == Call::bias || call == Call::coriolis; }

// Of one result.
constexpr std::size_t numbers_of(Call call, std::size_t dof) {
  switch (call) {
    case Call::inertia:
    case Call::coriolis:
    case Call::inertia_inverse:
    case Call::id_derivatives:
    case Call::fd_derivatives:
      return dof * dof;
    case Call::christoffel:
      return dof * dof * dof;
    case Call::jacobian:
      return 6 * dof;
    default:
      return dof;
  }
}

// From `first` on.
CATENA_INLINE Tile tile_at(std::size_t first, std::size_t each, const Job& job) {
  std::size_t end = first + blocks_for(job.joint_major, each) * W;
  if (job.past_cache) end -= (end - job.lead) % (kFew * W);
  return {first, end < job.last ? end : job.last};
}

CATENA_INLINE Layout layout_of(const Job& job) { return {job.joint_major, job.N, job.past_cache}; }

// The inputs of a call.
template <Call call>
CATENA_INLINE void load(const Tile& tile, const Job& job, std::size_t dof, Scratch& s) {
  load(job.joint_major, job.N, tile, job.q, dof, s.q.data());
  if constexpr (moves(call)) load(job.joint_major, job.N, tile, job.qd, dof, s.qd.data());
  if constexpr (is_driven(call)) load(job.joint_major, job.N, tile, job.u, dof, s.u.data());
}

// The sum of some numbers of each lane. Two accumulators shorten the dependency chain.
CATENA_INLINE Real sum_of(const PackSpan& x) {
  const std::size_t n = x.size();
  Real even = {}, odd = {};
  for (std::size_t i = 0; i + 1 < n; i += 2) {
    even = even + x[i].lanes();
    odd = odd + x[i + 1].lanes();
  }
  if (n % 2 != 0) even = even + x[n - 1].lanes();
  return even + odd;
}

CATENA_INLINE Bits finite_lanes(const PackSpan& x) {
  Bits finite = ~Bits{};
  for (const P& number : x) finite &= Number(0) * number.lanes() == Real{};
  return finite;
}

// Prefetches the cache lines of the output, eight at a time; more at once would delay other loads. A remainder of fewer
// than eight lines is not prefetched: it arrives in time anyway.
struct LinesAhead {
  const Number *at, *end;
  CATENA_INLINE void call_some() {
    constexpr std::ptrdiff_t kLine = 64 / sizeof(Number), kSome = 8 * kLine;
    if (end - at < kSome) return;
#pragma GCC unroll 8
    for (std::ptrdiff_t i = 0; i < kSome; i += kLine) __builtin_prefetch(at + i, 1);
    at += kSome;
  }
};

// The cache lines of a block, `each` numbers per state; none if they are not contiguous.
CATENA_INLINE LinesAhead lines_ahead(const Tile& tile, std::size_t block, std::size_t each, const Job& job) {
  const Number* const out = job.out + tile.state(block, 0) * each;
  return {out, job.joint_major || !tile.full(block) ? out : out + W * each};
}

constexpr std::size_t arrays_of(Call call) {
  return call == Call::id_derivatives || call == Call::fd_derivatives ? 3 : 1;
}

// The results of tiles, from two halves of a buffer in turn, `each` numbers for each state and array.
// In the joint-major layout, single matrices are stored in parts while the next tile is computed: the lines of a state lie far
// apart, in a batch of 2^k states all of them in a few sets of the caches, so that each has to come from far away. A part
// fits into the processor's store buffer, which writes it while the computation goes on.
template <Call call, bool in_parts = numbers_of(call, 2) != 2 && arrays_of(call) == 1>
class Results {
 public:
  // For Christoffel symbols only `packs` numbers are computed, and number i of a result is that at places[i].
  Results(const Job& job, std::size_t each, std::vector<P>& both, std::size_t packs,
          const unsigned short* places)
      : job_(job),
        each_(each),
        packs_(packs),
        places_(places),
        apart_(blocks_for(true, each) * packs),
        here_(both.data()),
        other_(both.data() + both.size() / 2) {}

  Results(const Job& job, std::size_t each, std::vector<P>& both) : Results(job, each, both, each, nullptr) {}

  P* of_block(std::size_t block) const { return here_ + block * packs_; }
  std::size_t apart() const { return apart_; }  // the arrays

  // Stores a part of the tile before; to be called kParts times for each block of this one.
  static constexpr std::size_t kParts = 2;
  CATENA_INLINE void store_part() {
    if constexpr (in_parts)
      if (stored_ < each_) store_until(stored_ + part_ < each_ ? stored_ + part_ : each_);
  }

  // This tile is computed.
  CATENA_INLINE void take(const Tile& tile) {
    finish();
    if (!in_parts || !job_.joint_major) {
      for (std::size_t k = 0; k < kArrays; ++k)
        store_all(layout_of(job_), tile, from(here_, k), each_, to(k));
      return;
    }
    before_ = tile;
    std::swap(here_, other_);
    stored_ = 0;
    const std::size_t parts = kParts * tile.blocks();
    part_ = (each_ + parts - 1) / parts;
  }

  void finish() {
    if constexpr (in_parts)
      if (stored_ < each_) store_until(each_);
  }

 private:
  static constexpr std::size_t kArrays = arrays_of(call);

  auto from(const P* half, std::size_t k) const {
    if constexpr (call == Call::christoffel)
      return ScatteredBlocks{half, packs_, places_};
    else
      return Blocks{half + k * apart_, each_};
  }
  Number* to(std::size_t k) const { return k == 0 ? job_.out : k == 1 ? job_.second : job_.third; }
  CATENA_INLINE void store_until(std::size_t end) {
    for (std::size_t k = 0; k < kArrays; ++k)
      store_some(layout_of(job_), before_, from(other_, k), stored_, end, to(k));
    stored_ = end;
  }

  const Job& job_;
  std::size_t each_, packs_;
  const unsigned short* places_;
  std::size_t apart_;
  P *here_, *other_;  // of the tile that is computed, and of the one before
  Tile before_ = {0, 0};
  std::size_t stored_ = each_, part_ = 0;  // numbers of each state and array
};

// Lanes whose numbers are all finite; the first state with other numbers is recorded.
template <class... Inputs>
CATENA_INLINE Bits check_input(const Tile& tile, std::size_t block, Job& job, const Inputs&... x) {
  const Real sum = (sum_of(x) + ...);
  const Bits finite = Number(0) * sum == Real{};
  if (!Lanes<Arch>::any(~finite)) [[likely]]
    return finite;
  const Bits good = (finite_lanes(x) & ...);  // the sum of finite numbers may overflow
  for (std::size_t k = 0; k < W; ++k)
    if (!good[k] && tile.state(block, k) < job.not_finite) job.not_finite = tile.state(block, k);
  return good;
}

template <Call call>
CATENA_INLINE Bits check_input(const Tile& tile, std::size_t block, std::size_t dof, const Scratch& s,
                               Job& job) {
  const auto of_block = [&](const std::vector<P>& x) { return PackSpan(x.data() + block * dof, dof); };
  if constexpr (is_driven(call))
    return check_input(tile, block, job, of_block(s.q), of_block(s.qd), of_block(s.u));
  else if constexpr (moves(call))
    return check_input(tile, block, job, of_block(s.q), of_block(s.qd));
  else
    return check_input(tile, block, job, of_block(s.q));
}

// The states whose δ is too small or not finite, where the input was good; `inverse` if the numbers are 1/δ.
template <bool inverse>
CATENA_INLINE Bits check_delta(const std::vector<P>& delta, const Bits& finite, const Tile& tile,
                               std::size_t block, int n, Job& job) {
  const auto regular = [&](int i) -> Bits {
    const Real size = magnitude_of<Arch>(delta[i].lanes());
    if constexpr (inverse) return (Bits)is_inverse_regular(size, job.delta_least[i]);
    return (Bits)is_regular(size, job.delta_least[i]);
  };
  Bits good = finite;
  for (int i = 0; i < n; ++i) good &= regular(i);
  const Bits bad = finite & ~good;
  if (!Lanes<Arch>::any(bad)) [[likely]]
    return bad;
  for (std::size_t k = 0; k < W; ++k) {
    if (!bad[k] || tile.state(block, k) >= job.singular) continue;
    job.singular = tile.state(block, k);
    for (int i = n - 1; i >= 0; --i) {
      if (regular(i)[k]) continue;
      job.joint = i;
      job.delta = inverse ? 1 / delta[i][k] : delta[i][k];
      break;
    }
  }
  return bad;
}

// In floats, the states with good input that are to be computed again in double: whose results are not finite, because a number
// overflowed on the way, or whose δ is too small. `delta_inv` is null if nothing is divided by δ.
CATENA_INLINE Bits untrusted(const Chain<P>& arm, const PackSpan& q, const P* delta_inv, const PackSpan& out,
                             const Bits& finite, const Tile& tile, std::size_t block, Job& job) {
  Bits good = Number(0) * sum_of(out) == Real{};
  Real slid = {};
  for (int i = delta_inv ? arm.dof() - 1 : -1; i >= 0; --i) {
    const Number* const part = job.delta_least + 3 * i;
    const Real reach = part[2] + slid, least = part[0] + part[1] * reach * reach;
    const Real size = magnitude_of<Arch>(delta_inv[i].lanes());
    good &= (size * least < Number(1)) & (size > Number(0));
    if (!arm.link(i).revolute()) slid = slid + magnitude_of<Arch>(q[static_cast<std::size_t>(i)].lanes());
  }
  const Bits bad = finite & ~good;
  if (!Lanes<Arch>::any(bad)) [[likely]]
    return bad;
  for (std::size_t k = 0; k < W; ++k)
    if (bad[k] && tile.state(block, k) < job.singular) job.singular = tile.state(block, k);
  return bad;
}

// Whether motors add terms to the results of a call, as in motors.hpp.
constexpr bool has_motor_terms(Call call) {
  return call == Call::id || call == Call::inertia || call == Call::id_derivatives;
}

// Adds them. `apart` lie the matrices of id_derivatives.
template <Call call>
CATENA_INLINE void add_motors(const Chain<P>& arm, Scratch& s, const PackSpan& qd, const PackSpan& qdd,
                              P* out, std::size_t apart = 0) {
  const int n = arm.dof();
  if constexpr (call == Call::id) friction<P>(arm, qd, s.torque);
  for (int i = 0; i < n; ++i) {
    const ChainLink<P>& l = arm.link(i);
    const int diagonal = i * (n + 1);
    if constexpr (call == Call::id) out[i] = out[i] + (s.torque[i] + l.rotor * qdd[i]);
    if constexpr (call == Call::inertia) out[diagonal] = out[diagonal] + l.rotor;
    if constexpr (call == Call::id_derivatives) {
      P &by_qd = out[apart + diagonal], &M = out[2 * apart + diagonal];
      by_qd = by_qd + l.viscous;
      M = M + l.rotor;
    }
  }
}

// Results of states with pivots that are not trusted become NaN, all of whose bits are set; the batch computes these states
// again (batch.cpp).
CATENA_INLINE void mark(const Bits& bad, P* out, std::size_t each) {
  if (!Lanes<Arch>::any(bad)) [[likely]]
    return;
  for (std::size_t i = 0; i < each; ++i) out[i] = P((Real)((Bits)out[i].lanes() | bad));
}

}  // namespace
}  // namespace catena::batch
