// SPDX-License-Identifier: Apache-2.0
#include "choose/criteria/path.hpp"

#include "catena/sim/cycloid.hpp"

namespace catena::choose::detail {

std::shared_ptr<const Path> sampled(const sim::Trajectory& trajectory) {
  const int n = trajectory.dof();
  auto path = std::make_shared<Path>();
  path->dof = n;
  path->step = trajectory.duration() / (Path::kStates - 1);
  for (auto* values : {&path->q, &path->qd, &path->qdd}) values->resize(Path::kStates * n);
  sim::JointMotion motion(n);
  for (std::size_t k = 0; k < Path::kStates; ++k) {
    trajectory.at(static_cast<double>(k) * path->step, motion);
    for (int i = 0; i < n; ++i) {
      path->q[k * n + i] = motion.q[i];
      path->qd[k * n + i] = motion.qd[i];
      path->qdd[k * n + i] = motion.qdd[i];
    }
  }
  return path;
}

std::shared_ptr<const sim::Trajectory> trajectory_of(const DefaultMotion& motion) {
  return std::make_shared<sim::Cycloid>(motion.from, motion.to, motion.duration);
}

}  // namespace catena::choose::detail
