// SPDX-License-Identifier: Apache-2.0
// The Coriolis matrix, Christoffel symbols, M⁻¹ and the derivatives of inverse and forward dynamics for packs of states, in
// double. Included in batch.cpp.
#pragma once

#include "catena/core/algo/coriolis.hpp"
#include "catena/core/algo/crba.hpp"
#include "core/kernels/level/batch_generated.hpp"

namespace catena::batch {
namespace {

constexpr bool has_derivatives(Call call) { return arrays_of(call) == 3; }

// M⁻¹ into M, of which the upper triangle is given; the pivots of M into `delta`.
CATENA_INLINE void invert(std::vector<P>& delta, MatView<P> M) {
  udu_factor<P>(M);
  for (int i = 0; i < M.rows; ++i) delta[i] = M(i, i);
  udu_inverse<P>(M);
}

// fd_derivatives.hpp, at the q̈ that M and regrouped links give.
CATENA_INLINE void differentiate_turning(const PackedArm& packed, DoubleScratch& s, const PackSpan& qd,
                                         const PackSpan& tau, const Vec3<P>& g, const Vec3<P>& lift,
                                         const Force<P>& tip, bool tips, const FdDerivativesOut<P>& out) {
  FdDerivativesWork<P>& work = s.matrices->fd;
  const Force<P> held = tips ? at_last_frame(packed.chain, tip) : tip;
  turning_fd(packed.turning, qd.data(), tau.data(), lift, tips ? &held : nullptr, s.turning, work.qdd.data());
  rnea_derivatives<P>(packed.chain, s.x, qd, work.qdd, g, tip, work.id, {out.by_q, out.by_qd, out.by_tau});
  const MatView<P>&q = out.by_q, &v = out.by_qd, &u = out.by_tau;
  catena::detail::solve_derivatives<P, P>({packed.chain.dof(), q.data, v.data, u.data, q.stride, v.stride,
                                           u.stride, work.inverse_start(), work.columns.data()});
}

template <Call call>
void run_matrices(const PackedArm& packed, DoubleScratch& s, Job& job) {
  const Chain<P>& arm = packed.chain;
  if constexpr (!has_derivatives(call))
    if (job.code) return run_generated_in_layout<call>(arm, s, job);
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n), each = numbers_of(call, dof);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
  const bool turning =
      !packed.turning.empty() && (call == Call::inertia_inverse || call == Call::fd_derivatives);
  const Vec3<P> lift = turning ? lift_before<true>(packed, g) : g;
  MatrixScratch& own = *s.matrices;
  constexpr std::size_t arrays = arrays_of(call);
  auto results = [&] {
    if constexpr (call == Call::christoffel)
      return Results<call>(job, each, own.out, job.numbers, job.places);
    else
      return Results<call>(job, each, own.out);
  }();
  const std::size_t apart = results.apart();

  for (Tile tile = tile_at(job.first, each, job); tile.first < job.last;
       tile = tile_at(tile.last, each, job)) {
    load<call>(tile, job, dof, s);
    const bool tips = has_derivatives(call) && job.tip;
    if (tips) load(job.joint_major, job.N, tile, job.tip, 6, s.tip.data());
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const PackSpan q(s.q.data() + block * dof, dof);
      const PackSpan qd(s.qd.data() + block * dof, dof);
      const PackSpan u(s.u.data() + block * dof, dof);
      P* const result = results.of_block(block);
      const auto matrix = [&](std::size_t k) { return MatView<P>{result + k * apart, n, n, n}; };
      Bits finite = check_input<call>(tile, block, dof, s, job);
      results.store_part();
      Force<P> tip = Force<P>::zero();
      if (tips) {
        const PackSpan w(s.tip.data() + block * 6, 6);
        finite &= check_input(tile, block, job, w);
        tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
      }
      if constexpr (has_derivatives(call)) {
        if (job.code) {
          const std::size_t at = block * dof;
          put_sines(arm, job, s.q.data() + at, {nullptr, nullptr}, s.sine.data() + at, s.cosine.data() + at);
          run_derivatives<call>(job, block, n, apart, s, result);
          if constexpr (has_motor_terms(call))
            if (job.motors) add_motors<call>(arm, s, qd, u, result, apart);
          Bits bad = {};
          if constexpr (call == Call::fd_derivatives)
            bad = check_delta<false>(s.pivots, finite, tile, block, n, job);
          for (std::size_t k = 0; k < arrays; ++k) mark(bad, result + k * apart, each);
          continue;
        }
      }
      if (!turning || call == Call::fd_derivatives) s.x.set(arm, q);
      if (turning) set_sines(packed.turning, q.data(), s.turning);
      results.store_part();
      if constexpr (call == Call::coriolis) catena::coriolis<P>(arm, s.x, qd, own.coriolis, matrix(0));
      if constexpr (call == Call::christoffel) christoffel_planes<P>(arm, s.x, own.augmented, result);
      if constexpr (call == Call::inertia_inverse) {
        if (turning)
          turning_inertia<false>(packed.turning, s.turning, result);
        else
          crba<P>(arm, s.x, matrix(0));
        invert(s.pivots, matrix(0));
      }
      if constexpr (call == Call::id_derivatives)
        rnea_derivatives<P>(arm, s.x, qd, u, g, tip, own.fd.id, {matrix(0), matrix(1), matrix(2)});
      if constexpr (has_motor_terms(call))
        if (job.motors) add_motors<call>(arm, s, qd, u, result, apart);
      if constexpr (call == Call::fd_derivatives) {
        if (turning)
          differentiate_turning(packed, s, qd, u, g, lift, tip, tips, {matrix(0), matrix(1), matrix(2)});
        else
          fd_derivatives<P>(arm, s.x, qd, u, g, tip, own.fd, {matrix(0), matrix(1), matrix(2)});
      }
      Bits bad = {};
      if constexpr (call == Call::christoffel) continue;
      if constexpr (call == Call::inertia_inverse)
        bad = check_delta<false>(s.pivots, finite, tile, block, n, job);
      if constexpr (call == Call::fd_derivatives)
        bad = turning ? check_delta<false>(s.turning.pivots, finite, tile, block, n, job)
                      : check_delta<true>(own.fd.aba.delta_inv, finite, tile, block, n, job);
      for (std::size_t k = 0; k < arrays; ++k) mark(bad, result + k * apart, each);
    }
    results.take(tile);
  }
  results.finish();
}

}  // namespace
}  // namespace catena::batch
