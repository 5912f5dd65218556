// SPDX-License-Identifier: Apache-2.0
// The table of kernels (core/kernels/level/table.cpp) names the kernels for batches of states. The module has none.
#include "core/kernels/kernels.hpp"

namespace catena::detail::sse2 {

extern const batch::PackKernels<double> kBatch;
const batch::PackKernels<double> kBatch = {};
extern const batch::PackKernels<float> kBatchFloat;
const batch::PackKernels<float> kBatchFloat = {};

}  // namespace catena::detail::sse2
