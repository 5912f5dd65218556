// SPDX-License-Identifier: Apache-2.0
// The methods of arms that compute quantities: one for each name and alias in the table.
#pragma once

#include <vector>

#include "numpy.hpp"

namespace catena::python {

// They and their texts exist until the program ends.
const std::vector<PyMethodDef>& quantity_methods();

PyObject* describe_quantities();  // the table as a list of dictionaries

}  // namespace catena::python
