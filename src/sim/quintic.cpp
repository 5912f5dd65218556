// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/quintic.hpp"

#include "sim/rest.hpp"

namespace catena::sim {

Quintic::Quintic(Eigen::VectorXd from, Eigen::VectorXd to, double duration)
    : from_(std::move(from)), to_(std::move(to)), duration_(duration) {
  require_ends("quintic", from_, to_, duration_);
  way_ = to_ - from_;
}

void Quintic::at(double t, Motion& motion) const {
  if (t <= 0) return stand(from_, motion);
  if (t >= duration_) return stand(to_, motion);
  const double s = t / duration_, left = 1 - s;
  motion.q = from_ + (s * s * s * (10 + s * (6 * s - 15))) * way_;
  motion.qd = (30 * s * s * left * left / duration_) * way_;
  motion.qdd = (60 * s * left * (left - s) / (duration_ * duration_)) * way_;
}

}  // namespace catena::sim
