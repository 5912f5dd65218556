// SPDX-License-Identifier: Apache-2.0
// A rival is timed only if it computes what we compute: eight states, 1e-9.
#pragma once

#include <Eigen/Core>
#include <stdexcept>
#include <string>

#include "catena/core/arm.hpp"
#include "contest.hpp"

namespace catena::bench {

inline void require_agreement(const std::string& call, const Eigen::MatrixXd& ours,
                              const Eigen::MatrixXd& theirs) {
  const double difference = (ours - theirs).cwiseAbs().maxCoeff();
  if (!(difference <= 1e-9 * ours.cwiseAbs().maxCoeff()))
    throw std::runtime_error(call + " differs from Catena's by " + std::to_string(difference));
}

// Rival::id, fd and inertia leave what they computed in `vector()` or `matrix()`.
template <class Rival>
void require_agreement(Rival& rival, const Robot& robot, const Pool& pool) {
  const Arm arm(robot);
  const auto at = [&](const std::vector<double>& x, std::size_t k) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(&x[k * pool.n], arm.dof()));
  };
  for (std::size_t k = 0; k < 8; ++k) {
    const Eigen::VectorXd q = at(pool.q, k), qd = at(pool.qd, k);
    rival.id(k);
    require_agreement("id", arm.id(q, qd, at(pool.qdd, k)), rival.vector());
    rival.fd(k);
    require_agreement("fd", arm.fd(q, qd, at(pool.tau, k)), rival.vector());
    rival.inertia(k);
    require_agreement("inertia", arm.inertia(q), rival.matrix());
  }
}

}  // namespace catena::bench
