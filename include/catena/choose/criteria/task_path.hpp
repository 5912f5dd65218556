// SPDX-License-Identifier: Apache-2.0
// The motion along which torques, powers and energies are evaluated, sampled for a drawing.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "catena/choose/criteria/criterion.hpp"

namespace catena::choose {

struct TaskPath {
  std::vector<double> time;  // [s] from 0, at equal steps
  Eigen::MatrixXd q;         // joints x samples
};

// Task::trajectory, or the default motion of the robot if the task has none. `samples`: 2 or more.
TaskPath task_path(const Task& task, const Robot& robot, int samples);

}  // namespace catena::choose
