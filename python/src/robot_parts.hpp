// SPDX-License-Identifier: Apache-2.0
// Robots described by dictionaries of Python, as catena.RobotBuilder collects them.
#pragma once

#include "catena/core/model/robot.hpp"
#include "raise.hpp"

namespace catena::python {

// Throws Error(model), or Raised.
Robot robot_from_parts(PyObject* parts);

}  // namespace catena::python
