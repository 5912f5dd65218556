// SPDX-License-Identifier: Apache-2.0
// M by composite bodies for double, with the level in use.
#include "simd/crba_small.hpp"

#include "catena/algo/crba_udu.hpp"
#include "catena/simd.hpp"
#include "simd/level.hpp"

namespace catena {
namespace {

// Machines with AVX-512 have AVX2 too.
bool is_small([[maybe_unused]] const Chain<double>& arm) {
#if CATENA_X86
  return arm.dof() >= detail::kSmallLeast && arm.dof() <= detail::kSmallMost &&
         simd_level() != SimdLevel::sse2;
#else
  return false;
#endif
}

}  // namespace

template <>
void crba<double>(const Chain<double>& arm, const Posture<double>& x, MatView<double> M) {
#if CATENA_X86
  if (is_small(arm))
    return detail::crba_small_avx2({arm.dof(), &arm.link(0), &x.step(0)}, M.data,
                                   static_cast<std::size_t>(M.stride));
#endif
  detail::crba_one_by_one(arm, x, M);
}

template <>
void crba_udu_solve<double>(const Chain<double>& arm, const Posture<double>& x, CrbaUduWork<double>& work,
                            std::span<double> b) {
#if CATENA_X86
  if (is_small(arm))
    return detail::crba_udu_small_avx2({arm.dof(), &arm.link(0), &x.step(0)}, work.delta.data(), b.data());
#endif
  detail::crba_udu_solve_whole(arm, x, work, b);
}

}  // namespace catena
