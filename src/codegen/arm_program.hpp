// SPDX-License-Identifier: Apache-2.0
// The program of a quantity as the library itself runs it: sines and cosines are arguments, matrices are stored column
// by column, and forward dynamics also returns the pivots that show where M is singular.
#pragma once

#include "catena/codegen/program.hpp"

namespace catena::codegen::detail {

// Of id, fd, bias, gravity, inertia, jacobian, coriolis, inertia_inverse, christoffel or udut.
Program arm_program(Quantity quantity, const Chain<double>& arm, const Given& given);

// did_dq, did_dqd and inertia, with the arm's gravity and a free tool.
Program id_derivatives_program(const Chain<double>& arm);

}  // namespace catena::codegen::detail
