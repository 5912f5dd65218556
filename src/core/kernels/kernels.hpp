// SPDX-License-Identifier: Apache-2.0
// The only interface to the vector instructions: a table of kernels for each instruction set, one of them in use. The
// files of level/ are compiled once for each instruction set and fill one table; no other code checks the processor.
//
// Only plain numbers, pointers and structs of them pass, so that the files compiled for more than the baseline emit no
// function that others might share (scalar/lanes.hpp, tools/check_kernels.py).
#pragma once

#include <cstddef>

#include "catena/core/algo/aba.hpp"
#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/algo/gdahj_sums.hpp"
#include "catena/core/algo/id_second_derivatives.hpp"
#include "catena/core/algo/regressor.hpp"
#include "catena/core/algo/response_solve.hpp"
#include "catena/core/algo/rnea_sums.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/batch.hpp"

namespace catena::detail {

struct RankSixJob {
  int n;
  const double *axes, *wrenches;
  std::size_t stride;
  double* M;
  std::size_t ld;  // between columns
};

// Composite bodies for arms of two to eight joints: the wrenches of all joints are transformed to the base together, one
// joint per lane, and their number is known at compile time.
struct SmallArm {
  int n;
  const ChainLink<double>* links;
  const Step<double>* steps;
};
inline constexpr int kSmallLeast = 2, kSmallMost = 8;

// Independent chains of multiply-adds: enough to keep two units of latency five busy.
inline constexpr std::size_t kPeakChains = 12;

struct Kernels {
  SimdLevel level;

  // s[i], c[i] = sine and cosine of x[i].
  void (*sincos)(const double* x, std::size_t n, double* s, double* c);
  // s[i], c[i] = sine and cosine of theta[i] + q[i], the last ones first if `backwards`, because recursions from the
  // tip to the base need those first. No array overlaps another.
  void (*sines)(const double* theta, const double* q, std::size_t n, double* s, double* c, bool backwards);
  // cs[i * stride] and the next = cosine and sine of theta[i] + q[i].
  void (*turns)(const double* theta, const double* q, std::size_t n, double* cs, std::size_t stride);

  void (*rnea_sums)(const RneaSumsJob<double>& job);
  void (*gdahj_sums)(const GdahjSumsJob<double>& job);
  void (*gdahj_sums_from_poses)(const GdahjSumsJob<double>& job, const double* poses);
  void (*rank_six)(const RankSixJob& job);
  void (*aba)(const AbaJob<double>& job);

  // Null at levels with fewer than four lanes.
  void (*crba_small)(const SmallArm& arm, double* M, std::size_t ld);
  void (*crba_small_solve)(const SmallArm& arm, double* delta, double* x);  // x <- M⁻¹ x; `delta` becomes D

  void (*differentiate)(const RneaDerivativesJob<double>& job);        // all three matrices are wanted
  void (*differentiate_by_q)(const RneaDerivativesJob<double>& job);   // no other matrix is wanted
  void (*differentiate_by_qd)(const RneaDerivativesJob<double>& job);  // likewise
  void (*solve_derivatives)(const SolveJob<double>& job);              // after `differentiate`

  void (*coriolis)(const RneaDerivativesJob<double>& job);               // by `coriolis_job`
  void (*inertia_rate)(const RneaDerivativesJob<double>& job);           // the same, plus its transpose
  void (*terms)(const RneaDerivativesJob<double>& job, double* torque);  // by `terms_job`

  void (*inertia_inverse)(const AbaResponseJob<double>& job);
  // After the articulated bodies: M⁻¹ if wanted, and -M⁻¹ times each matrix.
  void (*respond)(const AbaResponseJob<double>& job, const ResponseMatrices<double>& matrices);
  // The articulated bodies, and M⁻¹ times a matrix, without M⁻¹.
  void (*solve)(const AbaResponseJob<double>& job, const ResponseColumns<double>& X);

  void (*second_derivatives)(const IdSecondDerivativesJob<double>& job);

  void (*regressor)(const RegressorJob<double>& job);
  void (*momentum_regressor)(const RegressorJob<double>& job);

  const batch::PackKernels<double>* batch;
  const batch::PackKernels<float>* batch_float;

  double (*peak)(std::size_t rounds);  // as many multiply-adds as the processor can do
};

const Kernels& kernels();                        // in use
const Kernels* kernels_at(SimdLevel level);      // null if this machine or this build has none
bool runs_small(const Kernels& kernels, int n);  // whether crba_small supports this many joints

// For tests: uses another table during its lifetime. Workspaces keep the kernels that they were made with.
class UseKernels {
 public:
  explicit UseKernels(const Kernels& kernels);
  ~UseKernels();
  UseKernels(const UseKernels&) = delete;
  UseKernels& operator=(const UseKernels&) = delete;

 private:
  const Kernels* before_;
};

}  // namespace catena::detail
