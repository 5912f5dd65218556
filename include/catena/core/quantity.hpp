// SPDX-License-Identifier: Apache-2.0
// The table of quantities: what can be computed for an arm. Each row gives its name in every front end, what it depends on,
// the shape and unit of the result. To add a quantity, add its row here and the methods that compute it in rows/.
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
  id_derivatives,
  fd_derivatives,
  inertia_solve,
  wrench_torques,
};

// What a quantity may depend on: a set of these.
enum class Input : unsigned {
  q = 1,
  qd = 2,
  qdd = 4,
  tau = 8,
  gravity = 16,
  tip = 32,
  v = 64,
  V = 128,
  wrenches = 256,
  frame = 512
};

class Inputs {
 public:
  constexpr Inputs() = default;
  constexpr Inputs(Input one) : bits_(static_cast<unsigned>(one)) {}
  constexpr bool has(Input one) const { return (bits_ & static_cast<unsigned>(one)) != 0; }
  friend constexpr Inputs operator|(Inputs a, Inputs b) { return Inputs(a.bits_ | b.bits_); }

 private:
  constexpr explicit Inputs(unsigned bits) : bits_(bits) {}
  unsigned bits_ = 0;
};
constexpr Inputs operator|(Input a, Input b) { return Inputs(a) | b; }

enum class Shape { none, scalar, joints, square, cube, six_by_n, pose, columns };

// Of an array as it is stored, column by column; a cube [i][j][k] is n matrices [i][j] side by side.
struct Size {
  int rows, cols;
  constexpr std::size_t count() const {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  }
};

// One array of a result. If a quantity has only one, it has no name.
struct ArrayInfo {
  std::string_view name;
  Shape shape = Shape::none;
};

// Which derivative a quantity is; if it is none: the quantity itself, with respect to nothing.
struct DerivativeOf {
  Quantity of;
  Inputs by;
};

struct QuantityInfo {
  Quantity quantity;
  std::string_view name;
  std::string_view what;
  std::array<ArrayInfo, 3> arrays;  // the first is always there
  Inputs inputs;
  std::string_view symbol;   // its usual symbol; empty: it has none
  std::string_view unit;     // of the numbers, by joint kind where they differ; empty: none, or several
  std::string_view aliases;  // other accepted names, separated by blanks
  bool divides;              // by M: there is no result where M is singular
  DerivativeOf derivative;

  constexpr bool needs(Input input) const { return inputs.has(input); }
  constexpr bool several() const { return arrays[1].shape != Shape::none; }  // arrays
  constexpr Shape shape() const { return arrays[0].shape; }
};

// clang-format off
inline constexpr std::array kQuantities = [] {
  using enum Input;
  using enum Shape;
  using Q = Quantity;
  return std::array{
      QuantityInfo{Q::inertia, "inertia", "inertia matrix M(q)",
                   {{{"", square}}}, q, "M", "kg m² (revolute), kg (prismatic)", "M mass mass_matrix crba", false, {Q::id, qdd}},
      QuantityInfo{Q::inertia_rate, "inertia_rate", "its rate dM/dt",
                   {{{"", square}}}, q | qd, "", "kg m²/s", "Mdot mass_matrix_rate", false, {Q::inertia_rate, {}}},
      QuantityInfo{Q::coriolis, "coriolis", "Coriolis matrix C(q, qd), Christoffel",
                   {{{"", square}}}, q | qd, "C", "N m s", "C coriolis_matrix", false, {Q::coriolis, {}}},
      QuantityInfo{Q::christoffel, "christoffel", "Christoffel symbols [i][j][k], C_ij = sum_k . qd_k",
                   {{{"", cube}}}, q, "", "kg m²", "christoffel_symbols", false, {Q::christoffel, {}}},
      QuantityInfo{Q::bias, "bias", "C qd, no gravity",
                   {{{"", joints}}}, q | qd, "c", "N m, N", "c", false, {Q::bias, {}}},
      QuantityInfo{Q::gravity, "gravity", "gravity torques",
                   {{{"", joints}}}, q | gravity, "g", "N m, N", "g gravity_torques gravload", false, {Q::gravity, {}}},
      QuantityInfo{Q::id, "id", "inverse dynamics, tau",
                   {{{"", joints}}}, q | qd | qdd | gravity | tip, "tau", "N m, N", "tau torque torques rnea rne inverse_dynamics", false, {Q::id, {}}},
      QuantityInfo{Q::fd, "fd", "forward dynamics, qdd",
                   {{{"", joints}}}, q | qd | tau | gravity | tip, "qdd", "rad/s², m/s²", "qdd acceleration aba forward_dynamics accel", true, {Q::fd, {}}},
      QuantityInfo{Q::udut, "udut", "M = U D U^T: U and d",
                   {{{"U", square}, {"d", joints}}}, q, "", "", "UDUt", true, {Q::udut, {}}},
      QuantityInfo{Q::inertia_inverse, "inertia_inverse", "inverse of M",
                   {{{"", square}}}, q, "", "1/(kg m²)", "Minv mass_matrix_inverse", true, {Q::fd, tau}},
      QuantityInfo{Q::coriolis_transpose, "coriolis_transpose", "C^T qd",
                   {{{"", joints}}}, q | qd | v, "", "N m, N", "Ct", false, {Q::coriolis_transpose, {}}},
      QuantityInfo{Q::kinetic_energy, "kinetic_energy", "qd^T M qd / 2",
                   {{{"", scalar}}}, q | qd, "", "J", "T", false, {Q::kinetic_energy, {}}},
      QuantityInfo{Q::potential_energy, "potential_energy", "-sum of m g.c",
                   {{{"", scalar}}}, q | gravity, "", "J", "V U", false, {Q::potential_energy, {}}},
      QuantityInfo{Q::jacobian, "jacobian", "Jacobian of the tool or of a frame, 6 x n, (angular; linear)",
                   {{{"", six_by_n}}}, q | frame, "J", "", "J jacob0", false, {Q::jacobian, {}}},
      QuantityInfo{Q::jacobian_rate, "jacobian_rate", "its rate dJ/dt",
                   {{{"", six_by_n}}}, q | qd | frame, "", "1/s", "Jdot", false, {Q::jacobian_rate, {}}},
      QuantityInfo{Q::pose, "pose", "pose of the tool or of a frame, 4 x 4",
                   {{{"", Shape::pose}}}, q | frame, "", "m", "fk fkine forward_kinematics", false, {Q::pose, {}}},
      QuantityInfo{Q::manipulability, "manipulability", "Yoshikawa's measure; linear rows of J if n < 6",
                   {{{"", scalar}}}, q, "", "", "w", false, {Q::manipulability, {}}},
      QuantityInfo{Q::rotor_inertia, "rotor_inertia", "reflected motor inertia, a diagonal",
                   {{{"", joints}}}, {}, "", "kg m²", "armature", false, {Q::rotor_inertia, {}}},
      QuantityInfo{Q::friction, "friction", "joint friction torques",
                   {{{"", joints}}}, qd, "", "N m, N", "", false, {Q::friction, {}}},
      QuantityInfo{Q::nu, "nu", "quasi-velocities D^1/2 U^T qd, M = U D U^T",
                   {{{"", joints}}}, q | qd, "", "", "", true, {Q::nu, {}}},
      QuantityInfo{Q::xi, "xi", "quasi-velocities U^T qd, unnormalized",
                   {{{"", joints}}}, q | qd, "", "", "", true, {Q::xi, {}}},
      QuantityInfo{Q::cnu, "cnu", "C(q, nu) of d(nu)/dt + C = D^-1/2 U^-1 tau, with gravity",
                   {{{"", joints}}}, q | qd | gravity, "", "", "", true, {Q::cnu, {}}},
      QuantityInfo{Q::cxi, "cxi", "C(q, xi) of D d(xi)/dt + C = U^-1 tau, with gravity",
                   {{{"", joints}}}, q | qd | gravity, "", "", "", true, {Q::cxi, {}}},
      QuantityInfo{Q::mci, "mci", "Coriolis matrix of the MCI, not Christoffel",
                   {{{"", square}}}, q | qd, "", "N m s", "", false, {Q::mci, {}}},
      QuantityInfo{Q::did_dq, "did_dq", "derivative of id by q; by qdd it is inertia",
                   {{{"", square}}}, q | qd | qdd | gravity | tip, "", "N m/rad", "", false, {Q::id, q}},
      QuantityInfo{Q::did_dqd, "did_dqd", "derivative of id by qd",
                   {{{"", square}}}, q | qd, "", "N m s/rad", "", false, {Q::id, qd}},
      QuantityInfo{Q::dfd_dq, "dfd_dq", "derivative of fd by q; by tau it is inertia_inverse",
                   {{{"", square}}}, q | qd | tau | gravity | tip, "", "1/s²", "", true, {Q::fd, q}},
      QuantityInfo{Q::dfd_dqd, "dfd_dqd", "derivative of fd by qd",
                   {{{"", square}}}, q | qd, "", "1/s", "", true, {Q::fd, qd}},
      QuantityInfo{Q::id_derivatives, "id_derivatives", "all derivatives of id: by q, by qd, by qdd",
                   {{{"did_dq", square}, {"did_dqd", square}, {"did_dqdd", square}}}, q | qd | qdd | gravity | tip, "", "", "", false, {Q::id_derivatives, {}}},
      QuantityInfo{Q::fd_derivatives, "fd_derivatives", "all derivatives of fd: by q, by qd, by tau",
                   {{{"dfd_dq", square}, {"dfd_dqd", square}, {"dfd_dtau", square}}}, q | qd | tau | gravity | tip, "", "", "", true, {Q::fd_derivatives, {}}},
      QuantityInfo{Q::inertia_solve, "inertia_solve", "M^-1 V for a matrix V of n rows",
                   {{{"", columns}}}, q | V, "", "", "Minv_times solve", true, {Q::inertia_solve, {}}},
      QuantityInfo{Q::wrench_torques, "wrench_torques", "torques that balance a wrench of each link, sum of J^T w",
                   {{{"", joints}}}, q | wrenches, "", "N m, N", "", false, {Q::wrench_torques, {}}},
  };
}();
// clang-format on

constexpr const QuantityInfo& info(Quantity quantity) {
  return kQuantities[static_cast<std::size_t>(quantity)];
}

// The quantity of that name or alias, or null.
constexpr const QuantityInfo* find_quantity(std::string_view name) {
  for (const QuantityInfo& quantity : kQuantities)
    if (quantity.name == name) return &quantity;
  for (const QuantityInfo& quantity : kQuantities)
    for (std::string_view rest = quantity.aliases; !rest.empty();) {
      const std::size_t end = rest.find(' ');
      if (rest.substr(0, end) == name) return &quantity;
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
  return nullptr;
}

// `columns` is the number of columns of V; negative: V is the identity.
constexpr Size size_of(Shape shape, int n, int columns = -1) {
  switch (shape) {
    case Shape::none:
      return {0, 0};
    case Shape::scalar:
      return {1, 1};
    case Shape::joints:
      return {n, 1};
    case Shape::square:
      return {n, n};
    case Shape::cube:
      return {n, n * n};
    case Shape::six_by_n:
      return {6, n};
    case Shape::pose:
      return {4, 4};
    case Shape::columns:
      return {n, columns < 0 ? n : columns};
  }
  return {0, 0};
}

// How many numbers a result has for an arm of n joints: all its arrays.
constexpr std::size_t size_of(Quantity quantity, int n, int columns = -1) {
  std::size_t count = 0;
  for (const ArrayInfo& array : info(quantity).arrays) count += size_of(array.shape, n, columns).count();
  return count;
}

}  // namespace catena
