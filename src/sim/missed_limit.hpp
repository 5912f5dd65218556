// SPDX-License-Identifier: Apache-2.0
// Limits of joints that an integrator passes without an event.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sim/equation.hpp"

namespace catena::sim::detail {

// A joint that passes a limit and comes back within one step: the ends of the step, which the integrator compares, show no
// event. From the positions and velocities at both ends: the integrator's own interpolation may use torques of the stop.
class MissedLimit {
 public:
  explicit MissedLimit(int joints) : leaving_(static_cast<std::size_t>(joints)), arriving_(leaving_) {}

  // The time until which the step from `before` to `after` should be made again, shortly before the limit, if there is such a
  // joint.
  std::optional<double> in_step(Equation& equation, double before, std::span<const double> left, double after,
                                std::span<const double> reached);

 private:
  std::vector<double> leaving_, arriving_;  // (n) velocities at the ends of a step
};

// Marks in `fallen` the hard stops that q is beyond although there was no event, as can happen at the start of a segment.
// Whether there are any.
bool mark_passed_unseen(const JointLimits& limits, std::span<const double> q, std::span<int> fallen);

}  // namespace catena::sim::detail
