// SPDX-License-Identifier: Apache-2.0
// The type catena._core.Arm.
#pragma once

#include "numpy.hpp"

namespace catena::python {

PyObject* make_arm_type();  // null and an exception if it fails

}  // namespace catena::python
