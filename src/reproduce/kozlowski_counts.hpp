// SPDX-License-Identifier: Apache-2.0
// The parts of the diagonalized equations of motion, counted on any arm.
#pragma once

#include "reproduce/measure.hpp"

namespace catena::reproduce::detail {

Counting normalized_equations();    // nu-dot from nu
Counting unnormalized_equations();  // xi-dot from xi
Counting articulated_inertias();    // P, G, D
Counting articulated_rates();       // X, the rate of P

}  // namespace catena::reproduce::detail
