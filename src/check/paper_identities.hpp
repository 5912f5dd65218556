// SPDX-License-Identifier: Apache-2.0
// The identities of the quantities that only the papers have: influence coefficients, inertia powers, augmented bodies,
// quasi-velocities, spatial operators, injected motions.
#pragma once

#include "check/identities.hpp"

namespace catena::check::detail {

std::span<const Identity> paper_identities();

}  // namespace catena::check::detail
