// SPDX-License-Identifier: Apache-2.0
// The factors of M and vector-Jacobian products for packs of states, in double. Included in batch.cpp.
#pragma once

#include "core/kernels/level/batch_scratch_double.hpp"

namespace catena::batch {
namespace {

// U and, in the place of the input that this call does not have, d.
void run_udut(const Chain<P>& arm, DoubleScratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n), each = dof * dof;

  for (Tile tile = tile_at(job.first, each, job); tile.first < job.last;
       tile = tile_at(tile.last, each, job)) {
    load(job.joint_major, job.N, tile, job.q, dof, s.q.data());
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const PackSpan q(s.q.data() + block * dof, dof);
      const Bits finite = check_input(tile, block, job, q);
      s.x.set(arm, q);
      udut_factor<P>(arm, s.x, s.udut);
      udut_factors<P>(arm, s.x, s.udut, {s.out.data() + block * each, n, n, n});
      for (std::size_t i = 0; i < dof; ++i) s.u[block * dof + i] = s.udut.m_hat[i];
      check_delta<true>(s.udut.m_hat_inv, finite, tile, block, n, job);
    }
    store(job.joint_major, job.N, tile, s.out.data(), each, job.out);
    store(job.joint_major, job.N, tile, s.u.data(), dof, job.second);
  }
}

// Gradients with respect to q, q̇, and q̈ or τ, which take the places of q̇, of q̈ or τ, and of v.
template <Call call>
void run_vjp(const Chain<P>& arm, DoubleScratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
  const bool tips = job.tip != nullptr;

  for (Tile tile = tile_at(job.first, dof, job); tile.first < job.last; tile = tile_at(tile.last, dof, job)) {
    load<Call::id>(tile, job, dof, s);
    load(job.joint_major, job.N, tile, job.v, dof, s.v.data());
    if (tips) load(job.joint_major, job.N, tile, job.tip, 6, s.tip.data());
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const auto of_block = [&](std::vector<P>& x) { return std::span<P>(x.data() + block * dof, dof); };
      const std::span<P> q = of_block(s.q), qd = of_block(s.qd), u = of_block(s.u), v = of_block(s.v);
      const PackSpan w(s.tip.data() + block * 6, tips ? 6 : 0);
      const Force<P> tip = tips ? Force<P>{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}} : Force<P>::zero();
      const Bits finite =
          check_input(tile, block, job, PackSpan(q), PackSpan(qd), PackSpan(u), PackSpan(v), w);
      s.x.set(arm, q);
      if constexpr (call == Call::id_vjp) id_vjp<P>(arm, s.x, qd, u, g, tip, v, s.vjp.id, qd, u, v);
      if constexpr (call == Call::fd_vjp) {
        fd_vjp<P>(arm, s.x, qd, u, g, tip, v, s.vjp, qd, u, v);
        check_delta<true>(s.vjp.aba.delta_inv, finite, tile, block, n, job);
      }
    }
    store(job.joint_major, job.N, tile, s.qd.data(), dof, job.out);
    store(job.joint_major, job.N, tile, s.u.data(), dof, job.second);
    store(job.joint_major, job.N, tile, s.v.data(), dof, job.third);
  }
}

}  // namespace
}  // namespace catena::batch
