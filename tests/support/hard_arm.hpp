// SPDX-License-Identifier: Apache-2.0
// Random arms whose inertia matrices have condition numbers from 1 to far above 1e14: links whose masses and sizes differ by
// powers of ten, thin links close to the axis of their joint, masses without extension.
#pragma once

#include <cstdint>
#include <vector>

#include "catena/core/model/robot.hpp"

namespace catena::test {

// One to `most` joints, revolute and prismatic, in the modified convention. The same seed gives the same arm everywhere.
Robot hard_robot(std::uint64_t seed, int most = 10);

struct JointState {
  std::vector<double> q, qd, qdd, tau;
};
JointState random_state(std::uint64_t seed, int joints);

// Two links; the second is a point mass 5e-8 m off the axis of its joint, so that ∂q̈_2/∂q_2 = 1.458e13 at this state.
Robot point_near_axis();
JointState state_of_point_near_axis();

}  // namespace catena::test
