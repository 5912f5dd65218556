// SPDX-License-Identifier: Apache-2.0
// Batches by generated functions, in double. Included in batch.cpp.
#pragma once

#include "core/kernels/level/batch_scratch_double.hpp"

namespace catena::batch {
namespace {

CATENA_INLINE void put_sines(const Chain<P>& arm, const Job& job, const P* q, LinesAhead lines, P* sine,
                             P* cosine) {
  const auto angle = [&](int i) { return (q[i] + arm.link(i).theta).lanes(); };
  Bits far = {};
  for (std::size_t k = 0; k < job.turned_count; ++k) {
    const int i = job.turned[k];
    Real s, c;
    sincos_near<Arch>(angle(i), s, c);
    far |= is_far<Arch>(angle(i));
    sine[i] = P(s), cosine[i] = P(c);
    lines.call_some();
  }
  if (!Lanes<Arch>::any(far)) [[likely]]
    return;
  for (std::size_t k = 0; k < job.turned_count; ++k) {
    const int i = job.turned[k];
    P::sincos(P(angle(i)), sine[i], cosine[i]);
  }
}

// The arguments are those of the call, then sines, cosines and results.
template <Call call>
CATENA_INLINE void run_code(const Job& job, std::size_t block, std::size_t dof, DoubleScratch& s, P* out) {
  using In = const P*;
  const auto of_block = [&](const std::vector<P>& x) -> In { return x.data() + block * dof; };
  const In q = of_block(s.q), qd = of_block(s.qd), u = of_block(s.u);
  const In sine = of_block(s.sine), cosine = of_block(s.cosine);
  const auto as = [&]<class... A>(A... arguments) {
    reinterpret_cast<void (*)(A...)>(const_cast<void*>(job.code))(arguments...);
  };
  if constexpr (call == Call::id) as(q, qd, u, sine, cosine, out);
  if constexpr (call == Call::fd) as(q, qd, u, sine, cosine, out, s.pivots.data());
  if constexpr (call == Call::bias || call == Call::coriolis) as(q, qd, sine, cosine, out);
  if constexpr (call == Call::inertia_inverse) as(q, sine, cosine, out, s.pivots.data());
  if constexpr (call == Call::gravity || call == Call::inertia || call == Call::jacobian ||
                call == Call::christoffel || call == Call::udut)
    as(q, sine, cosine, out);
}

// The derivatives of id, or those of fd at the q̈ of the generated fd, into matrices that lie `apart`. The pivots of fd are in
// s.pivots.
template <Call call>
CATENA_INLINE void run_derivatives(const Job& job, std::size_t block, int n, std::size_t apart,
                                   DoubleScratch& s, P* out) {
  using In = const P*;
  const std::size_t at = block * static_cast<std::size_t>(n);
  const In q = s.q.data() + at, qd = s.qd.data() + at, sine = s.sine.data() + at,
           cosine = s.cosine.data() + at;
  P* const u = s.u.data() + at;
  P *const A = out, *const B = out + apart, *const M = out + 2 * apart;
  const auto call_code = [](const void* code, auto... arguments) {
    reinterpret_cast<void (*)(decltype(arguments)...)>(const_cast<void*>(code))(arguments...);
  };
  FdDerivativesWork<P>& work = s.matrices->fd;
  In qdd = u;
  if constexpr (call == Call::fd_derivatives) {
    call_code(job.fd_code, q, qd, In(u), sine, cosine, work.qdd.data(), s.pivots.data());
    qdd = work.qdd.data();
  }
  call_code(job.code, q, qd, qdd, sine, cosine, A, B, M);
  if constexpr (call == Call::fd_derivatives)
    catena::detail::solve_derivatives<P, P>({n, A, B, M, n, n, n, work.inverse_start(), work.columns.data()});
}

// The next tile is loaded, and its sines are computed, before the results of this one are stored: the following
// instructions then wait neither for the last results of the generated code nor for memory.
template <Call call, class Results>
void run_generated(const Chain<P>& arm, DoubleScratch& s, Job& job) {
  const std::size_t dof = static_cast<std::size_t>(arm.dof()), each = numbers_of(call, dof);
  Bits finite[kBlocks];
  Results results = [&] {
    if constexpr (call == Call::christoffel)
      return Results(job, each, s.matrices->out, job.numbers, job.places);
    else
      return Results(job, each, s.out);
  }();
  const auto prepare = [&](const Tile& tile) {
    load<call>(tile, job, dof, s);
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      finite[block] = check_input<call>(tile, block, dof, s, job);
      const std::size_t at = block * dof;
      results.store_part();
      put_sines(arm, job, s.q.data() + at, lines_ahead(tile, block, each, job), s.sine.data() + at,
                s.cosine.data() + at);
    }
  };
  Tile tile = tile_at(job.first, each, job);
  prepare(tile);
  while (tile.first < job.last) {
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      P* const out = results.of_block(block);
      results.store_part();
      run_code<call>(job, block, dof, s, out);
      if constexpr (has_motor_terms(call))
        if (job.motors)
          add_motors<call>(arm, s, {s.qd.data() + block * dof, dof}, {s.u.data() + block * dof, dof}, out);
      if constexpr (call == Call::fd || call == Call::inertia_inverse)
        mark(check_delta<false>(s.pivots, finite[block], tile, block, arm.dof(), job), out, each);
    }
    const Tile next = tile_at(tile.last, each, job);
    if (next.first < job.last) prepare(next);
    results.take(tile);
    tile = next;
  }
  results.finish();
}

template <Call call>
void run_generated_in_layout(const Chain<P>& arm, DoubleScratch& s, Job& job) {
  if (job.joint_major) return run_generated<call, Results<call>>(arm, s, job);
  run_generated<call, Results<call, false>>(arm, s, job);
}

}  // namespace
}  // namespace catena::batch
