// SPDX-License-Identifier: Apache-2.0
// The cheapest of several recordings.
#pragma once

#include <functional>

#include "catena/codegen/program.hpp"

namespace catena::codegen::detail {

// Multiplications and additions.
long cost(const Program& program);

// Not those that depend on how the mass is shared among the links; kinematics has no mass to share.
bool survives_regrouping(Quantity quantity);

// Optimised, from the arm as it is or, where `regroup`, regrouped, whichever takes fewer operations.
Program best_recording(const Chain<double>& arm, bool regroup,
                       const std::function<Program(const Chain<double>&)>& record);

}  // namespace catena::codegen::detail
