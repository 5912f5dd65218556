// SPDX-License-Identifier: Apache-2.0
// The desired motion and the gains of a controller, checked.
#pragma once

#include <memory>

#include "catena/core/arm.hpp"
#include "catena/sim/trajectory.hpp"
#include "sim/require.hpp"

namespace catena::sim::detail {

// Returns the trajectory, after checking that it has as many joints as the arm.
std::shared_ptr<const Trajectory> for_arm(const char* where, const Arm& arm,
                                          std::shared_ptr<const Trajectory> desired);

// Returns the gains, after checking that they are (n) and not negative.
inline Eigen::VectorXd gains(const char* where, const char* name, const Arm& arm, Eigen::VectorXd k) {
  require_size(where, name, k, arm.dof());
  require_not_negative(where, name, k);
  return k;
}

}  // namespace catena::sim::detail
