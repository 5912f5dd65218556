// SPDX-License-Identifier: Apache-2.0
#include "core/kernels/level/level.hpp"
//
#include "core/kernels/level/batch_run.hpp"

const catena::batch::PackKernels catena::detail::CATENA_LEVEL::kBatch = catena::batch::kPackKernels;
