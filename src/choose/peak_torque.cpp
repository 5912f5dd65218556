// SPDX-License-Identifier: Apache-2.0
// The greatest torque of joints that turn, and force of joints that slide, along the path. Links only: motors and
// friction are left out. 0 for an arm without such joints.
#include <algorithm>

#include "choose/criteria.hpp"

namespace catena::choose::detail {
namespace {

Score peak(Subject& subject, bool revolute) {
  const std::span<const double> tau = subject.torques();
  const int n = subject.dof();
  double most = 0;
  for (int i = 0; i < n; ++i)
    if (subject.arm().chain().link(i).revolute() == revolute)
      for (std::size_t k = i; k < tau.size(); k += n) most = std::max(most, std::abs(tau[k]));
  return {most};
}

}  // namespace

Score peak_torque(Subject& subject) { return peak(subject, true); }
Score peak_force(Subject& subject) { return peak(subject, false); }

}  // namespace catena::choose::detail
