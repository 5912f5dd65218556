// SPDX-License-Identifier: Apache-2.0
// The kernels for the architecture CATENA_STATES: the algorithms on packs of states. Included in batch.cpp and
// batch_float.cpp, which are compiled once for each instruction set.
#pragma once

#include "catena/core/algo/aba_rotors.hpp"
#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/kinematics.hpp"
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

template <Call call>
void run(const Chain<P>& arm, Scratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n), each = numbers_of(call, dof);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
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
      s.x.set(arm, q);
      for (int k = 0; k < 3; ++k) lines.call_some();
      results.store_part();
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
      if constexpr (has_motor_terms(call))
        if (job.motors) add_motors<call>(arm, s, qd, u, result);
      if constexpr (kSingle)
        mark(untrusted(arm, q, call == Call::fd ? s.aba.delta_inv.data() : nullptr, {result, each}, finite,
                       tile, block, job),
             result, each);
      else if constexpr (call == Call::fd)
        check_delta<true>(s.aba.delta_inv, finite, tile, block, n, job);
    }
    results.take(tile);
  }
  results.finish();
}

// With a wrench at the tool for each state.
template <Call call>
void run_tip(const Chain<P>& arm, Scratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};

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

      s.x.set(arm, q);
      if constexpr (call == Call::id_tip) rnea<P>(arm, s.x, qd, u, g, tip, s.rnea, out);
      if constexpr (call == Call::id_tip)
        if (job.motors) add_motors<Call::id>(arm, s, qd, u, out.data());
      if constexpr (call == Call::fd_tip) accelerate(arm, s, job, qd, u, g, tip, out);
      if constexpr (kSingle)
        mark(untrusted(arm, q, call == Call::fd_tip ? s.aba.delta_inv.data() : nullptr, out, finite, tile,
                       block, job),
             out.data(), dof);
      else if constexpr (call == Call::fd_tip)
        check_delta<true>(s.aba.delta_inv, finite, tile, block, n, job);
    }
    store(layout_of(job), tile, s.out.data(), dof, job.out);
  }
}

void* make_arm(int n, const bool* revolute, const double* x) {
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
  return new Chain<P>(std::move(links), pose(x), pose(x + 12), Vec3<P>::zero());
}

void drop_arm(void* arm) { delete static_cast<Chain<P>*>(arm); }

}  // namespace
}  // namespace catena::batch
