// SPDX-License-Identifier: Apache-2.0
#include "sim/energy_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/integrator.hpp"

namespace catena::sim {

namespace detail {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A run with fixed steps has no tolerances: its energy must balance to within this fraction of the largest energy or work. So
// must any other, however loose its tolerances are, unless the amount is small.
constexpr double kShare = 0.05, kSmall = 1e-3;  // [1], [J]

}  // namespace

void EnergyCheck::open(std::span<const double> y, Run& run) {
  start_ = last_ = equation_.balance(y).value;
  run.start_energy = start_;
}

void EnergyCheck::follow(std::span<const double> y, std::size_t first_new, Run& run) {
  const Equation::Balance now = equation_.balance(y);
  const double gone = std::abs(now.value - start_);
  EnergyBalance& b = run.balance;
  b.integration = std::isfinite(gone) ? std::max(b.integration, gone) : kInfinity;
  if (has_fixed_steps(options_))
    b.allowed = std::max(b.allowed, kShare * now.size);
  else
    b.allowed += now.step_error;
  if (std::isfinite(now.size)) largest_ = std::max(largest_, now.size);
  for (std::size_t k = first_new; k < run.time.size(); ++k) {
    const double sample = run.imbalance(k) + start_;
    const auto [least, most] = std::minmax(last_, now.value);
    const double more = std::max(least - sample, sample - most);
    b.interpolation = std::isfinite(more) ? std::max(b.interpolation, more) : kInfinity;
  }
  last_ = now.value;
}

void EnergyCheck::close(Run& run) const {
  EnergyBalance& b = run.balance;
  const double most = std::max(kShare * largest_, kSmall);
  const bool share = has_fixed_steps(options_) || !(b.allowed <= most);
  if (!(b.allowed <= most)) b.allowed = most;
  if ((run.end != End::complete && run.end != End::at_limit) || b.integration <= b.allowed) return;
  const bool fixed = has_fixed_steps(options_);
  run.failure =
      Error(ErrorKind::numerical, "simulate", "the energy of the run does not balance: its numbers are wrong")
          .given(fmt::format("energy and work differ by up to {:.2g} J", b.integration))
          .need(share ? fmt::format("at most {:.2g} J, {:g} % of the largest energy or work", b.allowed,
                                    100 * kShare)
                      : fmt::format("at most {:.2g} J, which the tolerances of {} steps allow", b.allowed,
                                    run.statistics.steps))
          .hint(fixed
                    ? "use a smaller step, or an integrator with step-size control"
                    : "use smaller tolerances, or another integrator; declare jumps of the torques as kinks");
  run.end = End::unbalanced;
}

}  // namespace detail

double Run::imbalance(std::size_t k) const {
  return kinetic[k] + potential[k] - start_energy - (by_drive[k] + by_friction[k] + by_tip[k] + by_limits[k]);
}

double Run::largest_imbalance() const {
  double largest = 0;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const double gone = std::abs(imbalance(k));
    largest = std::isfinite(gone) ? std::max(largest, gone) : std::numeric_limits<double>::infinity();
  }
  return largest;
}

}  // namespace catena::sim
