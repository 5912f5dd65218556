// SPDX-License-Identifier: Apache-2.0
// Batches in single precision: the calls that gain most from twice as many states in a register.
#include "core/kernels/level/level.hpp"
//
#define CATENA_STATES CATENA_FLOAT
#include "core/kernels/level/batch_run.hpp"

namespace catena::batch {
namespace {

void run_call(const void* arm, void* scratch, Job& job) {
  const PackedArm& packed = *static_cast<const PackedArm*>(arm);
  Scratch& s = *static_cast<Scratch*>(scratch);
  switch (job.call) {
    case Call::id:
      return run<Call::id>(packed, s, job);
    case Call::fd:
      return run<Call::fd>(packed, s, job);
    case Call::bias:
      return run<Call::bias>(packed, s, job);
    case Call::gravity:
      return run<Call::gravity>(packed, s, job);
    case Call::inertia:
      return run<Call::inertia>(packed, s, job);
    case Call::jacobian:
      return run<Call::jacobian>(packed, s, job);
    case Call::id_tip:
      return run_tip<Call::id_tip>(packed, s, job);
    case Call::fd_tip:
      return run_tip<Call::fd_tip>(packed, s, job);
    default:
      return;  // takes_floats
  }
}

void run_job(const void* arm, void* scratch, Job& job) {
  run_call(arm, scratch, job);
  if (job.past_cache) finish_streams();
}

void* make_scratch(const void* arm) { return new Scratch(static_cast<const PackedArm*>(arm)->chain); }
void drop_scratch(void* scratch) { delete static_cast<Scratch*>(scratch); }

}  // namespace
}  // namespace catena::batch

const catena::batch::PackKernels<float> catena::detail::CATENA_LEVEL::kBatchFloat = {
    catena::batch::W,
    catena::batch::make_arm,
    catena::batch::drop_arm,
    catena::batch::make_scratch,
    catena::batch::drop_scratch,
    catena::batch::run_job};
