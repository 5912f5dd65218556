// SPDX-License-Identifier: Apache-2.0
// The files of this folder are compiled once for each instruction set, into the namespace catena::detail::CATENA_LEVEL
// (core/kernels/Kernels.cmake): CATENA_LEVEL is sse2, avx2 or avx512, CATENA_ARCH its vectors (scalar/lanes.hpp),
// CATENA_FOUR those of four lanes, or the widest, and CATENA_FLOAT those of floats.
#pragma once

#include "core/kernels/kernels.hpp"

#if !defined(CATENA_LEVEL) || !defined(CATENA_ARCH) || !defined(CATENA_FOUR) || !defined(CATENA_FLOAT)
#error "compiled by Kernels.cmake only"
#endif

// What this instruction set has for the table of kernels.
namespace catena::detail::CATENA_LEVEL {

void sincos(const double* x, std::size_t n, double* s, double* c);
void sines(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards);
void turns(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride);
void rnea_sums(const RneaSumsJob<double>& job);
void gdahj_sums(const GdahjSumsJob<double>& job);
void gdahj_sums_from_poses(const GdahjSumsJob<double>& job, const double* poses);
void rank_six(const RankSixJob& job);
void aba(const AbaJob<double>& job);
void crba_small(const SmallArm& arm, double* M, std::size_t ld);
void crba_small_solve(const SmallArm& arm, double* delta, double* x);
void differentiate(const RneaDerivativesJob<double>& job);
void differentiate_by_q(const RneaDerivativesJob<double>& job);
void differentiate_by_qd(const RneaDerivativesJob<double>& job);
void solve_derivatives(const SolveJob<double>& job);
void coriolis(const RneaDerivativesJob<double>& job);
void inertia_rate(const RneaDerivativesJob<double>& job);
void terms(const RneaDerivativesJob<double>& job, double* torque);
void inertia_inverse(const AbaResponseJob<double>& job);
void respond(const AbaResponseJob<double>& job, const ResponseMatrices<double>& matrices);
void solve(const AbaResponseJob<double>& job, const ResponseColumns<double>& X);
void second_derivatives(const IdSecondDerivativesJob<double>& job);
void regressor(const RegressorJob<double>& job);
void momentum_regressor(const RegressorJob<double>& job);
double peak(std::size_t rounds);
extern const batch::PackKernels<double> kBatch;
extern const batch::PackKernels<float> kBatchFloat;

}  // namespace catena::detail::CATENA_LEVEL
