// SPDX-License-Identifier: Apache-2.0
// Whether an algorithm includes the motors: the reflected inertias of the rotors, and the derivative of viscous friction.
#pragma once

namespace catena {

enum class Motors { left_out, included };

}  // namespace catena
