// SPDX-License-Identifier: Apache-2.0
// The functions of the module besides the methods of arms. Each checks little: the Python files of the package call them.
#pragma once

#include "numpy.hpp"

namespace catena::python {

PyObject* solve_ik(PyObject*, PyObject* args);
PyObject* solve_ik_all(PyObject*, PyObject* args);
PyObject* make_compiled(PyObject*, PyObject* args);
PyObject* verify_arm(PyObject*, PyObject* args);
PyObject* check_arm(PyObject*, PyObject* arm);
PyObject* find_base_parameters(PyObject*, PyObject* arm);
PyObject* count_operations(PyObject*, PyObject* args);
PyObject* robot_text(PyObject*, PyObject* args);
PyObject* generate_code(PyObject*, PyObject* args);
PyObject* simulate_arm(PyObject*, PyObject* args);
PyObject* plan_motion(PyObject*, PyObject* args);
PyObject* make_pose_path(PyObject*, PyObject* args);
PyObject* sample_pose_path(PyObject*, PyObject* args);
PyObject* make_joint_path(PyObject*, PyObject* args);
PyObject* describe_joint_path(PyObject*, PyObject* path);
PyObject* sample_joint_path(PyObject*, PyObject* args);
PyObject* follow_path(PyObject*, PyObject* args);
PyObject* make_time_law(PyObject*, PyObject* args);
PyObject* sample_time_law(PyObject*, PyObject* args);
PyObject* make_timed_path(PyObject*, PyObject* args);
PyObject* describe_timed_path(PyObject*, PyObject* path);
PyObject* time_quantity(PyObject*, PyObject* args);
PyObject* compare_arms(PyObject*, PyObject* args);
PyObject* sweep_design(PyObject*, PyObject* args);
PyObject* read_sweep(PyObject*, PyObject* path);
PyObject* report_page(PyObject*, PyObject* given);
PyObject* run_command(PyObject*, PyObject* words);
PyObject* time_calls(PyObject*, PyObject* args);
PyObject* time_batch(PyObject*, PyObject* args);

}  // namespace catena::python
