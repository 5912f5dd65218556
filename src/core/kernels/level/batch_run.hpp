// SPDX-License-Identifier: Apache-2.0
// The kernels for the architecture CATENA_STATES: the algorithms on packs of states. Included in batch.cpp and
// batch_float.cpp, which are compiled once for each instruction set.
#pragma once

#include <algorithm>

#include "catena/core/algo/aba_rotors.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/kinematics.hpp"
#include "catena/core/model/chain_ends.hpp"
#include "core/kernels/level/batch_scratch.hpp"

namespace catena::batch {
namespace {

// Forward dynamics, with the motors if they are included.
CATENA_INLINE void accelerate(const Chain<P>& arm, Scratch& s, const Job& job, const PackSpan& qd,
                              const PackSpan& tau, const Vec3<P>& g, const Force<P>& tip,
                              const std::span<P>& out) {
  if (!job.motors) [[likely]]
    return aba<P>(arm, s.x, qd, tau, g, tip, s.aba, out);
  friction<P>(arm, qd, s.torque);
  for (int i = 0; i < arm.dof(); ++i) s.torque[i] = tau[i] - s.torque[i];
  aba_rotors<P>(arm, s.x, qd, s.torque, g, tip, s.aba, out);
}

// Forward dynamics of an arm whose joints all turn: by M where its pivots are trusted, and by articulated bodies in the other lanes,
// so that a result does not depend on the states beside it. Returns the latter, of those whose input is `finite`; their 1/δ are in
// s.aba. The sines must have been set.
CATENA_INLINE Bits accelerate_turning(const PackedArm& arm, Scratch& s, const Job& job, const PackSpan& q,
                                      const PackSpan& qd, const PackSpan& tau, const Vec3<P>& g,
                                      const Vec3<P>& lift, const Force<P>& tip, bool tips, const Bits& finite,
                                      const std::span<P>& out) {
  const std::size_t n = arm.turning.size();
  TurningWork& work = s.turning;
  const Force<P> held = tips ? at_last_frame(arm.chain, tip) : tip;
  turning_fd(arm.turning, qd.data(), tau.data(), lift, tips ? &held : nullptr, work, out.data());
  Bits trusted = ~Bits{};
  for (std::size_t i = 0; i < n; ++i)
    trusted &= (Bits)is_regular(magnitude_of<Arch>(work.pivots[i].lanes()), job.delta_trusted[i]);
  const Bits others = finite & ~trusted;
  if (!Lanes<Arch>::any(others)) [[likely]]
    return others;
  std::copy(out.begin(), out.end(), work.torque.begin());
  s.x.set(arm.chain, q);
  aba<P>(arm.chain, s.x, qd, tau, g, tip, s.aba, out);
  for (std::size_t i = 0; i < n; ++i)
    out[i] = P(Lanes<Arch>::choose(trusted, work.torque[i].lanes(), out[i].lanes()));
  return others;
}

// Whether a call has a kernel for arms whose joints all turn. Floats need articulated bodies: they lose too many digits in M.
CATENA_INLINE bool has_turning(const PackedArm& arm, Call call, const Job& job) {
  if (arm.turning.empty() || call == Call::jacobian) return false;
  if (call == Call::inertia) return arm.turning.size() < kLongChain;
  return (call != Call::fd && call != Call::fd_tip) || (!kSingle && !job.motors && job.delta_trusted);
}

// By the templates of core/algo.
template <Call call>
CATENA_INLINE void compute(const Chain<P>& arm, Scratch& s, const Job& job, const PackSpan& qd,
                           const PackSpan& u, const Vec3<P>& g, P* result) {
  const int n = arm.dof();
  const std::span<P> out(result, static_cast<std::size_t>(n));
  if constexpr (call == Call::id) rnea<P>(arm, s.x, qd, u, g, s.rnea, out);
  if constexpr (call == Call::bias) rnea<P>(arm, s.x, qd, s.zeros, Vec3<P>::zero(), s.rnea, out);
  if constexpr (call == Call::fd) accelerate(arm, s, job, qd, u, g, Force<P>::zero(), out);
  if constexpr (call == Call::gravity) catena::gravity<P>(arm, s.x, g, s.gravity, out);
  if constexpr (call == Call::inertia) {
    if (n < kLongChain)
      crba<P>(arm, s.x, {result, n, n, n});
    else
      gdahj<P>(arm, s.x, s.gdahj, {result, n, n, n});
  }
  if constexpr (call == Call::jacobian) {
    set_poses(arm, s.x, s.gdahj.kinematics);
    catena::jacobian<P>(arm, s.gdahj.kinematics, {result, 6, n, 6});
  }
}

// `turning`: by regrouped links, for an arm whose joints all turn.
template <Call call, bool turning>
void run(const PackedArm& packed, Scratch& s, Job& job) {
  const Chain<P>& arm = packed.chain;
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n), each = numbers_of(call, dof);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
  const Vec3<P> lift = lift_before<turning>(packed, call == Call::bias ? Vec3<P>::zero() : g);
  Results<call> results(job, each, s.out);

  for (Tile tile = tile_at(job.first, each, job); tile.first < job.last;
       tile = tile_at(tile.last, each, job)) {
    load<call>(tile, job, dof, s);
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const PackSpan q(s.q.data() + block * dof, dof);
      const PackSpan qd(s.qd.data() + block * dof, dof);
      const PackSpan u(s.u.data() + block * dof, dof);
      P* const result = results.of_block(block);
      const std::span<P> out(result, dof);
      results.store_part();
      const Bits finite = check_input<call>(tile, block, dof, s, job);
      LinesAhead lines = lines_ahead(tile, block, each, job);
      for (int k = 0; k < 3; ++k) lines.call_some();  // six times eight: the mass matrices of seven joints
      if constexpr (turning)
        set_sines(packed.turning, q.data(), s.turning);
      else
        s.x.set(arm, q);
      for (int k = 0; k < 3; ++k) lines.call_some();
      results.store_part();
      if constexpr (turning) {
        const std::vector<TurningLink>& links = packed.turning;
        if constexpr (call == Call::id)
          turning_id<true>(links, qd.data(), u.data(), lift, nullptr, s.turning, result);
        if constexpr (call == Call::bias)
          turning_id<false>(links, qd.data(), nullptr, lift, nullptr, s.turning, result);
        if constexpr (call == Call::gravity) turning_gravity(links, lift, s.turning, result);
        if constexpr (call == Call::inertia) turning_inertia<true>(links, s.turning, result);
        if constexpr (call == Call::fd && !kSingle) {
          const Bits others =
              accelerate_turning(packed, s, job, q, qd, u, g, lift, Force<P>::zero(), false, finite, out);
          if (Lanes<Arch>::any(others)) [[unlikely]]
            check_delta<true>(s.aba.delta_inv, others, tile, block, n, job);
        }
      } else {
        compute<call>(arm, s, job, qd, u, g, result);
      }
      if constexpr (has_motor_terms(call))
        if (job.motors) add_motors<call>(arm, s, qd, u, result);
      if constexpr (kSingle)
        mark(untrusted(arm, q, call == Call::fd ? s.aba.delta_inv.data() : nullptr, {result, each}, finite,
                       tile, block, job),
             result, each);
      else if constexpr (call == Call::fd && !turning)
        check_delta<true>(s.aba.delta_inv, finite, tile, block, n, job);
    }
    results.take(tile);
  }
  results.finish();
}

template <Call call>
void run(const PackedArm& arm, Scratch& s, Job& job) {
  if constexpr (call != Call::jacobian)
    if (has_turning(arm, call, job)) return run<call, true>(arm, s, job);
  run<call, false>(arm, s, job);
}

// With a wrench at the tool for each state.
template <Call call, bool turning>
void run_tip(const PackedArm& packed, Scratch& s, Job& job) {
  const Chain<P>& arm = packed.chain;
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
  const Vec3<P> lift = lift_before<turning>(packed, g);

  for (Tile tile = tile_at(job.first, dof, job); tile.first < job.last; tile = tile_at(tile.last, dof, job)) {
    load<Call::id>(tile, job, dof, s);
    load(job.joint_major, job.N, tile, job.tip, 6, s.tip.data());
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const PackSpan q(s.q.data() + block * dof, dof);
      const PackSpan qd(s.qd.data() + block * dof, dof);
      const PackSpan u(s.u.data() + block * dof, dof);
      const PackSpan w(s.tip.data() + block * 6, 6);
      const Force<P> tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
      const std::span<P> out(s.out.data() + block * dof, dof);
      const Bits finite = check_input(tile, block, job, q, qd, u, w);

      if constexpr (turning)
        set_sines(packed.turning, q.data(), s.turning);
      else
        s.x.set(arm, q);
      if constexpr (call == Call::id_tip && turning) {
        const Force<P> held = at_last_frame(arm, tip);
        turning_id<true>(packed.turning, qd.data(), u.data(), lift, &held, s.turning, out.data());
      }
      if constexpr (call == Call::fd_tip && turning && !kSingle) {
        const Bits others = accelerate_turning(packed, s, job, q, qd, u, g, lift, tip, true, finite, out);
        if (Lanes<Arch>::any(others)) [[unlikely]]
          check_delta<true>(s.aba.delta_inv, others, tile, block, n, job);
      }
      if constexpr (call == Call::id_tip && !turning) rnea<P>(arm, s.x, qd, u, g, tip, s.rnea, out);
      if constexpr (call == Call::id_tip)
        if (job.motors) add_motors<Call::id>(arm, s, qd, u, out.data());
      if constexpr (call == Call::fd_tip && !turning) accelerate(arm, s, job, qd, u, g, tip, out);
      if constexpr (kSingle)
        mark(untrusted(arm, q, call == Call::fd_tip ? s.aba.delta_inv.data() : nullptr, out, finite, tile,
                       block, job),
             out.data(), dof);
      else if constexpr (call == Call::fd_tip && !turning)
        check_delta<true>(s.aba.delta_inv, finite, tile, block, n, job);
    }
    store(layout_of(job), tile, s.out.data(), dof, job.out);
  }
}

template <Call call>
void run_tip(const PackedArm& arm, Scratch& s, Job& job) {
  if (has_turning(arm, call, job)) return run_tip<call, true>(arm, s, job);
  run_tip<call, false>(arm, s, job);
}

// The same numbers and those of the regrouped links.
std::vector<TurningLink> turning_links(int n, const double* x, const double* felt) {
  std::vector<TurningLink> links;
  links.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i, x += kLinkNumbers, felt += kFeltNumbers)
    links.push_back({P(x[0]), P(x[1]), P(x[2]), P(x[3]), P(x[6]), P(2 * x[2]), P(2 * x[6]), P(felt[0]),
                     P(felt[1]), P(felt[2]), P(felt[3]), P(felt[4]), P(felt[5]), P(felt[6]),
                     P(felt[2] + felt[3]), shape_of(twist_of(x[0], x[1]), x[2] != 0, x[6] != 0)});
  return links;
}

void* make_arm(int n, const bool* revolute, const double* x, const double* felt) {
  std::vector<TurningLink> turning;
  if (felt) turning = turning_links(n, x, felt);
  std::vector<ChainLink<P>> links;
  links.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i, x += kLinkNumbers)
    links.push_back({revolute[i] ? JointKind::revolute : JointKind::prismatic,
                     P(x[0]),
                     P(x[1]),
                     P(x[2]),
                     P(x[3]),
                     P(x[4]),
                     P(x[5]),
                     P(x[6]),
                     {P(x[7]),
                      {P(x[8]), P(x[9]), P(x[10])},
                      {P(x[11]), P(x[12]), P(x[13]), P(x[14]), P(x[15]), P(x[16])}},
                     {P(x[17]), P(x[18]), P(x[19]), P(x[20]), P(x[21]), P(x[22])},
                     P(x[23]),
                     P(x[24]),
                     P(x[25]),
                     P(x[26]),
                     twist_of(x[0], x[1])});
  const auto pose = [](const double* y) {
    return Pose<P>{{P(y[0]), P(y[1]), P(y[2]), P(y[3]), P(y[4]), P(y[5]), P(y[6]), P(y[7]), P(y[8])},
                   {P(y[9]), P(y[10]), P(y[11])}};
  };
  return new PackedArm{{std::move(links), pose(x), pose(x + 12), Vec3<P>::zero()}, std::move(turning)};
}

void drop_arm(void* arm) { delete static_cast<PackedArm*>(arm); }

}  // namespace
}  // namespace catena::batch
