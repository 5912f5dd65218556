// SPDX-License-Identifier: Apache-2.0
// Whether the inertia matrix of an arm is that of a flat space, and whether nu is the rate of coordinates (003, section 1).
#pragma once

#include "catena/core/model/chain.hpp"

namespace catena::reproduce::detail {

// The largest component of the Riemann curvature tensor of the metric M(q) in coordinates in which M has a unit diagonal.
// Zero at every posture: coordinates exist in which M is constant.
double curvature(const Chain<double>& arm, const std::vector<double>& q);

// The largest |d nu_i/d q_k of row j - of row k| relative to the largest derivative: zero if nu is the rate of coordinates.
double quasi_velocity_curl(const Chain<double>& arm, const std::vector<double>& q);

}  // namespace catena::reproduce::detail
