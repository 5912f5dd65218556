// SPDX-License-Identifier: Apache-2.0
#include "catena/choose/criteria/task_path.hpp"

#include "choose/criteria/path.hpp"

namespace catena::choose {

TaskPath task_path(const Task& task, const Robot& robot, int samples) {
  const int dof = robot.dof();
  const std::shared_ptr<const sim::Trajectory> along =
      task.trajectory ? task.trajectory : detail::trajectory_of(default_motion(robot));
  TaskPath path{{}, Eigen::MatrixXd(dof, samples)};
  sim::JointMotion motion(dof);
  for (int k = 0; k < samples; ++k) {
    path.time.push_back(along->duration() * k / (samples - 1));
    along->at(path.time.back(), motion);
    path.q.col(k) = motion.q;
  }
  return path;
}

}  // namespace catena::choose
