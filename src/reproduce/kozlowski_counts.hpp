// SPDX-License-Identifier: Apache-2.0
// The parts of the diagonalized equations of motion, counted on any arm.
#pragma once

#include "catena/reproduce/statement.hpp"
#include "reproduce/measure.hpp"

namespace catena::reproduce::detail {

Counting normalized_equations();    // nu-dot from nu
Counting unnormalized_equations();  // xi-dot from xi
Counting articulated_inertias();    // P, G, D
Counting articulated_rates();       // X, the rate of P

// The same on arms whose axes are parallel or perpendicular, with offsets along x: zeros and ones are used.
Counting normalized_equations_at_right_angles();
Counting unnormalized_equations_at_right_angles();
Counting filtered_inverse_dynamics_at_right_angles();

// What sections 1 and 6 claim about costs.
void add_cost_claims_003(std::vector<Statement>& s);

}  // namespace catena::reproduce::detail
