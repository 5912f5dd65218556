// SPDX-License-Identifier: Apache-2.0
// The methods for arms with motors, for counting operations.
#include "catena/core/rows/motors.hpp"
#include "catena/count/methods.hpp"

namespace catena {

std::span<const Method<Counted>> counted_motor_methods() { return rows::motor_rows<Counted>(); }

}  // namespace catena
