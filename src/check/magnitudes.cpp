// SPDX-License-Identifier: Apache-2.0
// How large the terms of each quantity are, and how far its results can be trusted.
#include <algorithm>
#include <cmath>

#include "check/identities.hpp"

namespace catena::check::detail {

double scale_of(Quantity quantity, const Specimen& s) {
  const double turn = std::max(s.reach, 1.0);
  double speed = 0, rate = 0;
  for (double v : s.qd) speed += std::abs(v);
  for (double a : s.qdd) rate += std::abs(a);
  const double g = std::sqrt(dot(s.arm.gravity(), s.arm.gravity()));
  switch (info(quantity).magnitude) {
    case Magnitude::one:
      return 1;
    case Magnitude::inertia:
      return s.size_M;
    case Magnitude::inverse_inertia:
      return 1 / s.size_M;
    case Magnitude::coriolis:
      return s.size_C;
    case Magnitude::bias:
      return s.size_bias;
    case Magnitude::weight:
      return s.weight;
    case Magnitude::torque:
      return s.size_tau;
    case Magnitude::acceleration:
      return s.size_qdd;
    case Magnitude::acceleration_by_speed:
      return s.size_qdd / speed;
    case Magnitude::length:
      return turn;
    case Magnitude::velocity:
      return turn * speed;
    case Magnitude::volume:
      return turn * turn * turn;
    case Magnitude::momentum:
      return (s.size_M + s.subject.total_mass * turn * turn) * speed;
    case Magnitude::momentum_rate:
      return (s.size_M + s.subject.total_mass * turn * turn) * (rate + speed * speed);
    case Magnitude::speed:
      return speed;
    case Magnitude::quasi_velocity:
      return std::sqrt(s.size_M) * speed;
    case Magnitude::quasi_force:
      return s.size_tau / std::sqrt(s.size_M);
    case Magnitude::frame_acceleration:
      return turn * (rate + speed * speed);
    case Magnitude::mobility:
      return turn * turn / s.size_M;
    case Magnitude::frame_inertia:
      return s.size_M / (turn * turn);
    case Magnitude::per_length:
      return 1 / turn;
    case Magnitude::torque_product:
      return s.size_tau * speed;
    case Magnitude::acceleration_product:
      return s.size_qdd * speed;
    case Magnitude::unit_torque:
      return turn * (turn * (rate + speed * speed) + g);
    case Magnitude::unit_momentum:
      return turn * turn * speed;
    case Magnitude::unit_kinetic_energy:
      return turn * turn * speed * speed;
    case Magnitude::unit_potential_energy:
      return turn * g;
  }
  return s.size_tau;
}

Trust trust_of(Quantity quantity) {
  if (info(quantity).magnitude == Magnitude::volume) return Trust::root;
  if (info(quantity).needs(Input::damping)) return Trust::task;
  return info(quantity).divides() ? Trust::solving : Trust::rounding;
}

}  // namespace catena::check::detail
