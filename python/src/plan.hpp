// SPDX-License-Identifier: Apache-2.0
// What planning and paths share.
#pragma once

#include "catena/core/path/joint_path.hpp"
#include "values.hpp"

namespace catena::python {

// A path through waypoints, an array (k, n); any n if it is negative. Throws Error(usage).
path::JointPath joint_path(PyObject* points, int n, bool smooth, double blend);

// The columns of A as the rows of a new array.
Ref rows_of(const Eigen::MatrixXd& A);

}  // namespace catena::python
