// SPDX-License-Identifier: Apache-2.0
// The factors of M and vector-Jacobian products for packs of states, in double. Included in batch.cpp.
#pragma once

#include <algorithm>

#include "core/kernels/level/batch_generated.hpp"

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
      P *const U = s.out.data() + block * each, *const d = s.u.data() + block * dof;
      if (job.code) {
        const std::size_t at = block * dof;
        put_sines(arm, job, q.data(), {nullptr, nullptr}, s.sine.data() + at, s.cosine.data() + at);
        run_code<Call::udut>(job, block, dof, s, U);  // then d, in the place of the next U
        for (std::size_t i = 0; i < dof; ++i) s.pivots[i] = d[i] = U[each + i];
        mark(check_delta<false>(s.pivots, finite, tile, block, n, job), U, each);
        continue;
      }
      s.x.set(arm, q);
      udut_factor<P>(arm, s.x, s.udut);
      udut_factors<P>(arm, s.x, s.udut, {U, n, n, n});
      for (std::size_t i = 0; i < dof; ++i) d[i] = s.udut.m_hat[i];
      check_delta<true>(s.udut.m_hat_inv, finite, tile, block, n, job);
    }
    store(layout_of(job), tile, s.out.data(), each, job.out);
    store(layout_of(job), tile, s.u.data(), dof, job.second);
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
      if constexpr (call == Call::id_vjp) {
        if (job.motors) std::copy(v.begin(), v.end(), s.torque.begin());
        id_vjp<P>(arm, s.x, qd, u, g, tip, v, s.vjp.id, qd, u, v);
        for (int i = 0; job.motors && i < n; ++i) {
          u[i] = u[i] + arm.link(i).viscous * s.torque[i];
          v[i] = v[i] + arm.link(i).rotor * s.torque[i];
        }
      }
      if constexpr (call == Call::fd_vjp) {
        fd_vjp<P>(arm, s.x, qd, u, g, tip, v, s.vjp, qd, u, v);
        check_delta<true>(s.vjp.aba.delta_inv, finite, tile, block, n, job);
      }
    }
    store(layout_of(job), tile, s.qd.data(), dof, job.out);
    store(layout_of(job), tile, s.u.data(), dof, job.second);
    store(layout_of(job), tile, s.v.data(), dof, job.third);
  }
}

}  // namespace
}  // namespace catena::batch
