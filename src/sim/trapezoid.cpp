// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/trapezoid.hpp"

#include <cmath>
#include <limits>

#include "sim/rest.hpp"

namespace catena::sim {

Trapezoid::Trapezoid(Eigen::VectorXd from, Eigen::VectorXd to, const Eigen::VectorXd& velocity,
                     const Eigen::VectorXd& acceleration)
    : from_(std::move(from)), to_(std::move(to)) {
  constexpr const char* kWhere = "trapezoid";
  detail::require_ends(kWhere, from_, to_, 1);
  detail::require_size(kWhere, "velocity", velocity, from_.size());
  detail::require_size(kWhere, "acceleration", acceleration, from_.size());
  detail::require_above_zero(kWhere, "velocity", velocity);
  detail::require_above_zero(kWhere, "acceleration", acceleration);
  way_ = to_ - from_;

  // The limits expressed for the fraction s of the way: the slowest joint decides.
  constexpr double kFree = std::numeric_limits<double>::infinity();
  double speed = kFree;
  rate_ = kFree;
  for (Eigen::Index i = 0; i < way_.size(); ++i) {
    if (way_[i] == 0) continue;
    speed = std::min(speed, velocity[i] / std::abs(way_[i]));
    rate_ = std::min(rate_, acceleration[i] / std::abs(way_[i]));
  }
  if (rate_ == kFree) {  // from equals to
    rate_ = 0;
    return;
  }
  const bool triangle = speed * speed >= rate_;  // the cruise speed is not reached
  ramp_ = triangle ? 1 / std::sqrt(rate_) : speed / rate_;
  cruise_ = triangle ? 0 : 1 / speed - ramp_;
}

void Trapezoid::at(double t, JointMotion& motion) const {
  if (t < 0) return detail::stand(from_, motion);
  if (t > duration()) return detail::stand(to_, motion);
  const double left = duration() - t;
  double speed = rate_ * ramp_, rate = 0;
  if (t < ramp_) {
    speed = rate_ * t, rate = rate_;
    motion.q = from_ + (0.5 * rate_ * t * t) * way_;
  } else if (t < ramp_ + cruise_) {
    motion.q = from_ + (speed * (t - 0.5 * ramp_)) * way_;
  } else {
    speed = rate_ * left, rate = -rate_;
    motion.q = to_ - (0.5 * rate_ * left * left) * way_;
  }
  motion.qd = speed * way_;
  motion.qdd = rate * way_;
}

std::vector<double> Trapezoid::kinks() const {
  if (rate_ == 0) return {};
  if (cruise_ == 0) return {0, ramp_, duration()};
  return {0, ramp_, ramp_ + cruise_, duration()};
}

}  // namespace catena::sim
