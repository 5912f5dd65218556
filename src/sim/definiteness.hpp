// SPDX-License-Identifier: Apache-2.0
// Whether the inertia matrix stays as it is at the start of a run: with nonphysical parameters it may be indefinite, or become
// singular.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "catena/core/arm.hpp"
#include "sim/equation.hpp"

namespace catena::sim::detail {

class Definiteness {
 public:
  Definiteness(const Arm& arm, Equation& equation) : arm_(arm), equation_(equation) {}

  // Throws if M is singular at the start, or indefinite where it must not be; notes for pivots below 0.
  Notes at_start(std::span<const double> q);

  // With nonphysical parameters a pivot δ of M may pass through zero during the run. If M is indefinite from the start,
  // coming close to zero ends the run: beyond that point rounding errors decide the motion.
  std::optional<Error> lost(double time, std::span<const double> q);

 private:
  const Arm& arm_;
  Equation& equation_;
  std::vector<double> first_delta_;  // (n) at the start
  bool indefinite_ = false;
};

}  // namespace catena::sim::detail
