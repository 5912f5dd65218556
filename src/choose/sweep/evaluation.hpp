// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catena/choose/sweep/design_rows.hpp"
#include "choose/criteria/scratch_pool.hpp"

namespace catena::choose::detail {

// As choose::evaluation, with scratch memory that outlives the call.
Evaluation evaluation(const Design& design, const std::vector<double>& point, ScratchPool& pool);

}  // namespace catena::choose::detail
