// SPDX-License-Identifier: Apache-2.0
// M by composite bodies for double, with the level in use.
#include "core/kernels/crba_small.hpp"

#include "catena/core/algo/crba_udu.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/level.hpp"

namespace catena {
namespace {

// Those for an arm of so few joints, if there are any.
const detail::CrbaSmallKernels* kernels_for([[maybe_unused]] const Chain<double>& arm) {
#if CATENA_X86
  if (arm.dof() < detail::kSmallLeast || arm.dof() > detail::kSmallMost) return nullptr;
  if (simd_level() == SimdLevel::avx512) return &detail::crba_small_avx512;
  if (simd_level() == SimdLevel::avx2) return &detail::crba_small_avx2;
#endif
  return nullptr;
}

}  // namespace

template <>
void crba<double>(const Chain<double>& arm, const Posture<double>& x, MatView<double> M) {
  if (const detail::CrbaSmallKernels* const small = kernels_for(arm))
    return small->inertia({arm.dof(), &arm.link(0), &x.step(0)}, M.data, static_cast<std::size_t>(M.stride));
  detail::crba_one_by_one(arm, x, M);
}

template <>
void crba_udu_solve<double>(const Chain<double>& arm, const Posture<double>& x, CrbaUduWork<double>& work,
                            std::span<double> b) {
  if (const detail::CrbaSmallKernels* const small = kernels_for(arm))
    return small->solve({arm.dof(), &arm.link(0), &x.step(0)}, work.delta.data(), b.data());
  detail::crba_udu_solve_whole(arm, x, work, b);
}

}  // namespace catena
