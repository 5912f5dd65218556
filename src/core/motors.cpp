// SPDX-License-Identifier: Apache-2.0
#include "catena/core/motors.hpp"

#include "catena/core/rows/motors.hpp"

namespace catena {

const Method<double>* motor_method(Quantity quantity) {
  for (const Method<double>& m : rows::motor_rows<double>())
    if (m.quantity == quantity) return &m;
  return nullptr;
}

}  // namespace catena
