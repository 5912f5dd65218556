// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/cycloid.hpp"

#include <cmath>
#include <numbers>

#include "sim/rest.hpp"

namespace catena::sim {

Cycloid::Cycloid(Eigen::VectorXd from, Eigen::VectorXd to, double duration)
    : from_(std::move(from)), to_(std::move(to)), duration_(duration) {
  require_ends("cycloid", from_, to_, duration_);
  way_ = to_ - from_;
}

// 0 to π in all joints is also the motion of 004 (19) (20) (23).
void Cycloid::at(double t, Motion& motion) const {
  if (t <= 0) return stand(from_, motion);
  if (t >= duration_) return stand(to_, motion);
  constexpr double kTurn = 2 * std::numbers::pi;
  const double x = kTurn * t / duration_, w = kTurn / duration_;
  motion.q = from_ + (t / duration_ - std::sin(x) / kTurn) * way_;  //                          002 (18)
  motion.qd = ((1 - std::cos(x)) / duration_) * way_;
  motion.qdd = (w * std::sin(x) / duration_) * way_;
}

}  // namespace catena::sim
