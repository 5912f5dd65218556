// SPDX-License-Identifier: Apache-2.0
// Which kernel is fastest for a number of joints, at each level: measured on the machines of docs/performance.md.
// Kernels that process several links per register gain little or nothing with SSE2; the wider the register, the fewer
// joints are needed for a gain.
#pragma once

#include "core/kernels/kernels.hpp"

namespace catena::detail {

inline constexpr int kNever = 1 << 30;

// Inverse dynamics by sums along the chain, from this many joints.
constexpr int id_sums_from(SimdLevel level) {
  return level == SimdLevel::avx512 ? 5 : level == SimdLevel::avx2 ? 6 : kNever;
}

// The inertia matrix likewise.
constexpr int inertia_sums_from(SimdLevel level) { return level == SimdLevel::sse2 ? 12 : 9; }

// Forward dynamics by the inertia matrix, below this many joints; then by articulated bodies.
constexpr int fd_aba_from(SimdLevel level) { return level == SimdLevel::sse2 ? 1 : 9; }

// The Coriolis matrix as half of ∂τ/∂q̇, from this many joints; M, C and g together; and one derivative of id alone.
constexpr int coriolis_derivatives_from(SimdLevel level) { return level == SimdLevel::avx2 ? 3 : 4; }

// M⁻¹ by the response of articulated bodies, from this many joints; and the derivatives of forward dynamics.
constexpr int inverse_response_from(SimdLevel) { return 14; }
constexpr int derivatives_response_from(SimdLevel level) {
  return level == SimdLevel::avx512 ? 20 : level == SimdLevel::avx2 ? 17 : 14;
}

// One derivative of forward dynamics alone: without M⁻¹, which would have to be formed for one product only.
constexpr int one_derivative_response_from(SimdLevel level) { return level == SimdLevel::avx2 ? 3 : 5; }

// M⁻¹ times a matrix by the response of articulated bodies: as long as that of one column up to the lanes of two or three registers.
// With fewer joints, one column alone would take longer than by the factors of M.
constexpr int solve_response_from(SimdLevel) { return 8; }

// The quantities at a frame, which solve for six columns.
constexpr int operational_response_from(SimdLevel level) { return level == SimdLevel::sse2 ? 10 : 7; }

// The factors of M link by link instead of from M; neither is vectorised.
inline constexpr int kUdutFrom = 13;

inline bool solves_small(const Kernels& kernels, int n) { return n < fd_aba_from(kernels.level); }

}  // namespace catena::detail
