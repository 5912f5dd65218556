// SPDX-License-Identifier: Apache-2.0
// What paper 001 says influence coefficients are for: rates of orientations, stiffness under load, sizes of actuators.
#pragma once

#include "reproduce/claim.hpp"

namespace catena::reproduce::detail {

Statement orientation_is_no_integral();  // of joint rates
Statement antagonistic_stiffness();
Statement actuators_at_constant_tip_speed();

}  // namespace catena::reproduce::detail
