// SPDX-License-Identifier: Apache-2.0
// Trajectories before their start and after their end: the arm is at rest.
#pragma once

#include "catena/sim/trajectory.hpp"
#include "sim/require.hpp"

namespace catena::sim::detail {

template <class Vector>
void stand(const Vector& q, JointMotion& motion) {
  motion.q = q;
  motion.qd.setZero();
  motion.qdd.setZero();
}

inline void require_ends(const char* where, const Eigen::VectorXd& from, const Eigen::VectorXd& to,
                         double duration) {
  require_finite(where, "from", from);
  require_size(where, "to", to, from.size());
  require_finite(where, "to", to);
  require_above_zero(where, "duration", duration);
}

}  // namespace catena::sim::detail
