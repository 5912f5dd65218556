// SPDX-License-Identifier: Apache-2.0
// Whether the energy of a run balances: T + V minus the work done on the arm is constant in the exact motion, so that any
// change of it is a numerical error. The largest change is compared with what the tolerances of the steps allow.
#pragma once

#include <cstddef>
#include <span>

#include "catena/sim/simulation.hpp"
#include "sim/equation.hpp"

namespace catena::sim::detail {

class EnergyCheck {
 public:
  EnergyCheck(Equation& equation, const Options& options) : equation_(equation), options_(options) {}

  // At time 0, and after a step, whose samples are those from `first_new` on.
  void open(std::span<const double> y, Run& run);
  void follow(std::span<const double> y, std::size_t first_new, Run& run);
  void pass_impact(std::span<const double> y) { last_ = equation_.balance(y).value; }

  // At the end: a run that was computed to its end, but whose energy does not balance, has failed.
  void close(Run& run) const;

 private:
  Equation& equation_;
  const Options& options_;
  double start_ = 0, last_ = 0;  // T + V - work at time 0 and after the last step
  double largest_ = 0;           // energy or work of the run
};

}  // namespace catena::sim::detail
