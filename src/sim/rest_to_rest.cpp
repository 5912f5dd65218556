// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/rest_to_rest.hpp"

#include <utility>

#include "sim/rest.hpp"

namespace catena::sim {

RestToRest::RestToRest(const char* name, Eigen::VectorXd from, Eigen::VectorXd to, double duration)
    : from_(std::move(from)), to_(std::move(to)), duration_(duration) {
  detail::require_ends(name, from_, to_, duration_);
  way_ = to_ - from_;
}

void RestToRest::at(double t, JointMotion& motion) const {
  if (t <= 0) return detail::stand(from_, motion);
  if (t >= duration_) return detail::stand(to_, motion);
  const Law now = law(t);
  motion.q = from_ + now.done * way_;
  motion.qd = now.rate * way_;
  motion.qdd = now.acceleration * way_;
}

}  // namespace catena::sim
