// SPDX-License-Identifier: Apache-2.0
// The derivatives on the vector instructions in use (catena/core/simd.hpp): what `Arm` calls. Results differ from those of
// the templates in algo/ by rounding.
#pragma once

#include "catena/core/algo/fd_derivatives.hpp"
#include "catena/core/simd.hpp"
#include "core/kernels/derivatives_kernel.hpp"

namespace catena::detail {

const DerivativesKernels& derivatives_kernels(SimdLevel level);

// All three matrices are wanted.
void rnea_derivatives(const DerivativesKernels& kernels, const Chain<double>& arm, const Posture<double>& x,
                      std::span<const double> qd, std::span<const double> qdd, const Force<double>& tip,
                      RneaDerivativesWork<double>& work, const RneaDerivativesOut<double>& out);

// At work.qdd, which must be set. All three matrices are wanted.
void fd_derivatives(const DerivativesKernels& kernels, const Chain<double>& arm, const Posture<double>& x,
                    std::span<const double> qd, const Force<double>& tip, FdDerivativesWork<double>& work,
                    const FdDerivativesOut<double>& out);

}  // namespace catena::detail
