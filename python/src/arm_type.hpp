// SPDX-License-Identifier: Apache-2.0
// The type catena._core.Arm.
#pragma once

#include <memory>

#include "model.hpp"
#include "numpy.hpp"

namespace catena::python {

PyObject* make_arm_type();  // null and an exception if it fails

// A new object of a subclass of _core.Arm that takes over the model. Throws Raised.
PyObject* new_arm(PyTypeObject* type, std::unique_ptr<Model> model);

}  // namespace catena::python
