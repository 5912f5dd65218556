// SPDX-License-Identifier: Apache-2.0
// What can be asked of an arm: the name that every front end uses, what it needs, the shape of the answer.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace catena {

enum class Quantity {
  inertia,
  inertia_rate,
  coriolis,
  christoffel,
  bias,
  gravity,
  id,
  fd,
  udut,
  inertia_inverse,
  coriolis_transpose,
  kinetic_energy,
  potential_energy,
  jacobian,
  jacobian_rate,
  pose,
  manipulability,
  rotor_inertia,
  friction,
  nu,
  xi,
  cnu,
  cxi,
  mci,
  did_dq,
  did_dqd,
  dfd_dq,
  dfd_dqd,
};

enum class Shape { scalar, joints, square, cube, six_by_n, pose, factors };  // factors: U (n x n), then d (n)

struct QuantityInfo {
  Quantity quantity;
  std::string_view name;
  std::string_view what;
  Shape shape;
  bool needs_qd, needs_qdd, needs_tau;
};

inline constexpr std::array kQuantities = {
    QuantityInfo{Quantity::inertia, "inertia", "inertia matrix M(q)", Shape::square, false, false, false},
    QuantityInfo{Quantity::inertia_rate, "inertia_rate", "its rate dM/dt", Shape::square, true, false, false},
    QuantityInfo{Quantity::coriolis, "coriolis", "Coriolis matrix C(q, qd), Christoffel", Shape::square, true,
                 false, false},
    QuantityInfo{Quantity::christoffel, "christoffel", "Christoffel symbols [i][j][k], C_ij = sum_k . qd_k",
                 Shape::cube, false, false, false},
    QuantityInfo{Quantity::bias, "bias", "C qd, no gravity", Shape::joints, true, false, false},
    QuantityInfo{Quantity::gravity, "gravity", "gravity torques", Shape::joints, false, false, false},
    QuantityInfo{Quantity::id, "id", "inverse dynamics, tau", Shape::joints, true, true, false},
    QuantityInfo{Quantity::fd, "fd", "forward dynamics, qdd", Shape::joints, true, false, true},
    QuantityInfo{Quantity::udut, "udut", "M = U D U^T: U and d", Shape::factors, false, false, false},
    QuantityInfo{Quantity::inertia_inverse, "inertia_inverse", "inverse of M", Shape::square, false, false,
                 false},
    QuantityInfo{Quantity::coriolis_transpose, "coriolis_transpose", "C^T qd", Shape::joints, true, false,
                 false},
    QuantityInfo{Quantity::kinetic_energy, "kinetic_energy", "qd^T M qd / 2", Shape::scalar, true, false,
                 false},
    QuantityInfo{Quantity::potential_energy, "potential_energy", "-sum of m g.c", Shape::scalar, false, false,
                 false},
    QuantityInfo{Quantity::jacobian, "jacobian", "tool Jacobian 6 x n, (angular; linear)", Shape::six_by_n,
                 false, false, false},
    QuantityInfo{Quantity::jacobian_rate, "jacobian_rate", "its rate dJ/dt", Shape::six_by_n, true, false,
                 false},
    QuantityInfo{Quantity::pose, "pose", "tool pose, 4 x 4", Shape::pose, false, false, false},
    QuantityInfo{Quantity::manipulability, "manipulability", "Yoshikawa's measure; linear rows of J if n < 6",
                 Shape::scalar, false, false, false},
    QuantityInfo{Quantity::rotor_inertia, "rotor_inertia", "reflected motor inertia, a diagonal",
                 Shape::joints, false, false, false},
    QuantityInfo{Quantity::friction, "friction", "joint friction torques", Shape::joints, true, false, false},
    QuantityInfo{Quantity::nu, "nu", "quasi-velocities D^1/2 U^T qd, M = U D U^T", Shape::joints, true, false,
                 false},
    QuantityInfo{Quantity::xi, "xi", "quasi-velocities U^T qd, unnormalized", Shape::joints, true, false,
                 false},
    QuantityInfo{Quantity::cnu, "cnu", "C(q, nu) of d(nu)/dt + C = D^-1/2 U^-1 tau, with gravity",
                 Shape::joints, true, false, false},
    QuantityInfo{Quantity::cxi, "cxi", "C(q, xi) of D d(xi)/dt + C = U^-1 tau, with gravity", Shape::joints,
                 true, false, false},
    QuantityInfo{Quantity::mci, "mci", "Coriolis matrix of the MCI, not Christoffel", Shape::square, true,
                 false, false},
    QuantityInfo{Quantity::did_dq, "did_dq", "derivative of id by q; by qdd it is inertia", Shape::square,
                 true, true, false},
    QuantityInfo{Quantity::did_dqd, "did_dqd", "derivative of id by qd", Shape::square, true, false, false},
    QuantityInfo{Quantity::dfd_dq, "dfd_dq", "derivative of fd by q; by tau it is inertia_inverse",
                 Shape::square, true, false, true},
    QuantityInfo{Quantity::dfd_dqd, "dfd_dqd", "derivative of fd by qd", Shape::square, true, false, false},
};

constexpr const QuantityInfo& info(Quantity quantity) {
  return kQuantities[static_cast<std::size_t>(quantity)];
}

// How many numbers an answer has for an arm of n joints.
constexpr std::size_t size_of(Quantity quantity, int dof) {
  const auto n = static_cast<std::size_t>(dof);
  switch (info(quantity).shape) {
    case Shape::scalar:
      return 1;
    case Shape::joints:
      return n;
    case Shape::square:
      return n * n;
    case Shape::cube:
      return n * n * n;
    case Shape::six_by_n:
      return 6 * n;
    case Shape::pose:
      return 16;
    case Shape::factors:
      return n * n + n;
  }
  return 0;
}

}  // namespace catena
