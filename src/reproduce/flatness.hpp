// SPDX-License-Identifier: Apache-2.0
// Whether the inertia matrix of an arm is that of a flat space, and whether nu is the rate of coordinates (003, section 1).
#pragma once

#include "catena/core/model/chain.hpp"

namespace catena::reproduce::detail {

// The largest component of the Riemann curvature tensor of the metric M(q) in coordinates in which M has a unit diagonal.
// Zero at every posture: coordinates exist in which M is constant.
double curvature(const Chain<double>& arm, const std::vector<double>& q);

// With ν = W(q) q̇: max |∂W_ij/∂q_k - ∂W_ik/∂q_j| relative to the largest of these derivatives. It is zero if ν is the rate of
// change of coordinates.
double quasi_velocity_curl(const Chain<double>& arm, const std::vector<double>& q);

}  // namespace catena::reproduce::detail
