// SPDX-License-Identifier: Apache-2.0
// Selects the cheapest of several recordings.
#pragma once

#include <functional>

#include "catena/codegen/program.hpp"

namespace catena::codegen::detail {

// Multiplications and additions.
long cost(const Program& program);

// Whether the quantity is unchanged by regrouping, which moves mass between links. Kinematic quantities, which have no
// mass, are not regrouped.
bool survives_regrouping(Quantity quantity);

// Optimised, from the arm as it is or, where `regroup`, regrouped, whichever takes fewer operations.
Program best_recording(const Chain<double>& arm, bool regroup,
                       const std::function<Program(const Chain<double>&)>& record);

}  // namespace catena::codegen::detail
