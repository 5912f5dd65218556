// SPDX-License-Identifier: Apache-2.0
// The arms of paper 004 with the lengths that its Tables III and V compare them by.
#pragma once

#include "catena/core/arm.hpp"

namespace catena::reproduce::detail {

Arm rp_004(double a = 1, double b = 1);  // a_1 along the prismatic axis
Arm rp_across_004();                     // a_1 normal to it, as the common normal of Denavit and Hartenberg
Arm pr_004(double a = 1, double b = 1);  // a_2, and the stroke b_1
Arm rtx_004();
Arm stanford_004();

// The area or volume that the tool reaches, in closed form.
double exact_workspace(const Arm& arm);

}  // namespace catena::reproduce::detail
