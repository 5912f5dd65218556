// SPDX-License-Identifier: Apache-2.0
// Is the inertia matrix singular? δ_i, the i-th element of D in M = U D Uᵀ, tells: it is what joint i must
// accelerate when the joints beyond it are free.
#pragma once

#include <string>
#include <vector>

#include "catena/core/model/chain.hpp"

namespace catena {

// (n) Bounds of M_ii: all mass beyond joint i at full stretch, or its sum for a prismatic joint. A δ_i far
// below the rounding of its bound means a singular M.
std::vector<double> inertia_scale(const Chain<double>& arm);

inline constexpr double kLeastPivot = 1e-15;  // of the bound

// Throws Error(numerical) if δ of this joint (counted from 0) is zero to rounding, or not finite.
void require_definite(const char* call, const std::string& robot, int joint, double delta, double scale);

// Throws Error(numerical) if δ of this joint has no square root.
void require_positive(const char* call, const std::string& robot, int joint, double delta);

}  // namespace catena
