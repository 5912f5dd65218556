// SPDX-License-Identifier: Apache-2.0
// Torques of revolute joints and forces of prismatic joints along the path: the peak, and the largest root mean square of a
// joint. 0 for an arm without such joints.
#include <algorithm>

#include "choose/criteria/criteria.hpp"

namespace catena::choose::detail {
namespace {

Score greatest(Subject& subject, bool revolute, bool root_mean_square) {
  const std::span<const double> tau = subject.torques();
  const Path& path = subject.path();
  const int n = subject.dof();
  double most = 0;
  for (int i = 0; i < n; ++i) {
    if (subject.arm().chain().link(i).revolute() != revolute) continue;
    double peak = 0, squares = 0;
    for (std::size_t k = 0; k < path.states(); ++k) {
      const double t = tau[k * n + i];
      peak = std::max(peak, std::abs(t));
      squares += path.weight[k] * t * t;
    }
    most = std::max(most, root_mean_square ? std::sqrt(squares) : peak);
  }
  return {most};
}

}  // namespace

Score peak_torque(Subject& subject) { return greatest(subject, true, false); }
Score peak_force(Subject& subject) { return greatest(subject, false, false); }
Score rms_torque(Subject& subject) { return greatest(subject, true, true); }
Score rms_force(Subject& subject) { return greatest(subject, false, true); }

}  // namespace catena::choose::detail
