// SPDX-License-Identifier: Apache-2.0
// Batches in double.
#include "core/kernels/level/level.hpp"
//
#define CATENA_STATES CATENA_ARCH
#include "core/kernels/level/batch_matrices.hpp"
#include "core/kernels/level/batch_more.hpp"
#include "core/kernels/level/batch_run.hpp"

namespace catena::batch {
namespace {

// By generated code, if there is any.
template <Call call>
void run_code_or(const PackedArm& arm, DoubleScratch& s, Job& job) {
  if (job.code) return run_generated_in_layout<call>(arm.chain, s, job);
  run<call>(arm, s, job);
}

void run_call(const void* arm, void* scratch, Job& job) {
  const PackedArm& packed = *static_cast<const PackedArm*>(arm);
  const Chain<P>& chain = packed.chain;
  DoubleScratch& s = *static_cast<DoubleScratch*>(scratch);
  switch (job.call) {
    case Call::id:
      return run_code_or<Call::id>(packed, s, job);
    case Call::fd:
      return run_code_or<Call::fd>(packed, s, job);
    case Call::bias:
      return run_code_or<Call::bias>(packed, s, job);
    case Call::gravity:
      return run_code_or<Call::gravity>(packed, s, job);
    case Call::inertia:
      return run_code_or<Call::inertia>(packed, s, job);
    case Call::jacobian:
      return run_code_or<Call::jacobian>(packed, s, job);
    case Call::id_tip:
      return run_tip<Call::id_tip>(packed, s, job);
    case Call::fd_tip:
      return run_tip<Call::fd_tip>(packed, s, job);
    case Call::udut:
      return run_udut(chain, s, job);
    case Call::coriolis:
      return run_matrices<Call::coriolis>(packed, s, job);
    case Call::christoffel:
      return run_matrices<Call::christoffel>(packed, s, job);
    case Call::inertia_inverse:
      return run_matrices<Call::inertia_inverse>(packed, s, job);
    case Call::id_derivatives:
      return run_matrices<Call::id_derivatives>(packed, s, job);
    case Call::fd_derivatives:
      return run_matrices<Call::fd_derivatives>(packed, s, job);
    case Call::id_vjp:
      return run_vjp<Call::id_vjp>(chain, s, job);
    case Call::fd_vjp:
      return run_vjp<Call::fd_vjp>(chain, s, job);
  }
}

void run_job(const void* arm, void* scratch, Job& job) {
  run_call(arm, scratch, job);
  if (job.past_cache) finish_streams();
}

void put_states(const double* from, std::size_t next, std::size_t each, double* to, std::size_t N,
                bool past_cache) {
  if (past_cache) return put_states<Arch, true>(from, next, each, to, N);
  put_states<Arch, false>(from, next, each, to, N);
}

void* make_scratch(const void* arm) { return new DoubleScratch(static_cast<const PackedArm*>(arm)->chain); }
void drop_scratch(void* scratch) { delete static_cast<DoubleScratch*>(scratch); }

}  // namespace
}  // namespace catena::batch

const catena::batch::PackKernels<double> catena::detail::CATENA_LEVEL::kBatch = {catena::batch::W,
                                                                                 catena::batch::make_arm,
                                                                                 catena::batch::drop_arm,
                                                                                 catena::batch::make_scratch,
                                                                                 catena::batch::drop_scratch,
                                                                                 catena::batch::run_job,
                                                                                 catena::batch::put_states};
